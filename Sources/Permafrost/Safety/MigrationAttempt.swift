import Foundation
import SwiftData

/// One migration of a store. Each step is recorded in the journal before the next one begins. If a step fails and the
/// safety setting requires a rollback, a store that was changed is replaced with its backup.
struct MigrationAttempt {
    private let migration: SafeMigration
    private var journal: MigrationJournal
    private let source: Schema.Version
    private let destination: Schema.Version
    /// Whether an earlier launch began the migration. Something else may have used the migrated store in between, so its
    /// backup doesn't prove that its rows exist elsewhere.
    private var isResumed = false
    private var backups: StoreBackups { StoreBackups(folder: migration.folder, files: migration.files) }

    /// Creates an attempt to migrate a store.
    ///
    /// - Parameters:
    ///   - source: the source version that the plan's hooks receive.
    ///   - destination: the destination version that the plan's hooks receive.
    init(
        _ migration: SafeMigration, _ journal: MigrationJournal, from source: Schema.Version,
        to destination: Schema.Version
    ) {
        self.migration = migration
        self.journal = journal
        self.source = source
        self.destination = destination
    }

    /// Backs up the store if the safety setting requires it, runs the `preMigration` hook, migrates the store, and runs
    /// the `postMigration` hook. Returns the store's container.
    mutating func start(_ facts: StoreFacts) throws(MigrationError) -> ModelContainer {
        try closingOnFailure { attempt in
            try attempt.record(.begun)
            try attempt.backUp(facts)
            try attempt.runHookBefore()
            try attempt.record(.migrating)
            attempt.migration.report(.migration)
            let container = try attempt.migration.container()
            try attempt.record(.committed)
            try attempt.finish(container)
            return container
        }
    }

    /// Opens a store that is already migrated, and runs the `postMigration` hook. Returns the store's container.
    mutating func resume() throws(MigrationError) -> ModelContainer {
        isResumed = true
        return try closingOnFailure { attempt in
            let container = try attempt.migration.container()
            try attempt.finish(container)
            return container
        }
    }

    private mutating func record(_ step: MigrationJournal.Step) throws(MigrationError) {
        journal.step = step
        try migration.journalFile.write(journal)
    }

    private mutating func backUp(_ facts: StoreFacts) throws {
        guard let name = journal.backup else { return }
        migration.report(.backup)
        do {
            // Do this before the folder contains anything that a device backup could include.
            try migration.files.setExcludedFromDeviceBackup(migration.folder.path, try migration.isBackupExcluded())
            journal.backup = try backups.make(name, of: facts, for: journal) { [run = migration.run] _, _ in
                try run.checkCancelled()
            }
        } catch {
            throw error as? MigrationError ?? MigrationError(.backup(.failed), underlying: error)
        }
        try record(.backedUp)
    }

    private func runHookBefore() throws(MigrationError) {
        do {
            try migration.run.checkCancelled()
            guard let hook = migration.plan.preMigration else { return }
            try migration.run.runAppCode("preMigration", {}, { try hook(hookContext(nil)) })
        } catch {
            throw error as? MigrationError ?? MigrationError(.hook(.preMigrationFailed), underlying: error)
        }
    }

    private mutating func finish(_ container: ModelContainer) throws(MigrationError) {
        if let hook = migration.plan.postMigration {
            try record(.finishing)
            do {
                try migration.run.runAppCode("postMigration", {}, { try hook(hookContext(container)) })
            } catch {
                throw MigrationError(.hook(.postMigrationFailed), underlying: error)
            }
            try record(.finished)
        }
        try migration.journalFile.close()
        if journal.backup != nil { backups.prune(migration.retention) }
        migration.report(.finished)
    }

    private func hookContext(_ container: ModelContainer?) -> MigrationHookContext {
        MigrationHookContext(
            storeURL: migration.configurations.storeURL, sourceVersion: source, destinationVersion: destination,
            container: container)
    }

    // MARK: Failure

    /// Runs the steps in `body`. If a step fails, the container is released before the failure is handled.
    private mutating func closingOnFailure(
        _ body: (inout MigrationAttempt) throws -> ModelContainer
    ) throws(MigrationError) -> ModelContainer {
        do { return try body(&self) } catch {
            throw close(after: error as? MigrationError ?? MigrationError(.store(.openingFailed), underlying: error))
        }
    }

    /// Restores the backup after a failed migration if the store was changed and the safety setting requires a
    /// rollback. Removes the journal unless the next launch must continue from it. Returns the error, with the backup's
    /// URL and whether the migration was rolled back.
    private func close(after error: MigrationError) -> MigrationError {
        var located = error
        if journal.step != .begun, let backup = migration.recovery.backup(of: journal) {
            located.backup = URL(fileURLWithPath: backup)
        }
        // The journal doesn't contain the current step, so leave the store as it is. The next launch continues from the
        // recorded step.
        if case .journal(.notWritten) = error.cause {
            // Without a journal, no step has begun.
            if journal.step == .begun, (try? migration.journalFile.exists) == false { located.isRolledBack = true }
            return located
        }
        try? backups.removePartial()
        // If the result can't be determined or recorded now, the next launch handles it.
        if journal.step == .migrating, Self.mayHaveCommitted(error) {
            do { try StoreUsers(store: migration.folder.store.path).settleLog() } catch { return located }
        }
        guard let state = try? migration.recovery.state(for: journal) else { return located }
        switch state {
        case .asBefore:
            located.isRolledBack = journal.step == .migrating
        case .migrated
        where error.cause != .hook(.postMigrationFailed) && !migration.recovery.mayBeIncomplete(journal):
            // The commit reached the disk although SQLite reported an error, or the migrated store couldn't be opened.
            // The next launch does the remaining work.
            return located
        case .migrated, .halfWay, .damaged, .gone:
            guard journal.safety == .backupAndRollback, let backup = located.backup else { break }
            migration.report(.restore)
            do {
                try StoreRestoration(folder: migration.folder, files: migration.files, isProved: !isResumed)
                    .run(journal, from: backup.path)
                located.isRolledBack = true
                backups.prune(migration.retention)
                return located
            } catch let failure {
                located.cause = failure.cause
                located.underlying = error
                if let reason = failure.underlying {
                    located.underlying = FailedRollback(reason: reason, migration: error)
                }
                return located
            }
        case .another: break
        }
        // If the journal can't be removed, the next launch handles it.
        do { try migration.journalFile.close() } catch { return located }
        backups.prune(migration.retention)
        return located
    }

    /// Returns whether a commit may have reached the disk although SwiftData reported an error. This is possible if
    /// opening the store failed, or if the underlying error is SwiftData's or is in the Cocoa error domain.
    private static func mayHaveCommitted(_ error: MigrationError) -> Bool {
        if error.cause == .store(.openingFailed) { return true }
        guard let underlying = error.underlying else { return false }
        return underlying is SwiftDataError || (underlying as NSError).domain == NSCocoaErrorDomain
    }
}
