import Foundation
import PermafrostModel

/// The database files that this process has open through SQLite, identified by their paths with symbolic links
/// resolved.
///
/// SQLite's locks on a file belong to the process. When the process closes any descriptor of the file, the system drops
/// all of these locks. Another process then assumes that the database isn't in use, and deletes the `-wal`. Therefore,
/// read a file only through SQLite while a connection to it is open, and don't open a connection to a file while the
/// file is read directly. See ``alone(_:)``.
enum OpenDatabases {
    private static let connectionCounts = Locked<[String: Int]>([:])

    /// A recursive lock that is held while a connection is opened, and while a file is read directly.
    private static let lock = NSRecursiveLock()

    /// Runs `body` while no other thread opens a store or reads a store's file directly.
    static func alone<Result>(_ body: () throws -> Result) rethrows -> Result { try lock.withLock(body) }

    /// Records that a connection to the file at a path was opened.
    ///
    /// - Returns: the path to pass to ``remove(_:)``.
    static func add(_ path: String) -> String {
        let path = FileStatus.resolved(path)
        connectionCounts.withLock { $0[path, default: 0] += 1 }
        return path
    }

    /// Records that a connection was closed. The path is the one that ``add(_:)`` returned.
    static func remove(_ path: String) {
        connectionCounts.withLock { counts in
            let count = (counts[path] ?? 1) - 1
            counts[path] = count > 0 ? count : nil
        }
    }

    /// Returns whether this process has a recorded connection to the file at a path.
    static func contains(_ path: String) -> Bool {
        let path = FileStatus.resolved(path)
        return connectionCounts.withLock { $0[path] != nil }
    }

    /// Returns whether this process may have the file at a path open. On Darwin, this is also true if there is a `-shm`
    /// next to the file, because Core Data's connections can't be recorded. While such a connection is open, there is a
    /// `-shm` unless the app has turned off write-ahead logging.
    static func mayContain(_ path: String) -> Bool {
        #if canImport(Darwin)
            if FileStatus.exists(FileStatus.resolved(path) + "-shm") { return true }
        #endif
        return contains(path)
    }
}
