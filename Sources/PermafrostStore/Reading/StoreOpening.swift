import Foundation
import PermafrostModel

/// Connects to a store's file without harm to its other users.
///
/// SQLite's locks are the process's: all of them go when any descriptor of the file is closed by other means than SQLite's
/// own. So a file that this process has open is read through SQLite, and every other one is read while no connection is being
/// made: see ``OpenDatabases``.
package struct StoreOpening {
    package let path: String
    /// The file that the path leads to: SQLite puts what belongs to it beside that one.
    private let resolved: String
    /// How long to wait for another process, in milliseconds.
    package let busyTimeout: Int

    /// The identity of the file at a path.
    package init(path: String, busyTimeout: Int = 10_000) {
        self.path = path
        resolved = FileStatus.resolved(path)
        self.busyTimeout = busyTimeout
    }

    /// A connection that may write, and the metadata, which was found with no change to the file or its folder.
    ///
    /// A connection to a file with a -wal leaves a -shm beside it, unless the store is closed in good order. So a file that
    /// would get one is refused before, where that can be.
    ///
    /// - Parameter refuse: throws where the store is not one to write to, given its metadata and the model that it carries.
    /// - Throws: `StoreError` if the file is no store, and what `refuse` throws.
    package func connect(
        _ refuse: (StoreMetadata, _ carried: () throws -> SchemaModel?) throws -> Void
    ) throws -> (SQLiteConnection, StoreMetadata) {
        try OpenDatabases.alone {
            let metadata = try metadata()
            if hasLog, !isInUse {
                do { try refuse(metadata, carriedModel) } catch {
                    // Another process may have come meanwhile, and what was read of it be of two times.
                    guard isInUse else { throw error }
                }
            }
            return (try connection(.create), metadata)
        }
    }

    /// The model that the store carries; nil if it carries none, or one that is damaged.
    private func carriedModel() throws(StoreError) -> SchemaModel? {
        do { return try StoreReader(path: path).model() } catch {
            switch error {
            case .noModelCache, .damagedModelCache: return nil
            default: throw error
            }
        }
    }

    /// A connection that may only read, if `check` accepts the metadata. It leaves the file and its folder as they are.
    ///
    /// - Throws: `StoreError` if the file is no store, and what `check` throws.
    package func connectForReading(_ check: (StoreMetadata) throws -> Void) throws -> SQLiteConnection {
        try OpenDatabases.alone {
            try check(try metadata())
            // A connection without the right to write leaves a -shm behind that it had to make.
            if isInUse || hasLog { return try connection(.untrusted) }
            guard isWritable else { return try connection(.untrustedImmutable) }
            let connection = try connection(.create)
            try connection.execute("PRAGMA query_only=ON")
            return connection
        }
    }

    /// The metadata, found with no change to the file or its folder.
    ///
    /// - Throws: `StoreError` if the file is no store.
    package func readMetadata() throws -> StoreMetadata {
        try OpenDatabases.alone { try metadata() }
    }

    /// Runs `body` over a connection that reads the store as it is, rows that are only in a -wal included, and leaves the
    /// file and its folder as they are.
    ///
    /// - Throws: `StoreError` if the file is no database, and what `body` throws.
    package func read<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        if let connection = try OpenDatabases.alone({ try connectionInPlace() }) { return try body(connection) }
        let copy = try UntrustedStore(path: path, temporaryFolder: NSTemporaryDirectory())
        return try withExtendedLifetime(copy) { try body(copy.connection) }
    }

    /// A connection to the file under its own name; nil if one would change the folder, or save that was cut short must
    /// be undone first.
    private func connectionInPlace() throws -> SQLiteConnection? {
        guard isInUse else {
            // A file that is not there must not be made.
            if hasLog || !isWritable || FileStatus.bytes(at: path) == 0 { return nil }
            // What it makes beside the file goes with it.
            let connection = try connection(.create)
            try connection.execute("PRAGMA query_only=ON")
            return connection
        }
        do { return try connection(.untrusted) } catch let error as SQLiteError
            where error.primaryCode == 8 || error.primaryCode == 14
        { return nil }
    }

    /// A connection that keeps everybody else out, other processes and other connections of this one, until it is released:
    /// nobody can read the store, or write to it. The store keeps its journal mode.
    ///
    /// With write-ahead logging an exclusive transaction keeps nobody out. A connection whose locking mode is exclusive before
    /// its first read does: it locks the database's file, on which every other connection has a shared lock as long as it is
    /// open. It goes on with what a process that was killed has left in the -wal.
    ///
    /// Without write-ahead logging a connection has no lock between its transactions. Then one of this process is seen,
    /// unless it is Core Data's, and one of another process is not. What that one writes later is checked by SQLite against
    /// the file as it is then.
    ///
    /// - Parameter timeout: how long to wait for others, in seconds.
    /// - Throws: `SQLiteError`, with code 5 if others have the store open; nothing is changed then.
    package func connectAlone(timeout: Double) throws -> SQLiteConnection {
        let end = ContinuousClock.now + .seconds(timeout)
        while true {
            do { return try OpenDatabases.alone { try connectionAlone() } } catch let error as SQLiteError
                where error.primaryCode == 5 && ContinuousClock.now < end
            { Thread.sleep(forTimeInterval: 0.01) }
        }
    }

    private func connectionAlone() throws -> SQLiteConnection {
        guard !OpenDatabases.contains(path) else {
            throw SQLiteError(code: 5, message: "a connection of this process has the database open", path: path)
        }
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute(
            "PRAGMA locking_mode=EXCLUSIVE; PRAGMA trusted_schema=OFF; BEGIN EXCLUSIVE; COMMIT")
        return connection
    }

    private func connection(_ mode: SQLiteConnection.Mode) throws -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, mode: mode)
        connection.setBusyTimeout(milliseconds: busyTimeout)
        try connection.execute("PRAGMA trusted_schema=OFF")
        // The first read takes the wal-index.
        _ = try connection.rows("PRAGMA schema_version")
        return connection
    }

    /// Whether a connection has the store open, in this process or in another one. The store and its `-wal` stay as they are.
    ///
    /// A connection with write-ahead logging holds a lock as long as it is open. One without holds none between its
    /// transactions: such a one is seen only if it is of this process, and not Core Data's.
    package func isOpen() -> Bool {
        OpenDatabases.alone {
            guard FileStatus(at: path)?.isRegular == true else { return false }
            if OpenDatabases.contains(path) { return true }
            // A -wal that was not there before goes with the connection that made it.
            let hasLogFile = FileStatus.exists(resolved + "-wal")
            do {
                let connection = try SQLiteConnection(path: path, mode: .create)
                #if !canImport(SQLite3)
                    if hasLogFile { connection.leaveLog() }
                #endif
                try connection.execute("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK")
                return false
            } catch {
                // Whatever else is wrong with it, nobody's lock was in the way.
                return [5, 6].contains((error as? SQLiteError)?.primaryCode)
            }
        }
    }

    /// Whether a -wal with rows is beside the file.
    package var hasLog: Bool { FileStatus.bytes(at: resolved + "-wal") > 0 }

    /// Whether the file and its folder, which journals go to, may be written.
    package var isWritable: Bool {
        FileStatus.isWritable(path) && FileStatus.isWritable(resolved.parentPath)
    }

    private func metadata() throws -> StoreMetadata {
        if let known = Self.recent, known.isStill(resolved), !isInUse, !hasLog { return known.metadata }
        for _ in 0..<Self.attempts {
            let before = FileStatus(at: path)
            let isBeingMade = Self.isBeingMade(before)
            if !isBeingMade, isInUse, let metadata = try metadataInUse() { return metadata }
            do {
                let metadata = try StoreReader(path: path).metadata()
                if let before, !isInUse, !hasLog {
                    let read = StoreReader.RecentMetadata(path: resolved, status: before, metadata: metadata)
                    Self.recent = read.isStill(resolved) ? read : nil
                }
                return metadata
            } catch StoreError.sqlite(let error) where error.isDenied {
                // A -shm is there as a rule, and nothing that another process does makes the file readable.
                throw StoreError.sqlite(error)
            } catch {
                // Another process may be making the store, or have begun to write to it, at this moment.
                guard isBeingMade || before != FileStatus(at: path) || isInUse else { throw error }
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
        return try StoreReader(path: path).metadata()
    }

    /// What was read last, by file: whoever looks at a store, as a safe opening does, opens it next. It is touched under the
    /// lock alone.
    nonisolated(unsafe) private static var recent: StoreReader.RecentMetadata?

    /// How often a file that another process seems to be making is looked at, each 10 ms.
    private static let attempts = 100

    /// Whether no table is in a file of the size yet: the kind of its later vacuums takes the first page, before any table.
    private static func isBeingMade(_ status: FileStatus?) -> Bool { status.map { $0.bytes <= 4096 } ?? true }

    /// Whether a process has the file open, or left it so.
    private var isInUse: Bool {
        FileStatus.exists(resolved + "-shm") || FileStatus.bytes(at: resolved + "-journal") > 0
    }

    /// The metadata read under SQLite's locks; nil if a save that was cut short must be undone first.
    private func metadataInUse() throws -> StoreMetadata? {
        do {
            let connection = try SQLiteConnection(path: path, mode: .untrusted)
            connection.setBusyTimeout(milliseconds: busyTimeout)
            return try StoreTables(connection).metadata()
        } catch let error as SQLiteError where error.primaryCode == 8 || error.primaryCode == 14 && !error.isDenied {
            return nil
        } catch let error as SQLiteError where error.primaryCode != 5 {
            throw StoreError(error, path: path)
        }
    }
}
