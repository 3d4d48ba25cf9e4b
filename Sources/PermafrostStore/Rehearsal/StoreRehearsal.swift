import Foundation
import PermafrostModel

/// A rehearsal of a migration on a copy of a store. The store and its folder stay unchanged.
///
/// The rehearsal uses two copies of one snapshot, because the store may change in the meantime: one is migrated, and
/// then compared with the other. Both copies are removed when the last reference to the rehearsal is released.
package struct StoreRehearsal: Sendable {
    /// The information for checking the migrated copy, such as the declared defaults and the intentional changes.
    package struct Expectation {
        /// The name of the comparison, such as `1.0.0 → 3.0.0`.
        package let subject: String
        /// The known versions, such as the plan's. A version with a copy's hashes completes the model in the copy.
        package let versions: [SchemaModel]
        /// The models between the store's model and the migration's destination, oldest first.
        package let between: [SchemaModel]
        /// The defaults that the last version and the intermediate versions declare.
        package let defaults: DeclaredDefaults
        /// The changes that the migration makes intentionally.
        package var changes: [ExpectedChange]
        /// The losses that the stages of the migration declare.
        package let losses: AcceptedLosses
        /// The losses that are declared for the complete migration, in addition to the stages' losses, with the names
        /// in the original store.
        package let dropping: [DeclaredLoss]

        package init(
            subject: String, versions: [SchemaModel], between: [SchemaModel], defaults: DeclaredDefaults,
            changes: [ExpectedChange] = [], losses: AcceptedLosses = AcceptedLosses(), dropping: [DeclaredLoss] = []
        ) {
            self.subject = subject
            self.versions = versions
            self.between = between
            self.defaults = defaults
            self.changes = changes
            self.losses = losses
            self.dropping = dropping
        }
    }

    /// The URL of the copy that isn't migrated.
    package let before: URL
    /// The URL of the copy that is migrated.
    package let after: URL
    private let folder: TemporaryFolder

    /// Makes two copies of a store that other processes may be writing to. The temporary folder must have space for
    /// both.
    ///
    /// - Throws: `StoreError` or `SQLiteError` if the store can't be read; `TemporaryFolder.Failure`, `FileError` or a
    ///   Foundation error if a copy can't be written.
    package init(of store: URL) throws {
        folder = try TemporaryFolder(for: "rehearsal")
        before = try ScratchStore(snapshotOf: store, in: folder.url.appendingPathComponent("before")).url
        after = try ScratchStore(of: before, in: folder.url.appendingPathComponent("after")).url
    }

    /// Calls `migration` with the URL of the copy to migrate. Returns its result or error, and its duration.
    package func migrate<Value>(
        _ migration: (URL) throws -> Value
    ) -> (outcome: Swift.Result<Value, any Error>, duration: Duration) {
        let clock = ContinuousClock()
        let start = clock.now
        let outcome = Swift.Result { try migration(after) }
        return (outcome, start.duration(to: clock.now))
    }

    /// Inspects the copy that stays unchanged.
    ///
    /// - Throws: `StoreError` if the store can't be read.
    package func inspection() throws -> StoreInspection { try StoreInspection(StoreReader(path: before.path)) }

    /// Returns a check of the migrated copy against the unchanged one. Call `run()` on the check to compare them.
    ///
    /// - Throws: `StoreError` if a copy can't be read.
    package func check(_ expectation: Expectation) throws -> PreservationCheck {
        PreservationCheck(
            before: try ComparedStore(path: before.path, versions: expectation.versions),
            after: try ComparedStore(path: after.path, versions: expectation.versions), between: expectation.between,
            defaults: expectation.defaults, expecting: expectation.changes, losses: expectation.losses,
            dropping: expectation.dropping, subject: expectation.subject)
    }

    /// Runs a migration of the copy, and returns the result. If the migration fails, the result contains its error.
    ///
    /// - Parameters:
    ///   - destination: the model that the copy is migrated to.
    ///   - listsDropped: whether the comparison ignores dropped parts, because ``RehearsalResult/dropped`` already
    ///     lists them.
    ///   - migration: a closure that migrates the store at the given URL, and closes it.
    /// - Throws: `StoreError` or `SQLiteError` if a copy can't be read.
    package func run(
        to destination: SchemaModel, _ expectation: Expectation, listsDropped: Bool = false,
        migration: (URL) throws -> Void
    ) throws -> RehearsalResult {
        var result = RehearsalResult(before: try inspection())
        let (outcome, duration) = migrate(migration)
        result.duration = duration
        result.dropped = try DroppedPart.all(
            of: ComparedStore(path: before.path, versions: expectation.versions), between: expectation.between,
            to: destination,
            accepting: expectation.losses)
        if case .failure(let error) = outcome {
            result.error = error
            return result
        }
        result.integrityProblems = try FileIntegrity(path: after.path).problems()
        result.after = try StoreInspection(StoreReader(path: after.path))
        var expectation = expectation
        if listsDropped {
            expectation.changes += result.dropped.map { .removed($0.path, because: "the result lists it") }
        }
        result.preservation = try check(expectation).run()
        return result
    }
}
