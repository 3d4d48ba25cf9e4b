import Foundation
import PermafrostFiles

/// A store opened without a change to its folder.
///
/// SQLite makes a -shm beside a store that it opens with a -wal, and ignores the -wal if told that the file is immutable.
/// So a store with rows in its -wal is linked into a folder of its own (copied, where links fail) with a copy of the -wal
/// beside it; one with a rollback journal left by a crash is copied, since rolling back writes to it. One that this process
/// has open is neither linked nor copied: see ``OpenDatabases``. It is read under its own name, as its other users do.
final class StoreCopy {
    /// A connection to the store.
    let connection: SQLiteConnection
    private let folder: String?

    /// How long to wait for this process's own transaction to end, in milliseconds.
    private static let busyTimeout = 10_000
    /// The bytes with which a journal ends that names a further one.
    private static let furtherJournalMark: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]

    init(path: String, temporaryFolder: String) throws(StoreError) {
        // SQLite looks for -wal and journal beside the file that a link leads to.
        let resolved = FileStatus.resolved(path)
        let made = temporaryFolder + "/permafrost-" + UUID().uuidString
        do {
            let wal = try Self.holdsSomething(resolved + "-wal", of: path)
            let journal = try Self.holdsSomething(resolved + "-journal", of: path)
            guard wal || journal else {
                folder = nil
                connection = try SQLiteConnection(path: resolved, mode: .untrustedImmutable)
                return
            }
            if OpenDatabases.mayContain(resolved) {
                folder = nil
                connection = try SQLiteConnection(path: resolved, mode: .untrusted)
                connection.waitForOthers(milliseconds: Self.busyTimeout)
                return
            }
            let files = FileManager.default
            try files.createDirectory(
                atPath: made, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            folder = made
            let copy = made + "/store"
            if journal {
                // Rolling back would remove the file that the journal names, whatever file that is.
                guard try !Self.namesFurtherJournal(resolved + "-journal") else {
                    throw StoreError.unsafeJournal(path: path)
                }
                try files.copyItem(atPath: resolved, toPath: copy)
                try files.copyItem(atPath: resolved + "-journal", toPath: copy + "-journal")
                // The first read by a connection that may write rolls back.
                let recovery = try SQLiteConnection(path: copy, mode: .create)
                _ = try recovery.rows("PRAGMA schema_version")
            } else {
                do { try files.linkItem(atPath: resolved, toPath: copy) } catch {
                    try files.copyItem(atPath: resolved, toPath: copy)
                }
            }
            if wal { try files.copyItem(atPath: resolved + "-wal", toPath: copy + "-wal") }
            connection = try SQLiteConnection(path: copy, mode: .untrusted)
        } catch {
            try? FileManager.default.removeItem(atPath: made)
            if let error = error as? StoreError { throw error }
            if let error = error as? SQLiteError { throw .notSQLite(path: path, error: error) }
            throw .unreadable(path: path, reason: error.localizedDescription)
        }
    }

    deinit {
        if let folder { try? FileManager.default.removeItem(atPath: folder) }
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
            throw StoreError.unreadable(path: path, reason: "What lies beside it, \(companion), is not a file.")
        }
        guard status.bytes == 0 || FileStatus.isReadable(companion) else {
            let reason = String(cString: strerror(errno))
            throw StoreError.unreadable(
                path: path, reason: "What lies beside it, \(companion), cannot be read: \(reason).")
        }
        return status.bytes > 0
    }
}
