import Foundation
import PermafrostStore

/// A copy of a store. The copy is migrated, and its content then replaces the store's content. The store always has
/// either the complete old content or the complete new content.
///
/// The caller locks the store with ``lock()`` before it copies the store, and releases the lock after it has replaced
/// the content. In between, no other process can save changes that the copy doesn't have, or remove large values that
/// the new content needs.
///
/// The copy is in the store's safety folder, on the same volume. The content is replaced in these steps:
/// 1. Large values that only the copy has are moved to the store's folder for large values. The store doesn't refer to
///    them yet. If the process ends here, the next container that opens the store removes them.
/// 2. One SQLite transaction replaces the store's pages with the copy's. The store's file keeps its permissions, and
///    its `-wal` and SQLite's other files remain. SQLite therefore can't replay old content over the new content.
/// 3. The next container that opens the store removes the large values that the new content no longer refers to.
struct StoreReplacement {
    let folder: SafetyFolder
    let files: FileSystem

    /// The time in seconds to wait for other connections that have the store open.
    private static let timeout = 1.0

    private var staging: String { folder.folder("migrating") }
    private var copy: URL { URL(fileURLWithPath: staging).appendingPathComponent(folder.storeName) }

    /// Whether the store's safety folder contains a copy. If so, either a migration is running now, or the process of
    /// an earlier migration ended before it could remove the copy.
    ///
    /// - Throws: ``MigrationError`` with `.store(.unreadable)` if the file system can't be read now.
    var hasLeftovers: Bool {
        get throws(MigrationError) {
            do { return try FileKind(of: staging) != .absent } catch {
                throw MigrationError(.store(.unreadable(reason: error.description)), underlying: error)
            }
        }
    }

    /// Removes the copy from the store's safety folder, if there is one.
    func removeLeftovers() throws { try files.remove(staging) }

    /// Opens the store exclusively. No other connection can open the store until the returned connection is released.
    ///
    /// - Throws: ``MigrationError`` with `.busy(.inUse)` if another connection has the store open; `SQLiteError` if the
    ///   store can't be opened. In both cases, the store is unchanged.
    func lock() throws -> SQLiteConnection { try lock(folder.store) }

    private func lock(_ store: URL) throws -> SQLiteConnection {
        do {
            return try StoreOpening(path: store.path).connectExclusively(timeout: Self.timeout)
        } catch let error as SQLiteError where error.primaryCode == 5 {
            throw MigrationError(.busy(.inUse), underlying: error)
        }
    }

    /// Copies the store to its safety folder, and returns the URL of the copy.
    ///
    /// - Throws: ``MigrationError`` with `.backup(.failed)` if the store can't be copied; the error that
    ///   `checkCancelled` throws.
    func makeCopy(through store: SQLiteConnection, checkCancelled: () throws -> Void) throws -> URL {
        do {
            _ = try StoreCopy(files: files).copy(folder.file.url, to: staging, through: store) { _, _ in
                try checkCancelled()
            }
            return copy
        } catch {
            throw error as? MigrationError ?? MigrationError(.backup(.failed), isRolledBack: true, underlying: error)
        }
    }

    /// Replaces the store's content with the copy's.
    ///
    /// - Throws: ``MigrationError`` with `.busy(.inUse)` if a connection still has the copy open, or with
    ///   `.store(.replacementFailed)` for any other failure. The store is unchanged, with one exception: if SQLite
    ///   can't determine whether its commit reached the disk, the store may have the new content.
    func putInPlace(through store: SQLiteConnection) throws(MigrationError) {
        do {
            let migrated = try lock(copy)
            try folder.file.externalStorage.takeValues(
                of: StoreFile(copy).externalStorage, replaces: false, areSynced: false, files: files)
            try store.requireDurableCommits()
            try store.replaceContent(by: migrated)
        } catch {
            throw error as? MigrationError ?? MigrationError(.store(.replacementFailed), underlying: error)
        }
    }
}
