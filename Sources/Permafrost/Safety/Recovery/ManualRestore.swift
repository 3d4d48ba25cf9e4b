import Foundation
import PermafrostStore

/// Puts a backup in a store's place because someone asked for it.
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

    /// Whether the backup is one of the store's own, which the next launch finds by its name. An app may reach it through a
    /// symbolic link, such as `/var` for `/private/var`.
    private var isOwn: Bool {
        FileStatus.resolved(backup.url.deletingLastPathComponent().path) == FileStatus.resolved(folder.path)
    }

    /// A journal that is there is of no more use: whatever it was about, the backup takes the store's place. One that is
    /// moving the store must come to its end first, or the store would be in two places.
    ///
    /// A container that has the store open would go on with files that are no longer at their place: what it saves would be
    /// lost.
    private func restore(_ manifest: BackupManifest) throws(MigrationError) {
        guard !StoreOpening(path: folder.store.path).isOpen() else { throw MigrationError(.busy(.inUse)) }
        let file = JournalFile(folder: folder, files: files)
        var previous: MigrationJournal?
        do { previous = try file.read() } catch {
            // Nobody can go on from a damaged one. One that cannot be read now, or is a newer app's, is another matter.
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
        // A migration that is not finished is still the next launch's to finish, until the backup's copy is ready.
        if previous == nil { try file.write(journal) }
        let restoration = StoreRestoration(folder: folder, files: files, refusesUsers: true, previous: previous)
        try restoration.run(journal, from: backup.url.path)
    }
}
