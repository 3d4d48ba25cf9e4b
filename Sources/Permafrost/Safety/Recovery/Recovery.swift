import Foundation
import PermafrostStore

/// The recovery from a journal that a previous process left. Afterward, the store has the old version or the new one.
/// If failed migrations aren't rolled back, it may also have an intermediate version, from which the plan continues.
/// Changes that a different app or the user made in the meantime are never undone.
struct Recovery: Sendable {
    /// The work that remains after the recovery.
    enum Outcome: Sendable {
        /// No work remains. The journal is removed.
        case closed
        /// The store has its new version, and the `postMigration` hook hasn't finished. The journal stays.
        case finish(MigrationJournal)
    }

    let folder: SafetyFolder
    let files: FileSystem
    /// The time to stop waiting for a connection that has locked the store; nil for the default of ``StoreFacts``.
    var end: ContinuousClock.Instant?
    /// Whether SwiftData runs all stages in one transaction. If so, a store with the new version has the changes of all
    /// stages. Apple's framework doesn't document this. It may give the store its new version before the last stage's
    /// operations have changed every row.
    var migratesInOneTransaction = Self.isPackagesSwiftData

    #if os(Linux)
        private static let isPackagesSwiftData = true
    #else
        private static let isPackagesSwiftData = false
    #endif

    /// Returns the journal that a previous process left. If a restore's journal was removed by hand after the store was
    /// moved aside, writes a new one, so that the restore is finished. Returns nil if there is nothing to finish.
    ///
    /// Such a restore has left a marked folder at the store's path, and its copy is already complete. If the copy was
    /// removed, too, the newest intact backup is restored. Any other folder is the app's: see ``RestorePlace``.
    ///
    /// - Throws: ``MigrationError`` if the journal is damaged, or can't be read or written now; `FileError` if a folder
    ///   can't be listed.
    func journal() throws -> MigrationJournal? {
        let file = JournalFile(folder: folder, files: files)
        if let journal = try file.read() { return journal }
        guard let replaced = try RestorePlace(folder: folder, files: files).replaced,
            try FileKind(of: folder.folder(replaced)) == .directory, try FileAccess.list(folder.store.path).isEmpty
        else { return nil }
        let unknown = MigrationJournal.Version(number: "", digest: "")
        var journal = MigrationJournal(
            storeIdentifier: "", plan: "", safety: .backupAndRollback, source: unknown, destination: unknown,
            between: [], step: .cleared)
        let backups = StoreBackups(folder: folder, files: files)
        if let copy = try StoreFacts.read(URL(fileURLWithPath: folder.restoreFolder + "/" + folder.storeName)) {
            journal.storeIdentifier = copy.identifier
        } else if let backup = try backups.backups.first(where: \.isIntact),
            let manifest = try BackupManifest(folder: backup.url.path)
        {
            journal.storeIdentifier = manifest.storeIdentifier
            journal.backup = backup.url.lastPathComponent
        } else {
            return nil
        }
        journal.failed = replaced
        try file.write(journal)
        return journal
    }

    /// Finishes or undoes the migration or the restore that the journal records, and returns the remaining work.
    ///
    /// - Throws: ``MigrationError`` if the store can't be read or restored, or if the journal can't be removed. The
    ///   journal then stays, unless the backup is damaged.
    func run(_ journal: MigrationJournal) throws(MigrationError) -> Outcome {
        let file = JournalFile(folder: folder, files: files)
        let restoration = StoreRestoration(folder: folder, files: files)
        switch journal.step {
        case .restoring where backup(of: journal) == nil:
            // A restore that the app requested hasn't changed anything yet.
            try removeCopy()
            try removePartialBackups()
            StoreUsers(store: folder.store.path).returnToLog()
            try file.close()
            return .closed
        case .restoring, .staged, .cleared:
            try restoration.run(journal, from: backup(of: journal) ?? folder.path)
            // After a restore is given up, the journal of an earlier unfinished migration remains.
            if let previous = try file.read() { return try run(previous) }
            return .closed
        case .begun:
            try removeCopy()
            try removePartialBackups()
            try file.close()
            return .closed
        case .finished:
            try removeCopy()
            try file.close()
            return .closed
        case .backedUp, .migrating, .committed, .finishing: break
        }
        try removeCopy()
        switch try state(for: journal) {
        case .migrated where !mayBeIncomplete(journal): return .finish(journal)
        case .asBefore, .another, .gone: try file.close()
        case .migrated, .halfWay, .damaged:
            if journal.safety == .backupAndRollback, let backup = backup(of: journal) {
                try restoration.run(journal, from: backup)
            } else {
                // The plan continues from an intermediate version.
                try file.close()
            }
        }
        return .closed
    }

    /// Removes the copy of a backup, which can exist if a requested restore ended before the copy was ready.
    private func removeCopy() throws(MigrationError) {
        do { try files.remove(folder.restoreFolder) } catch {
            throw MigrationError(.backup(.restoreFailed), underlying: error)
        }
    }

    private func removePartialBackups() throws(MigrationError) {
        do { try StoreBackups(folder: folder, files: files).removePartial() } catch {
            throw MigrationError(.journal(.notWritten(path: folder.journal)), underlying: error)
        }
    }

    /// Returns the path of the journal's backup folder; nil if the journal records no backup.
    func backup(of journal: MigrationJournal) -> String? {
        journal.backup.map { folder.folder($0) }
    }

    /// Returns whether a store with the new version must be restored from its backup, because some changes of its
    /// stages may be missing. After the restore, the complete migration starts again, so that no operation runs twice
    /// for a row.
    func mayBeIncomplete(_ journal: MigrationJournal) -> Bool {
        !migratesInOneTransaction && journal.step == .migrating && journal.safety == .backupAndRollback
            && journal.backup != nil
    }

    /// The state of the store in relation to a journal.
    enum State: Sendable {
        case asBefore, migrated
        /// The store has an intermediate version.
        case halfWay
        /// The file can't be read as a store.
        case damaged
        /// The store has an unexpected version, or is a different store.
        case another
        /// There is no store.
        case gone
    }

    /// Reads the store and returns its state. Throws an error if the store can't be read now.
    func state(for journal: MigrationJournal) throws(MigrationError) -> State {
        let facts: StoreFacts
        do {
            guard let found = try StoreFacts.read(folder.store, until: end) else { return .gone }
            facts = found
        } catch {
            switch error.cause {
            case .store(.damaged), .store(.notAStore): return .damaged
            default: throw error
            }
        }
        guard facts.identifier == journal.storeIdentifier else { return .another }
        if facts.digest == journal.source.digest { return .asBefore }
        if facts.digest == journal.destination.digest { return .migrated }
        return journal.between.contains(facts.digest) ? .halfWay : .another
    }
}
