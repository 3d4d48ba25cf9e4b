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
            let manifest = try intactManifest()
            try StoreLock(folder: folder, files: files, timeout: timeout).withLock {
                try requireSpace(manifest)
                try restore(manifest)
            }
        } catch {
            var located = error as? MigrationError ?? MigrationError(.backup(.restoreFailed), underlying: error)
            located.storeURL = folder.store
            located.backup = backup.url
            throw located
        }
    }

    private func intactManifest() throws -> BackupManifest {
        guard let manifest = try BackupManifest(folder: backup.url.path), try manifest.isIntact(in: backup.url.path)
        else { throw MigrationError(.backup(.damaged)) }
        return manifest
    }

    /// Throws an error if there isn't enough space for the copy that replaces the store. Nothing was changed.
    private func requireSpace(_ manifest: BackupManifest) throws {
        let needed = max(manifest.byteCount, manifest.byteCount &+ Preflight.margin)
        let available = try files.freeSpace(folder.parent)
        guard needed <= available else {
            throw MigrationError(.store(.notEnoughSpace(needed: needed, available: available)))
        }
    }

    /// Whether the backup is in this store's safety folder. If so, the next launch can find it by name. The backup's
    /// URL may contain symbolic links, such as `/var` for `/private/var`.
    private var isOwn: Bool {
        FileStatus.resolved(backup.url.deletingLastPathComponent().path) == FileStatus.resolved(folder.path)
    }

    /// Restores the backup. The journal of an unfinished migration becomes obsolete, because the backup replaces the
    /// store that the journal describes. If the journal records a restore that may have moved some of the store's
    /// files, that restore is finished first. Otherwise, the files could be split between two folders.
    ///
    /// Throws an error if the store is open. An open container would continue to save to the files that were moved
    /// away, and these changes would be lost.
    ///
    /// - Parameter manifest: the manifest of an intact backup.
    private func restore(_ manifest: BackupManifest) throws {
        guard !StoreOpening(path: folder.store.path).isOpen() else { throw MigrationError(.busy(.inUse)) }
        var previous: MigrationJournal?
        do { previous = try journalFile.read() } catch {
            // Nothing can continue from a damaged journal, so ignore it. A journal that can't be read now, or that a
            // newer app wrote, is an error.
            guard case .journal(.damaged) = error.cause else { throw error }
        }
        if let begun = previous, [.staged, .cleared].contains(begun.step) {
            // The app asks for the restore now, so an empty folder at the store's path may go, whoever made it.
            if try FileKind(of: folder.store.path) == .directory, try FileAccess.list(folder.store.path).isEmpty {
                try files.removeFolder(folder.store.path)
                try files.sync(folder.parent)
            }
            _ = try Recovery(folder: folder, files: files).run(begun)
            previous = try journalFile.read()
        }
        let name = isOwn ? backup.url.lastPathComponent : nil
        try restore(manifest, from: backup.url.path, named: name, previous)
    }

    private var journalFile: JournalFile { JournalFile(folder: folder, files: files) }

    /// Restores a checked backup.
    ///
    /// - Parameter name: the name of the backup's folder in this store's safety folder; nil if the backup is in a
    ///   different folder.
    private func restore(
        _ manifest: BackupManifest, from path: String, named name: String?, _ previous: MigrationJournal?
    ) throws(MigrationError) {
        let version = MigrationJournal.Version(number: manifest.version, digest: manifest.versionDigest)
        let journal = MigrationJournal(
            storeIdentifier: manifest.storeIdentifier, plan: manifest.plan, safety: .backupAndRollback, source: version,
            destination: version, between: [], backup: name, step: .restoring)
        // Until the backup's copy is ready, keep the journal of an unfinished migration, so that the next launch can
        // finish it.
        if previous == nil { try journalFile.write(journal) }
        let restoration = StoreRestoration(folder: folder, files: files, refusesUsers: true, previous: previous)
        try restoration.run(journal, from: path)
    }
}
