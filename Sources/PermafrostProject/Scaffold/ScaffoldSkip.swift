import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A frozen version that gets no test, with the reason and its facts. The command line turns them into a message with a
/// fix.
package struct ScaffoldSkip: Sendable, Hashable {
    /// The reason why there is no test.
    package enum Reason: Sendable, Hashable {
        /// The version is no longer declared: the schema that declared it, if the fixture names it.
        case declarationGone(schema: String?)
        /// Several modules declare a type with that name: their places.
        case sharedName(String, [SourceLocation])
        /// The models aren't in a `VersionedSchema` that a test could name.
        case unversioned
        /// The version belongs to a Core Data model, so a SwiftData test can't name it.
        case coreDataModel
        /// FreezeRay froze the version. Its fixtures have no model with Swift types.
        case freezeRay
        /// The fixture is damaged.
        case damaged
        /// The folder of the declaration doesn't belong to a module that a test could import.
        case unknownModule(name: String, SourceLocation)
        /// No migration plan lists the schemas, so their migration is unknown.
        case noPlan(schemas: [String])
        /// The migration plan is a constant, not a type that a test could name.
        case planConstant(name: String, SourceLocation)
        /// A model on the migration's path can't be evaluated.
        case notEvaluable(schema: String, SourceLocation)
        /// The entry of the fixture tree is never followed or read.
        case refusedEntry
    }

    /// The fixture's folder relative to the tree, or the group whose migrations get no test.
    package var subject: String
    /// The group, if known.
    package var group: String?
    /// The versions without a test.
    package var versions: [String]
    package var reason: Reason
}
