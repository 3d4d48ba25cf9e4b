import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A frozen version, or the migrations of a group, for which no test is written, with the reason. The command line
/// creates the message and suggests a fix.
package struct ScaffoldSkip: Sendable, Hashable {
    /// The reason that there is no test.
    package enum Reason: Sendable, Hashable {
        /// The version is no longer declared. The value is the schema that declared it, if the fixture records it.
        case declarationGone(schema: String?)
        /// Several modules declare a type with the same name. The last value is the types' locations.
        case sharedName(String, [SourceLocation])
        /// The models aren't in a `VersionedSchema` that a test could refer to.
        case unversioned
        /// The version belongs to a Core Data model, which a SwiftData test can't refer to.
        case coreDataModel
        /// The version was frozen by FreezeRay, whose fixtures don't contain a model with Swift types.
        case freezeRay
        /// The fixture's files are damaged.
        case damaged
        /// The folder of the declaration doesn't belong to a module that a test could import.
        case unknownModule(name: String, SourceLocation)
        /// No migration plan lists the schemas, so the migration between them is unknown.
        case noPlan(schemas: [String])
        /// The migration plan is a constant, and a test can only refer to a type.
        case planConstant(name: String, SourceLocation)
        /// A model along the migration can't be evaluated.
        case notEvaluable(schema: String, SourceLocation)
        /// The entry of the fixture tree is never followed or read.
        case refusedEntry
    }

    /// The path of the fixture's folder relative to the tree, or the name of the group whose migrations aren't tested.
    package var subject: String
    /// The group, if known.
    package var group: String?
    /// The names of the versions without a test.
    package var versions: [String]
    package var reason: Reason
}
