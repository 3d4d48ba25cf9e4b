import Foundation
import PermafrostModel

/// The opening of a store's file without harm to its other users.
///
/// SQLite's locks belong to the process: all of them are dropped when any descriptor of the file is closed outside of
/// SQLite. So a file that this process has open is read through SQLite, and every other file is read while no
/// connection is being opened: see ``OpenDatabases``.
package struct StoreOpening {
    package let path: String
    /// The file that the path resolves to. SQLite puts the files that belong to it next to this one.
    private let resolved: String
    /// The time to wait for another process, in milliseconds.
    package let busyTimeout: Int

    /// Prepares to open the file at a path.
    package init(path: String, busyTimeout: Int = 10_000) {
        self.path = path
        resolved = FileStatus.resolved(path)
        self.busyTimeout = busyTimeout
    }

    /// Returns a connection that may write, and the metadata, which is read without changing the file or its folder.
    ///
    /// A connection to a file with a -wal leaves a -shm next to it, unless the store is closed properly. So if there is
    /// a -wal and nobody uses the store, `refuse` is called before the connection is opened.
    ///
    /// - Parameter refuse: throws if the store must not be written to, based on its metadata and the model that it
    ///   contains.
    /// - Throws: `StoreError` if the file isn't a store, and the errors that `refuse` throws.
    package func connect(
        _ refuse: (StoreMetadata, _ carried: () throws -> SchemaModel?) throws -> Void
    ) throws -> (SQLiteConnection, StoreMetadata) {
        try OpenDatabases.alone {
            let metadata = try metadata()
            if hasLog, !isInUse {
                do { try refuse(metadata, carriedModel) } catch {
                    // Another process may have opened the store meanwhile, so the metadata and the model may come from
                    // different moments.
                    guard isInUse else { throw error }
                }
            }
            return (try connection(.create), metadata)
        }
    }

    /// Returns the model in the store; nil if it contains none, or a damaged one.
    private func carriedModel() throws(StoreError) -> SchemaModel? {
        do { return try StoreReader(path: path).model() } catch {
            switch error {
            case .noModelCache, .damagedModelCache: return nil
            default: throw error
            }
        }
    }

    /// Returns a connection that may only read, if `check` accepts the metadata. It leaves the file and its folder
    /// unchanged.
    ///
    /// - Throws: `StoreError` if the file isn't a store, and the errors that `check` throws.
    package func connectForReading(_ check: (StoreMetadata) throws -> Void) throws -> SQLiteConnection {
        try OpenDatabases.alone {
            try check(try metadata())
            // A connection without write permission leaves behind a -shm that it had to create.
            if isInUse || hasLog { return try connection(.untrusted) }
            guard isWritable else { return try connection(.untrustedImmutable) }
            let connection = try connection(.create)
            try connection.execute("PRAGMA query_only=ON")
            return connection
        }
    }

    /// Returns the metadata, without changing the file or its folder.
    ///
    /// - Throws: `StoreError` if the file isn't a store.
    package func readMetadata() throws -> StoreMetadata {
        try OpenDatabases.alone { try metadata() }
    }

    /// Runs `body` with a connection that reads the current store, including rows that are only in a -wal, and leaves
    /// the file and its folder unchanged.
    ///
    /// - Throws: `StoreError` if the file isn't a database, and the errors that `body` throws.
    package func read<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        if let connection = try OpenDatabases.alone({ try connectionInPlace() }) { return try body(connection) }
        let copy = try UntrustedStore(path: path, temporaryFolder: NSTemporaryDirectory())
        return try withExtendedLifetime(copy) { try body(copy.connection) }
    }

    /// Returns a connection to the file under its own name. Returns nil if that would change the folder, or if an
    /// interrupted save must be undone first.
    private func connectionInPlace() throws -> SQLiteConnection? {
        guard isInUse else {
            // Don't create a missing file.
            if hasLog || !isWritable || FileStatus.bytes(at: path) == 0 { return nil }
            // The files that it creates next to the store are removed with it.
            let connection = try connection(.create)
            try connection.execute("PRAGMA query_only=ON")
            return connection
        }
        do { return try connection(.untrusted) } catch let error as SQLiteError
            where error.primaryCode == 8 || error.primaryCode == 14
        { return nil }
    }

    /// Returns a connection that blocks all others, in other processes and in this one, until it is deallocated. Nobody
    /// else can read or write the store. The store keeps its journal mode.
    ///
    /// With write-ahead logging, an exclusive transaction blocks nobody. A connection whose locking mode is exclusive
    /// before its first read does. It locks the database file, on which every other connection holds a shared lock as
    /// long as it is open. It also uses the rows that a killed process left in the -wal.
    ///
    /// Without write-ahead logging, a connection holds no lock between its transactions. Then a connection of this
    /// process is detected unless it is Core Data's, and a connection of another process isn't. SQLite checks the later
    /// writes of that connection against the file as it is then.
    ///
    /// - Parameter timeout: the time to wait for others, in seconds.
    /// - Throws: `SQLiteError`, with code 5 if others have the store open; the store is then unchanged.
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
        // The first read acquires the wal-index.
        _ = try connection.rows("PRAGMA schema_version")
        return connection
    }

    /// Whether a connection has the store open, in this process or in another one. The store and its `-wal` stay
    /// unchanged.
    ///
    /// A connection with write-ahead logging holds a lock as long as it is open. One without it holds no lock between
    /// its transactions, and is detected only if it belongs to this process and isn't Core Data's.
    package func isOpen() -> Bool {
        OpenDatabases.alone {
            guard FileStatus(at: path)?.isRegular == true else { return false }
            if OpenDatabases.contains(path) { return true }
            // If there was no -wal before, closing the connection removes the one that it created.
            let hasLogFile = FileStatus.exists(resolved + "-wal")
            do {
                let connection = try SQLiteConnection(path: path, mode: .create)
                #if !canImport(SQLite3)
                    if hasLogFile { connection.leaveLog() }
                #endif
                try connection.execute("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK")
                return false
            } catch {
                // If the error is a different one, no lock was in the way.
                return [5, 6].contains((error as? SQLiteError)?.primaryCode)
            }
        }
    }

    /// Whether a -wal with rows is next to the file.
    package var hasLog: Bool { FileStatus.bytes(at: resolved + "-wal") > 0 }

    /// Whether the file, and its folder, which contains journals, are writable.
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
                // A -shm usually exists, and nothing that another process does makes the file readable.
                throw StoreError.sqlite(error)
            } catch {
                // Another process may be creating the store, or have started to write to it, at this moment.
                guard isBeingMade || before != FileStatus(at: path) || isInUse else { throw error }
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
        return try StoreReader(path: path).metadata()
    }

    /// The metadata that was read last, with its file. A safe opening inspects a store and opens it next. Accessed only
    /// under the lock.
    nonisolated(unsafe) private static var recent: StoreReader.RecentMetadata?

    /// The number of attempts to read a file that another process seems to be creating, 10 ms apart.
    private static let attempts = 100

    /// Whether a file of this size can't contain a table yet. Setting the auto-vacuum mode allocates the first page,
    /// before any table.
    private static func isBeingMade(_ status: FileStatus?) -> Bool { status.map { $0.bytes <= 4096 } ?? true }

    /// Whether a process has the file open, or left it that way.
    private var isInUse: Bool {
        FileStatus.exists(resolved + "-shm") || FileStatus.bytes(at: resolved + "-journal") > 0
    }

    /// Reads the metadata under SQLite's locks. Returns nil if an interrupted save must be undone first.
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
