import PermafrostModel
import PermafrostSource
import PermafrostStore

/// Something frozen that gets no test, and why: facts, which the command line words with what to do next.
package struct ScaffoldSkip: Sendable, Hashable {
    /// Why there is no test.
    package enum Reason: Sendable, Hashable {
        /// Nothing declares the version any more; the schema that did, where the fixture says.
        case declarationGone(schema: String?)
        /// Several modules declare a type of that name: their places.
        case sharedName(String, [SourceLocation])
        /// The models stand in no `VersionedSchema`, which a test could name.
        case unversioned
        /// It is a version of a Core Data model, which no SwiftData test can name.
        case coreDataModel
        /// FreezeRay froze it, whose fixtures hold no model with Swift's types.
        case freezeRay
        /// The fixture is damaged.
        case damaged
        /// The folder of the declaration names no module that a test could import.
        case unknownModule(name: String, SourceLocation)
        /// No migration plan lists the schemas, so that nothing says how they migrate.
        case noPlan(schemas: [String])
        /// The migration plan is a constant, and no type that a test could name.
        case planConstant(name: String, SourceLocation)
        /// A model on the way cannot be evaluated.
        case notEvaluable(schema: String, SourceLocation)
        /// An entry of the fixture tree that is never followed or read.
        case refusedEntry
    }

    /// The fixture's folder relative to the tree, or the group whose migrations are meant.
    package var subject: String
    /// The group, as far as it is known.
    package var group: String?
    /// The versions without a test.
    package var versions: [String]
    /// Why.
    package var reason: Reason
}
