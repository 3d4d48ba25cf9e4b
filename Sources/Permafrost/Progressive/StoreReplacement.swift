import Foundation
import PermafrostFiles
import PermafrostStore

/// A copy of a store that takes the store's place, so that the store is the old one or the new one at every moment.
///
/// The copy lies among what keeps the store safe, on the same volume. To replace the store:
/// 1. What is in the store's -wal goes into its file, and the -wal goes: SQLite would read it as the new file's. The store
///    holds what it held.
/// 2. Large values that the copy has, and the store has not, go into the store's folder for them. The store names none of
///    them; the next container that opens it clears them away.
/// 3. The copy is renamed to the store, in one step.
/// 4. Large values that the new store no longer names are cleared away by the next container that opens it.
struct StoreReplacement {
    let folder: SafetyFolder
    let files: FileSystem

    private var staging: String { folder.folder("migrating") }
    private var copy: URL { URL(fileURLWithPath: staging).appendingPathComponent(folder.storeName) }

    /// Whether a copy is there, which another process is at work on, or died over.
    var hasLeftovers: Bool { FileManager.default.fileExists(atPath: staging) }

    /// Removes the copy, which a process that died may have left.
    func removeLeftovers() throws { try files.remove(staging) }

    /// Copies the store.
    ///
    /// - Throws: ``MigrationError`` with `.backupFailed`, or what `checkCancelled` throws.
    func makeCopy(checkCancelled: () throws -> Void) throws -> URL {
        do {
            _ = try StoreCopying(files: files).copy(folder.file.url, to: staging) { _, _ in try checkCancelled() }
            return copy
        } catch {
            throw error as? MigrationError ?? MigrationError(.backupFailed, isRolledBack: true, underlying: error)
        }
    }

    /// Puts the copy in the store's place. No connection may have either open.
    ///
    /// - Throws: ``MigrationError`` with `.inUse` where a connection has the store open, `.replacementFailed` where the files
    ///   cannot be moved. The store then holds what it held.
    func putInPlace() throws(MigrationError) {
        do {
            try settle(copy)
            try settle(folder.store)
            try files.copyAttributes(folder.store.path, copy.path)
            try files.sync(copy.path)
            try moveLargeValues()
            try files.rename(copy.path, folder.store.path)
        } catch {
            throw error as? MigrationError
                ?? MigrationError(.replacementFailed, isRolledBack: true, underlying: error)
        }
        // The store is the new one already; that the folder's name for it outlasts a loss of power is all that is missing.
        do { try files.sync(folder.parent) } catch {
            throw MigrationError(.replacementFailed, underlying: error)
        }
    }

    /// Brings what is in the -wal into the file. The last connection that closes removes the -wal; one that stays is another
    /// connection's.
    private func settle(_ file: URL) throws {
        do {
            let (connection, _) = try StoreIdentity(path: file.path).connect { _, _ in }
            try connection.requireDurableCommits()
            _ = try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let companions = StoreFile.endings.dropFirst().map { file.path + $0 }
        guard !companions.contains(where: { FileManager.default.fileExists(atPath: $0) }) else {
            throw MigrationError(.inUse, isRolledBack: true)
        }
    }

    private func moveLargeValues() throws {
        let values = try StoreFile(copy).externalStorage.files()
        guard !values.isEmpty else { return }
        let target = folder.file.externalStorage.folder
        try files.makeFolder(target)
        for value in values {
            let place = target + "/" + value.name
            // A value's file is never written twice: one that is there is the same.
            guard FileKind(place) == .absent else { continue }
            try files.sync(value.path)
            try files.rename(value.path, place)
        }
        try files.sync(target)
    }
}
