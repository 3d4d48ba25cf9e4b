import Foundation
import PermafrostStore

/// A copy of a store whose content becomes the store's, so that the store has the old content or the new one at every moment.
///
/// From before the copy is made until the store has its content, nobody else can open the store: see ``lock()``. So nobody
/// saves what the copy lacks, and nobody clears away large values that are there for the new content.
///
/// The copy is among what keeps the store safe, on the same volume. To replace the store's content:
/// 1. Large values that the copy has, and the store has not, go into the store's folder for them. The store names none of
///    them; if the process ends here, the next container that opens the store clears them away.
/// 2. The copy's pages become the store's, in one transaction of SQLite. The store's file stays, with its permissions, and so
///    do its -wal and whatever else SQLite has beside it: nothing of the old content can be replayed over the new one.
/// 3. Large values that the new content no longer names are cleared away by the next container that opens the store.
struct StoreReplacement {
    let folder: SafetyFolder
    let files: FileSystem

    /// How long others may still take that have the store open, in seconds.
    private static let timeout = 1.0

    private var staging: String { folder.folder("migrating") }
    private var copy: URL { URL(fileURLWithPath: staging).appendingPathComponent(folder.storeName) }

    /// Whether a copy is there, which another process is at work on, or died over.
    ///
    /// - Throws: ``MigrationError`` with `.store(.unreadable)` if that cannot be found out now.
    var hasLeftovers: Bool {
        get throws(MigrationError) {
            do { return try FileKind(of: staging) != .absent } catch {
                throw MigrationError(.store(.unreadable(reason: error.description)), underlying: error)
            }
        }
    }

    /// Removes the copy, which a process that died may have left.
    func removeLeftovers() throws { try files.remove(staging) }

    /// A connection to the store that keeps everybody else out until it is released.
    ///
    /// - Throws: ``MigrationError`` with `.busy(.inUse)` if somebody has the store open; nothing was changed then.
    func lock() throws -> SQLiteConnection { try lock(folder.store) }

    private func lock(_ store: URL) throws -> SQLiteConnection {
        do {
            return try StoreOpening(path: store.path).connectAlone(timeout: Self.timeout)
        } catch let error as SQLiteError where error.primaryCode == 5 {
            throw MigrationError(.busy(.inUse), underlying: error)
        }
    }

    /// Copies the store.
    ///
    /// - Throws: ``MigrationError`` with `.backup(.failed)`, or what `checkCancelled` throws.
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

    /// Makes the copy's content the store's.
    ///
    /// - Throws: ``MigrationError`` with `.busy(.inUse)` if a connection still has the copy open, or
    ///   `.store(.replacementFailed)`. The store holds what it held, unless SQLite could not say whether its commit is on the
    ///   disk.
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
