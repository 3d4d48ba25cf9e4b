import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A version, a group's migrations, or an entry in the fixture tree for which no test is written, with the reason.
package struct ScaffoldSkip: Sendable, Hashable {
    /// The reason that no test is written.
    package enum Reason: Error, Sendable, Hashable {
        /// The version is no longer declared, or several declarations match its fixture. The value is the schema that
        /// declared it, or nil if the fixture doesn't record it.
        case declarationGone(schema: String?)
        /// The models aren't in a `VersionedSchema` that a test could refer to.
        case unversioned
        /// The version belongs to a Core Data model, whose stores a test of the app opens. The values are the model's name
        /// and the path of the frozen store, relative to the project's folder.
        case coreDataModel(name: String, store: String)
        /// The fixture's files are damaged.
        case damaged
        /// The folder of the declaration doesn't belong to a module that a test could import.
        case unknownModule(name: String, SourceLocation)
        /// No migration plan lists the schemas, so the migration between them isn't known.
        case noPlan(schemas: [String])
        /// The migration plan is a constant. A test can refer only to a type.
        case planConstant(name: String, SourceLocation)
        /// A model on the migration's route can't be evaluated.
        case notEvaluable(schema: String, SourceLocation)
        /// The entry in the fixture tree is never read. It is a link, a special file, or a folder whose name isn't a
        /// version's name.
        case refusedEntry
    }

    /// The path of the fixture's folder or of the unread entry, relative to the fixture tree. For a plan's migrations,
    /// the name of their group. For a destination that isn't frozen, the version's name.
    package var subject: String
    /// The name of the group, or nil if it isn't known.
    package var group: String?
    /// The names of the versions without a test. Empty for an unread entry.
    package var versions: [String]
    package var reason: Reason

    /// Whether the version belongs to a Core Data model.
    package var isOfModelFile: Bool { if case .coreDataModel = reason { true } else { false } }
}
