import Foundation

/// A store that is opened without changing its folder.
///
/// Opening a store with a `-wal` creates a `-shm` next to it, unless the file is opened as immutable, which ignores the
/// `-wal`. Therefore, a store with rows in its `-wal` is copied to a temporary folder. A store with a rollback journal
/// that a crash left is also copied, because rolling back writes to the store.
///
/// The copy is never a hard link, because a link has the same inode as the store. All connections of a process to the
/// same inode share one `-shm`. While the link is open, a connection of this process to the store would use the `-shm`
/// next to the link, which no other process sees.
///
/// A store that this process has open isn't copied. It is read at its own path. See ``OpenDatabases``.
final class UntrustedStore {
    /// The connection to the store, or to its copy.
    let connection: SQLiteConnection
    private let folder: TemporaryFolder?
    private let path: String
    /// The status of the store's file when it was opened as immutable. Nil if a copy is read, or if SQLite locks the
    /// file.
    private let status: FileStatus?

    /// The maximum number of attempts to copy a store while another process writes to it. Attempts are 10 ms apart.
    private static let attempts = 100
    /// The magic number of SQLite's journals. A journal that refers to another one ends with these bytes.
    private static let furtherJournalMark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

    /// - Parameter busyTimeout: the maximum time to wait until a transaction of this process ends, in milliseconds.
    init(path: String, temporaryFolder: String, busyTimeout: Int = 10_000) throws(StoreError) {
        self.path = path
        do {
            (connection, folder, status) = try OpenDatabases.alone {
                try Self.open(path, URL(fileURLWithPath: temporaryFolder), busyTimeout)
            }
        } catch {
            if let error = error as? StoreError { throw error }
            if let error = error as? SQLiteError { throw StoreError(error, path: path) }
            if let error = error as? FileError, error.operation == .open, [EPERM, EACCES].contains(error.code) {
                // SQLite reports this error for a store that doesn't need a copy.
                var denied = SQLiteError(code: 14, message: error.reason, path: path)
                denied.systemError = error.code
                throw .sqlite(denied)
            }
            throw .unreadable(path: path, reason: error.localizedDescription)
        }
    }

    /// Throws a `StoreError` if another process has changed the store since it was opened. SQLite doesn't lock an
    /// immutable file, so the rows that were read can come from several states.
    func assertUnchanged() throws(StoreError) {
        guard let status, FileStatus(at: path) != status else { return }
        throw .unreadable(
            path: path,
            reason: "another process changed it while it was read. Close the store there, and try again")
    }

    private static func open(
        _ path: String, _ parent: URL, _ busyTimeout: Int
    ) throws -> (SQLiteConnection, TemporaryFolder?, FileStatus?) {
        // SQLite looks for the -wal and the journal next to the target of a symbolic link.
        let resolved = FileStatus.resolved(path)
        let status = FileStatus(at: resolved)
        let log = try holdsSomething(resolved + "-wal", of: path)
        let journal = try holdsSomething(resolved + "-journal", of: path) && canRollBack(resolved + "-journal")
        guard log || journal else {
            return (try SQLiteConnection(path: resolved, mode: .untrustedImmutable), nil, status)
        }
        if OpenDatabases.mayContain(resolved) {
            let connection = try SQLiteConnection(path: resolved, mode: .untrusted)
            connection.setBusyTimeout(milliseconds: busyTimeout)
            return (connection, nil, nil)
        }
        let folder = try TemporaryFolder(for: "store", in: parent)
        let copy = folder.url.appendingPathComponent("store").path
        try copyFiles(of: resolved, to: copy)
        // Another process may have changed the journal in the meantime, so examine the copy.
        if try canRollBack(copy + "-journal") {
            // Rolling back would delete the file that the journal refers to, which could be any file.
            guard try !namesFurtherJournal(copy + "-journal") else { throw StoreError.unsafeJournal(path: path) }
            // A connection that can write rolls back on its first read.
            let recovery = try SQLiteConnection(path: copy, mode: .create)
            _ = try recovery.rows("PRAGMA schema_version")
        }
        return (try SQLiteConnection(path: copy, mode: .untrusted), folder, nil)
    }

    /// Copies a database with its `-wal` and journal. A different process may append to the `-wal` in the meantime. If
    /// it changes the database or the journal, everything is copied again. Throws an error if this happens in every
    /// attempt.
    private static func copyFiles(of path: String, to copy: String) throws {
        let endings = ["", "-wal", "-journal"]
        func state() throws -> [FileStatus?] {
            let journal = path + "-journal"
            return [FileStatus(at: path), try canRollBack(journal) ? FileStatus(at: journal) : nil]
        }
        for attempt in 1... {
            let before = try state()
            for ending in endings where FileStatus.bytes(at: path + ending) > 0 {
                do { try FileAccess.clone(path + ending, to: copy + ending) } catch let error as FileError
                    where error.code == ENOENT && !ending.isEmpty
                {
                    // Another process has removed the file. The comparison below detects this.
                    try FileAccess.remove(copy + ending)
                }
            }
            if try state() == before { return }
            guard attempt < attempts else {
                throw StoreError.unreadable(
                    path: path,
                    reason: "another process keeps writing to it. Close the store there, and try again")
            }
            for ending in endings { try FileAccess.remove(copy + ending) }
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    /// Returns whether SQLite would roll back with a journal. It ignores a journal that starts with a zero byte, which
    /// is how a transaction ends with `PRAGMA journal_mode = PERSIST`. It also ignores an empty journal, which may be
    /// unreadable.
    private static func canRollBack(_ journal: String) throws -> Bool {
        guard FileStatus.bytes(at: journal) > 0 else { return false }
        return try read(journal) { file in try file.read(upToCount: 1)?.first ?? 0 } ?? 0 != 0
    }

    /// Returns whether a journal refers to another one. Returns false if another process has removed the journal.
    private static func namesFurtherJournal(_ journal: String) throws -> Bool {
        try read(journal) { file in
            let end = try file.seekToEnd()
            guard end >= 8 else { return false }
            try file.seek(toOffset: end - 8)
            return try file.read(upToCount: 8).map(Array.init) == furtherJournalMark
        } ?? false
    }

    /// Reads from a file. Returns nil if another process has removed the file.
    private static func read<Result>(_ path: String, _ body: (FileHandle) throws -> Result) throws -> Result? {
        let file: FileHandle
        do { file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path)) } catch CocoaError.fileReadNoSuchFile {
            return nil
        } catch CocoaError.fileNoSuchFile {
            return nil
        }
        defer { try? file.close() }
        return try body(file)
    }

    /// Returns whether a file next to the store has content. SQLite removes these files when another process closes its
    /// last connection, so a file can disappear at any time. Throws a `StoreError` if the item isn't a regular file, or
    /// if it has content but can't be read.
    private static func holdsSomething(_ companion: String, of path: String) throws -> Bool {
        guard let status = FileStatus(at: companion, followsLink: false) else { return false }
        guard status.isRegular else {
            throw StoreError.unreadable(path: path, reason: "\(companion), which is next to the store, isn't a file")
        }
        guard status.bytes == 0 || FileStatus.isReadable(companion) else {
            let code = errno
            // Another process has closed its last connection in the meantime.
            if code == ENOENT { return false }
            let reason = String(cString: strerror(code))
            throw StoreError.unreadable(
                path: path, reason: "\(companion), which is next to the store, can't be read: \(reason)")
        }
        return status.bytes > 0
    }
}
