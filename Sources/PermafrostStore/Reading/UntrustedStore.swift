import Foundation

/// A store opened without a change to its folder.
///
/// SQLite makes a -shm beside a store that it opens with a -wal, and ignores the -wal if told that the file is immutable.
/// So a store with rows in its -wal is copied into a folder of its own, and so is one with a rollback journal left by a crash,
/// since rolling back writes to it. It is never linked: the connections of a process share their wal-index by inode, so that
/// whoever opens the store meanwhile would use the index beside the link, which no other process sees.
///
/// A store that this process has open is not copied: see ``OpenDatabases``. It is read under its own name, as its other users
/// do.
final class UntrustedStore {
    /// A connection to the store.
    let connection: SQLiteConnection
    private let folder: TemporaryFolder?

    /// How long to wait for this process's own transaction to end, in milliseconds.
    private static let busyTimeout = 10_000
    /// How often a store is copied that another process writes to meanwhile.
    private static let attempts = 20
    /// The bytes with which a journal ends that names a further one.
    private static let furtherJournalMark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

    init(path: String, temporaryFolder: String) throws(StoreError) {
        do {
            (connection, folder) = try OpenDatabases.alone {
                try Self.open(path, URL(fileURLWithPath: temporaryFolder))
            }
        } catch {
            if let error = error as? StoreError { throw error }
            if let error = error as? SQLiteError { throw StoreError(error, path: path) }
            if let error = error as? FileError, error.operation == .open, [EPERM, EACCES].contains(error.code) {
                // The same as SQLite reports of a store that needs no copy.
                var denied = SQLiteError(code: 14, message: error.reason, path: path)
                denied.systemError = error.code
                throw .sqlite(denied)
            }
            throw .unreadable(path: path, reason: error.localizedDescription)
        }
    }

    private static func open(_ path: String, _ parent: URL) throws -> (SQLiteConnection, TemporaryFolder?) {
        // SQLite looks for -wal and journal beside the file that a link leads to.
        let resolved = FileStatus.resolved(path)
        let log = try holdsSomething(resolved + "-wal", of: path)
        let journal = try holdsSomething(resolved + "-journal", of: path)
        guard log || journal else { return (try SQLiteConnection(path: resolved, mode: .untrustedImmutable), nil) }
        if OpenDatabases.mayContain(resolved) {
            let connection = try SQLiteConnection(path: resolved, mode: .untrusted)
            connection.setBusyTimeout(milliseconds: busyTimeout)
            return (connection, nil)
        }
        // Rolling back would remove the file that the journal names, whatever file that is.
        guard try !journal || !namesFurtherJournal(resolved + "-journal") else {
            throw StoreError.unsafeJournal(path: path)
        }
        let folder = try TemporaryFolder(for: "store", in: parent)
        let copy = folder.url.appendingPathComponent("store").path
        try copyFiles(of: resolved, to: copy)
        if journal {
            // The first read by a connection that may write rolls back.
            let recovery = try SQLiteConnection(path: copy, mode: .create)
            _ = try recovery.rows("PRAGMA schema_version")
        }
        return (try SQLiteConnection(path: copy, mode: .untrusted), folder)
    }

    /// Copies a database with its -wal and journal. What another process adds to the -wal meanwhile does no harm; if it writes
    /// to the database, the copy is made anew.
    private static func copyFiles(of path: String, to copy: String) throws {
        let endings = ["", "-wal", "-journal"]
        func state() -> [FileStatus?] { ["", "-journal"].map { FileStatus(at: path + $0) } }
        for attempt in 1... {
            let before = state()
            for ending in endings where FileStatus.bytes(at: path + ending) > 0 {
                try FileAccess.clone(path + ending, to: copy + ending)
            }
            if state() == before { return }
            guard attempt < attempts else {
                throw StoreError.unreadable(path: path, reason: "Another process writes to it all the time.")
            }
            for ending in endings { try FileAccess.remove(copy + ending) }
            Thread.sleep(forTimeInterval: 0.01)
        }
    }

    private static func namesFurtherJournal(_ path: String) throws -> Bool {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        let end = try file.seekToEnd()
        guard end >= 8 else { return false }
        try file.seek(toOffset: end - 8)
        return try file.read(upToCount: 8).map(Array.init) == furtherJournalMark
    }

    /// Whether a file beside the store holds anything. What is no file there, a pipe for one, is never opened.
    private static func holdsSomething(_ companion: String, of path: String) throws -> Bool {
        guard let status = FileStatus(at: companion, followsLink: false) else { return false }
        guard status.isRegular else {
            throw StoreError.unreadable(path: path, reason: "\(companion), which is next to it, isn't a file.")
        }
        guard status.bytes == 0 || FileStatus.isReadable(companion) else {
            let reason = String(cString: strerror(errno))
            throw StoreError.unreadable(
                path: path, reason: "\(companion), which is next to it, can't be read: \(reason).")
        }
        return status.bytes > 0
    }
}
