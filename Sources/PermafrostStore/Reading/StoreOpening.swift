import Foundation
import PermafrostModel

/// A store's file, with functions that open it without dropping the locks of this process's other connections.
///
/// SQLite's locks belong to the process. If any descriptor of a file is closed outside of SQLite, the system drops all
/// of the process's locks on the file. Therefore, a file that this process has open is read only through SQLite. Any
/// other file is read directly, but only while no connection is being opened. See ``OpenDatabases``.
package struct StoreOpening {
    package let path: String
    /// The path with symbolic links resolved. SQLite puts the store's other files next to this file.
    private let resolved: String
    /// The maximum time to wait for other processes, in milliseconds.
    package let busyTimeout: Int

    /// Prepares to open the file at a path.
    package init(path: String, busyTimeout: Int = 10_000) {
        self.path = path
        resolved = FileStatus.resolved(path)
        self.busyTimeout = busyTimeout
    }

    /// Returns the store's metadata and a connection that can write to the store. Reading the metadata doesn't change
    /// the file or its folder.
    ///
    /// If the store has a `-wal`, the connection creates a `-shm`, which remains if the store isn't closed properly.
    /// For a store that must stay unchanged, `refuse` can throw an error before the connection is opened. It is called
    /// only if there is a `-wal` and the store isn't in use.
    ///
    /// - Parameter refuse: a closure that throws an error if the store must not be written to. Its arguments are the
    ///   store's metadata and a closure that returns the store's model.
    /// - Throws: `StoreError` if the file isn't a store; `SQLiteError` if the connection can't be opened; the error
    ///   that `refuse` throws, unless a different process has opened the store in the meantime.
    package func connect(
        _ refuse: (StoreMetadata, _ carried: () throws -> SchemaModel?) throws -> Void
    ) throws -> (SQLiteConnection, StoreMetadata) {
        try OpenDatabases.alone {
            let metadata = try metadata()
            if hasLog, !isInUse {
                do { try refuse(metadata, carriedModel) } catch {
                    // A different process may have opened the store in the meantime. The metadata and the model may
                    // then come from different states.
                    guard isInUse else { throw error }
                }
            }
            return (try connection(.create), metadata)
        }
    }

    /// Returns the model in the store, or nil if the store contains no model or a damaged one.
    private func carriedModel() throws(StoreError) -> SchemaModel? {
        do { return try StoreReader(path: path).model() } catch {
            switch error {
            case .noModelCache, .damagedModelCache: return nil
            default: throw error
            }
        }
    }

    /// Passes the metadata to `check`, and then returns a read-only connection. Doesn't change the file or its folder.
    ///
    /// - Throws: `StoreError` if the file isn't a store, `SQLiteError` if the connection can't be opened, or the error
    ///   that `check` throws.
    package func connectForReading(_ check: (StoreMetadata) throws -> Void) throws -> SQLiteConnection {
        try OpenDatabases.alone {
            try check(try metadata())
            // A connection without write permission doesn't remove a -shm that it had to create.
            if isInUse || hasLog { return try connection(.untrusted) }
            guard isWritable else { return try connection(.untrustedImmutable) }
            let connection = try connection(.create)
            try connection.execute("PRAGMA query_only=ON")
            return connection
        }
    }

    /// Returns the metadata. Doesn't change the file or its folder.
    ///
    /// - Throws: `StoreError` if the file isn't a store, or `SQLiteError` if another connection keeps the store locked.
    package func readMetadata() throws -> StoreMetadata {
        try OpenDatabases.alone { try metadata() }
    }

    /// Calls `body` with a connection that reads the store, including rows that are only in a `-wal`. Doesn't change
    /// the file or its folder.
    ///
    /// - Throws: `StoreError` or `SQLiteError` if the file can't be opened as a database, and the errors that `body`
    ///   throws.
    package func read<Result>(_ body: (SQLiteConnection) throws -> Result) throws -> Result {
        if let connection = try OpenDatabases.alone({ try connectionInPlace() }) { return try body(connection) }
        let copy = try UntrustedStore(path: path, temporaryFolder: NSTemporaryDirectory())
        return try withExtendedLifetime(copy) { try body(copy.connection) }
    }

    /// Returns a connection that reads the file itself instead of a copy. Returns nil if the file is missing or empty,
    /// if an interrupted save must be rolled back first, or if opening a connection would change the folder.
    private func connectionInPlace() throws -> SQLiteConnection? {
        guard isInUse else {
            // Don't create a missing file.
            if hasLog || !isWritable || FileStatus.bytes(at: path) == 0 { return nil }
            // When it is closed, the connection removes the files that it creates next to the store.
            let connection = try connection(.create)
            try connection.execute("PRAGMA query_only=ON")
            return connection
        }
        do { return try connection(.untrusted) } catch let error as SQLiteError
            where error.primaryCode == 8 || error.primaryCode == 14
        { return nil }
    }

    /// Returns a connection that locks the store exclusively. Until the connection is deallocated, no other connection
    /// in this or another process can read or write the store. The store keeps its journal mode.
    ///
    /// With write-ahead logging, an exclusive transaction doesn't block readers. Therefore, the connection sets the
    /// exclusive locking mode before its first read, and then locks the database file exclusively. This fails if
    /// another connection is open, because every open connection holds a shared lock on the file. The new connection
    /// also reads the rows that a killed process left in the `-wal`.
    ///
    /// Without write-ahead logging, another open connection is detected only during a transaction, or if it belongs to
    /// this process and isn't Core Data's. If an undetected connection writes later, SQLite checks the write against
    /// the file's current state.
    ///
    /// - Parameter timeout: the maximum time to wait for others, in seconds.
    /// - Throws: `SQLiteError` if the store can't be locked. The code is 5 if others have the store open. The store is
    ///   unchanged.
    package func connectExclusively(timeout: Double) throws -> SQLiteConnection {
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
        // The connection acquires the wal-index when it first reads.
        _ = try connection.rows("PRAGMA schema_version")
        return connection
    }

    /// Returns whether a connection has the store open, in this or another process. Doesn't change the store or its
    /// `-wal`.
    ///
    /// A connection without write-ahead logging is detected only during a transaction, or if it belongs to this process
    /// and isn't Core Data's.
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
                // Other errors aren't caused by a lock.
                return [5, 6].contains((error as? SQLiteError)?.primaryCode)
            }
        }
    }

    /// Whether a `-wal` that isn't empty exists next to the file.
    package var hasLog: Bool { FileStatus.bytes(at: resolved + "-wal") > 0 }

    /// Returns whether the database uses write-ahead logging, or may use it. Bytes 18 and 19 of a database file are 1 if
    /// it doesn't (https://www.sqlite.org/fileformat.html, 1.3.3). Returns true if this process has the file open.
    package func usesLog() throws -> Bool {
        try OpenDatabases.alone {
            // Closing a file that a connection of this process has open would drop the connection's locks.
            guard !OpenDatabases.contains(path), FileStatus(at: path)?.isRegular == true else { return true }
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            defer { try? file.close() }
            let header = try file.read(upToCount: 20) ?? Data()
            return header.count < 20 || header[18] != 1 || header[19] != 1
        }
    }

    /// Whether the file and its folder are writable. SQLite creates journals in the folder.
    package var isWritable: Bool {
        FileStatus.isWritable(path) && FileStatus.isWritable(resolved.parentPath)
    }

    private func metadata() throws -> StoreMetadata {
        if let known = Self.recent, known.isStill(resolved), !isInUse, !hasLog { return known.metadata }
        let end = ContinuousClock.now + .milliseconds(busyTimeout)
        var attempt = 0
        while true {
            attempt += 1
            let before = FileStatus(at: path)
            let isBeingMade = Self.isBeingMade(before)
            do {
                if !isBeingMade, isInUse, let metadata = try metadataInUse(until: end) { return metadata }
                let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
                let metadata = try StoreReader(path: path, busyTimeout: max(0, Int(left))).metadata()
                if let before, !isInUse, !hasLog {
                    let read = RecentMetadata(path: resolved, status: before, metadata: metadata)
                    Self.recent = read.isStill(resolved) ? read : nil
                }
                return metadata
            } catch StoreError.sqlite(let error) where error.isDenied {
                // Don't retry. A -shm usually exists, and another process can't make the file readable.
                throw StoreError.sqlite(error)
            } catch StoreError.sqlite(let error) where [5, 6].contains(error.primaryCode) {
                // SQLite has already waited.
                throw StoreError.sqlite(error)
            } catch {
                // A different process may be creating the store or writing to it now.
                guard isBeingMade || before != FileStatus(at: path) || isInUse, attempt <= Self.attempts,
                    ContinuousClock.now < end
                else { throw error }
                Thread.sleep(forTimeInterval: 0.01)
            }
        }
    }

    /// The most recently read metadata. It is cached because examining and then opening a store both require it. Access
    /// this variable only inside ``OpenDatabases/alone(_:)``.
    nonisolated(unsafe) private static var recent: RecentMetadata?

    /// The maximum number of attempts to read a file that another process seems to be creating or writing to. Attempts
    /// are 10 ms apart.
    private static let attempts = 100

    /// Returns whether another process may be creating the file, because it doesn't exist or has at most 4096 bytes.
    /// With auto-vacuum, SQLite allocates the first page before it creates a table.
    private static func isBeingMade(_ status: FileStatus?) -> Bool { status.map { $0.bytes <= 4096 } ?? true }

    /// Whether a `-shm` or a journal indicates that a process has the file open, or ended without closing it.
    private var isInUse: Bool {
        FileStatus.exists(resolved + "-shm") || FileStatus.bytes(at: resolved + "-journal") > 0
    }

    /// Reads the metadata while holding SQLite's locks. Returns nil if SQLite would have to change the folder, for
    /// example to roll back an interrupted save.
    private func metadataInUse(until end: ContinuousClock.Instant) throws -> StoreMetadata? {
        do {
            let connection = try SQLiteConnection(path: path, mode: .untrusted)
            let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
            connection.setBusyTimeout(milliseconds: max(0, Int(left)))
            return try StoreTables(connection).metadata()
        } catch let error as SQLiteError where error.primaryCode == 8 || error.primaryCode == 14 && !error.isDenied {
            return nil
        } catch let error as SQLiteError {
            throw StoreError(error, path: path)
        }
    }
}
