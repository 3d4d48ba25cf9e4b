import PermafrostModel
import PermafrostStore

/// What a migration does to a copy of a store: whether it succeeds, what becomes of the rows, and what is lost.
package struct MigrationRehearsal: Sendable {
    /// Why the migration fails, as the framework tells it.
    package struct Failure: Sendable, Hashable {
        /// Core Data's code; nil where SQLite failed by itself.
        package let code: Int?
        /// Core Data's message.
        package let text: String
        /// What exactly stood against it.
        package let reason: String
        /// The step that failed, from 1; nil where none began.
        package let step: Int?
    }

    /// The rows of an entity before and after; nil where a version has no such entity.
    package struct Rows: Sendable, Hashable {
        /// The entity's name.
        package let entity: String
        /// Before.
        package let before: Int?
        /// After.
        package let after: Int?
    }

    /// The way that was taken.
    package let route: MigrationRoute
    /// Why it fails; nil where it succeeds.
    package internal(set) var failure: Failure?
    /// The rows by entity, sorted by name.
    package internal(set) var rows: [Rows] = []
    /// What has no place in the newer version, with what it held.
    package internal(set) var dropped: [DroppedValues] = []
    /// The comparison of both stores, what is told as dropped aside; nil where the migration failed or nothing was to do.
    package internal(set) var preservation: PreservationReport?
    /// What SQLite finds wrong with the migrated copy; empty where it is sound.
    package internal(set) var integrityProblems: [String] = []
    /// How long the migration took, in seconds; 0 where none ran.
    package internal(set) var seconds = 0.0
    /// The size of the store before, its -wal included.
    package internal(set) var bytesBefore = 0
    /// The size of the migrated copy; that of the store where none ran.
    package internal(set) var bytesAfter = 0

    /// Whether the migration succeeds and loses nothing.
    package var isClean: Bool {
        failure == nil && integrityProblems.isEmpty && !losesValues && preservation?.isPreserved ?? true
    }

    /// Whether anything that is dropped held values.
    package var losesValues: Bool { dropped.contains { $0.count > 0 } }
}
