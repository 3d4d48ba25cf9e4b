import Foundation
import PermafrostStore

/// A restore that the app requested. It replaces a store with a backup.
struct ManualRestore {
    let backup: StoreBackup
    let folder: SafetyFolder
    var files = FileSystem()
    var timeout = SafeMigration.timeout

    func run() throws(MigrationError) {
        do {
            guard files.isWritable(folder.parent) else {
                throw MigrationError(.store(.readOnlyFolder(path: folder.parent)))
            }
            guard let manifest = try BackupManifest(folder: backup.url.path),
                try manifest.isIntact(in: backup.url.path)
            else {
                throw MigrationError(.backup(.damaged))
            }
            try StoreLock(folder: folder, files: files, timeout: timeout).withLock { try restore(manifest) }
        } catch {
            var located = error as? MigrationError ?? MigrationError(.backup(.restoreFailed), underlying: error)
            located.storeURL = folder.store
            located.backup = backup.url
            throw located
        }
    }

    /// Whether the backup belongs to this store. If so, the next launch finds the backup by name. The app's URL may
    /// contain symbolic links, such as `/var` for `/private/var`.
    private var isOwn: Bool {
        FileStatus.resolved(backup.url.deletingLastPathComponent().path) == FileStatus.resolved(folder.path)
    }

    /// Restores the backup. An existing journal is obsolete, because the backup replaces the store that the journal
    /// describes. However, a journal that is moving the store must be finished first. Otherwise, the store would be in
    /// two places.
    ///
    /// A container that has the store open would continue to use the files that were moved away, and its saves would be
    /// lost. So an open store is an error.
    private func restore(_ manifest: BackupManifest) throws(MigrationError) {
        guard !StoreOpening(path: folder.store.path).isOpen() else { throw MigrationError(.busy(.inUse)) }
        let file = JournalFile(folder: folder, files: files)
        var previous: MigrationJournal?
        do { previous = try file.read() } catch {
            // Nothing can continue from a damaged journal, so ignore it. A journal that can't be read now, or that a
            // newer app wrote, is an error.
            guard case .journal(.damaged) = error.cause else { throw error }
        }
        if let begun = previous, [.staged, .cleared].contains(begun.step) {
            _ = try Recovery(folder: folder, files: files).run(begun)
            previous = try file.read()
        }
        let version = MigrationJournal.Version(number: manifest.version, digest: manifest.versionDigest)
        let journal = MigrationJournal(
            storeIdentifier: manifest.storeIdentifier, plan: manifest.plan, safety: .backupAndRollback, source: version,
            destination: version, between: [], backup: isOwn ? backup.url.lastPathComponent : nil,
            step: .restoring)
        // Until the backup's copy is ready, keep the journal of an unfinished migration, so that the next launch can
        // finish it.
        if previous == nil { try file.write(journal) }
        let restoration = StoreRestoration(folder: folder, files: files, refusesUsers: true, previous: previous)
        try restoration.run(journal, from: backup.url.path)
    }
}
