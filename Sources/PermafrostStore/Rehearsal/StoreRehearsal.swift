import Foundation
import PermafrostModel

/// Rehearses a migration on a copy of a store. The store stays as it is, its folder included.
///
/// The store is copied twice: one copy is migrated, and the result is compared with the other, since the store may change
/// meanwhile. Both are removed when nothing refers to the rehearsal any more.
package struct StoreRehearsal: Sendable {
    /// What the result of a migration is compared with, besides the store as it was.
    package struct Expectation {
        /// What the stores are called: `1.0.0 → 3.0.0`.
        package let subject: String
        /// The models that the store has between its own and the last one, oldest first.
        package let between: [SchemaModel]
        /// The defaults that the last version declares, and those between.
        package let defaults: DeclaredDefaults
        /// What the migration changes on purpose.
        package var changes: [ExpectedChange]

        package init(
            subject: String, between: [SchemaModel], defaults: DeclaredDefaults, changes: [ExpectedChange] = []
        ) {
            self.subject = subject
            self.between = between
            self.defaults = defaults
            self.changes = changes
        }
    }

    /// The copy that stays as the store was.
    package let before: URL
    /// The copy to migrate.
    package let after: URL
    private let folder: TemporaryFolder

    /// Copies a store, which others may be writing to. There must be space for two copies in the temporary folder.
    ///
    /// - Throws: `StoreError` or `SQLiteError` if the store cannot be read, `FileError` or Foundation's error if a copy cannot be
    ///   written.
    package init(of store: URL) throws {
        folder = try TemporaryFolder(for: "rehearsal")
        before = try ScratchStore(snapshotOf: store, in: folder.url.appendingPathComponent("before")).url
        after = try ScratchStore(of: before, in: folder.url.appendingPathComponent("after")).url
    }

    /// Has the copy migrated, and measures how long that takes.
    package func migrate<Value>(
        _ migration: (URL) throws -> Value
    ) -> (outcome: Swift.Result<Value, any Error>, duration: Duration) {
        let clock = ContinuousClock()
        let start = clock.now
        let outcome = Swift.Result { try migration(after) }
        return (outcome, start.duration(to: clock.now))
    }

    /// The store as it was.
    ///
    /// - Throws: `StoreError` if it cannot be read.
    package func inspection() throws -> StoreInspection { try StoreInspection(StoreReader(path: before.path)) }

    /// The comparison of the migrated copy with the store as it was.
    ///
    /// - Throws: `StoreError` if a copy cannot be read.
    package func check(_ expectation: Expectation) throws -> PreservationCheck {
        PreservationCheck(
            before: try ComparedStore(path: before.path), after: try ComparedStore(path: after.path),
            between: expectation.between, defaults: expectation.defaults, expecting: expectation.changes,
            subject: expectation.subject)
    }

    /// Has the copy migrated, and says what became of it. A migration that fails is part of the result.
    ///
    /// - Parameters:
    ///   - destination: the model that the copy is migrated to.
    ///   - listsDropped: whether the comparison leaves out what is dropped, since the result lists it.
    ///   - migration: migrates the store at a URL, and leaves it closed.
    /// - Throws: `StoreError` if a copy cannot be read.
    package func run(
        to destination: SchemaModel, _ expectation: Expectation, listsDropped: Bool = false,
        migration: (URL) throws -> Void
    ) throws -> RehearsalResult {
        var result = RehearsalResult(before: try inspection())
        let (outcome, duration) = migrate(migration)
        result.duration = duration
        result.dropped = try RehearsalResult.DroppedPart.all(
            of: ComparedStore(path: before.path), between: expectation.between, to: destination)
        if case .failure(let error) = outcome {
            result.error = error
            return result
        }
        result.integrityProblems = try ModelMigration(path: after.path).integrityProblems()
        result.after = try StoreInspection(StoreReader(path: after.path))
        var expectation = expectation
        if listsDropped {
            expectation.changes += result.dropped.map { .removed($0.path, because: "the result lists it") }
        }
        result.preservation = try check(expectation).run()
        return result
    }
}
