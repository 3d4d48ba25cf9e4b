import Foundation
import PermafrostModel

/// The database files that this process has open through SQLite, by their paths without symbolic links.
///
/// SQLite's locks on a file are the process's: the system drops all of them as soon as the process closes any descriptor of
/// the file. Another process then takes itself for the only one, and deletes the `-wal` that is in use. So a file that is
/// open here is read through SQLite alone, and none is opened while its file is read by other means: see ``alone(_:)``.
enum OpenDatabases {
    private static let connectionCounts = Locked<[String: Int]>([:])

    /// Held while a file is connected to, and while one is read by other means than SQLite's. A thread may take it again.
    private static let lock = NSRecursiveLock()

    /// Runs `body` while no store is connected to, and none is read by other means than SQLite's, by another thread.
    static func alone<Result>(_ body: () throws -> Result) rethrows -> Result { try lock.withLock(body) }

    /// Takes note of a connection.
    ///
    /// - Returns: what ``remove(_:)`` takes.
    static func add(_ path: String) -> String {
        let path = FileStatus.resolved(path)
        connectionCounts.withLock { $0[path, default: 0] += 1 }
        return path
    }

    /// Takes note that a connection is closed.
    static func remove(_ path: String) {
        connectionCounts.withLock { counts in
            let count = (counts[path] ?? 1) - 1
            counts[path] = count > 0 ? count : nil
        }
    }

    /// Whether a connection to the file at a path is counted.
    static func contains(_ path: String) -> Bool {
        let path = FileStatus.resolved(path)
        return connectionCounts.withLock { $0[path] != nil }
    }

    /// Whether this process may have the file at a path open.
    ///
    /// Core Data's connections cannot be counted. They have a `-shm` beside the file, unless the app has turned off
    /// write-ahead logging.
    static func mayContain(_ path: String) -> Bool {
        #if canImport(Darwin)
            if FileStatus.exists(FileStatus.resolved(path) + "-shm") { return true }
        #endif
        return contains(path)
    }
}
