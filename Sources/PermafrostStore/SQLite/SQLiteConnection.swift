import Foundation

#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// A connection to a SQLite file. Use it only in the task that opened it. Deallocating the connection closes the file.
package final class SQLiteConnection {
    /// The ways to open a file.
    package enum Mode: Sendable, Hashable {
        /// Reads and writes the file. Creates it if it doesn't exist.
        case create
        /// Only reads the file, with the precautions for untrusted files. See ``SQLiteConnection/distrust()``.
        case untrusted
        /// The same as ``untrusted``, but for a file that no process writes to while it is open. The connection ignores
        /// a `-wal`. It doesn't take a lock or create a `-shm`.
        case untrustedImmutable
    }

    /// The maximum size of a string or blob in an untrusted file, in bytes.
    package static let untrustedLengthLimit: Int32 = 128 << 20

    /// The path as passed to the initializer.
    package let path: String
    let handle: OpaquePointer
    private let budget = WorkBudget()
    let busyWait = BusyTimeout()
    private let openPath: String
    private var isInTransaction = false
    /// The error that caused SQLite to roll back the current transaction. Nil if the transaction is intact or there
    /// isn't one.
    @exclusivity(unchecked) private(set) var undone: SQLiteError?

    /// Opens a file.
    ///
    /// - Throws: `SQLiteError` if the file can't be opened. If the file isn't a database, opening succeeds, but the
    ///   first read fails.
    package init(path: String, mode: Mode) throws(SQLiteError) {
        self.path = path
        let flags: Int32
        let name: String
        switch mode {
        case .create:
            (flags, name) = (SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, path)
        case .untrusted:
            (flags, name) = (SQLITE_OPEN_READONLY, path)
        case .untrustedImmutable:
            (flags, name) = (SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, Self.immutableURI(path))
        }
        let (code, opened, openPath) = OpenDatabases.alone {
            var opened: OpaquePointer?
            let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nil)
            return (code, opened, code == SQLITE_OK ? OpenDatabases.add(path) : nil)
        }
        guard let opened, let openPath else {
            let message = opened.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
            var error = SQLiteError(code: code, message: message, path: path)
            if let opened, code & 0xFF == SQLITE_CANTOPEN { error.systemError = sqlite3_system_errno(opened) }
            sqlite3_close_v2(opened)
            throw error
        }
        handle = opened
        self.openPath = openPath
        if mode != .create { try distrust() }
    }

    deinit {
        sqlite3_close_v2(handle)
        OpenDatabases.remove(openPath)
    }

    /// Protects against a malicious file. Prevents writes, attached databases, and calls of unsafe functions from the
    /// file's schema. Also checks cell sizes, disables memory mapping, and limits the length of values and the depth of
    /// expressions and triggers.
    private func distrust() throws(SQLiteError) {
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.untrustedLengthLimit)
        sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, 100)
        sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 10)
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
        try execute("PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA query_only=ON; PRAGMA mmap_size=0")
    }

    /// Runs one or more statements that don't return rows. Separate them with `;`.
    package func execute(_ sql: String) throws(SQLiteError) {
        if let undone { throw undone }
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code, sql: sql) }
    }

    /// Makes this connection's commits and checkpoints wait until their data is on permanent storage.
    ///
    /// Without write-ahead logging, a transaction commits by deleting its journal. `EXTRA` also syncs the folder that
    /// contained the journal. With `FULL`, a power loss could bring back the journal and undo the commit.
    ///
    /// On Darwin, SQLite calls `fsync`, which leaves the bytes in the drive's own cache. With `fullfsync` and
    /// `checkpoint_fullfsync`, it uses `F_FULLFSYNC` instead. On other systems, it ignores both settings.
    package func requireDurableCommits() throws(SQLiteError) {
        try execute("PRAGMA synchronous=EXTRA; PRAGMA fullfsync=ON; PRAGMA checkpoint_fullfsync=ON")
    }

    /// Compiles a single statement.
    package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        try SQLiteStatement(connection: self, sql: sql)
    }

    /// Returns all rows of a query.
    package func rows(_ sql: String) throws(SQLiteError) -> [[SQLiteValue]] {
        let statement = try prepare(sql)
        var rows: [[SQLiteValue]] = []
        while try statement.step() { rows.append(statement.row) }
        return rows
    }

    /// Runs `body` in a transaction, and rolls it back if `body` throws.
    ///
    /// If the disk is full, and after some other failures, SQLite itself rolls back the complete transaction, no matter
    /// how `body` handles the error. SQLite would then commit each further statement on its own, without the earlier
    /// ones. To prevent that, all further statements and the transaction fail.
    ///
    /// - Parameter commitDidFail: called if `body` returned but SQLite couldn't commit. The transaction is then rolled
    ///   back for this process, but the next process that opens the file may see it as committed.
    /// - Throws: the error that `body` throws, or `SQLiteError` if the transaction can't begin or be committed, or if
    ///   SQLite rolled it back although `body` returned.
    package func transaction<Result>(
        _ body: () throws -> Result, commitDidFail: () -> Void = {}
    ) throws -> Result {
        try execute("BEGIN IMMEDIATE")
        isInTransaction = true
        defer {
            isInTransaction = false
            undone = nil
        }
        let result: Result
        do {
            result = try body()
            if let undone { throw undone }
        } catch {
            // Throw the first error. If SQLite has already rolled back, this statement does nothing.
            try? execute("ROLLBACK")
            throw error
        }
        do { try execute("COMMIT") } catch {
            commitDidFail()
            undone = nil
            try? execute("ROLLBACK")
            throw error
        }
        return result
    }

    /// Returns the error for a failed call. If the failure caused SQLite to roll back the current transaction, also
    /// records the error in ``undone``.
    func failure(_ code: Int32, sql: String?) -> SQLiteError {
        let error = error(code, sql: sql)
        if isInTransaction, undone == nil, sqlite3_get_autocommit(handle) != 0 {
            undone = error
            undone?.message += "; SQLite rolled back the transaction"
        }
        return error
    }

    #if !canImport(SQLite3)
        /// Keeps the `-wal` when the connection is closed. By default, SQLite copies its content into the database file
        /// and deletes it.
        package func leaveLog() {
            csqlite_leave_log(handle)
        }
    #endif

    /// The number of rows that the most recent `INSERT`, `UPDATE` or `DELETE` statement changed.
    package var changeCount: Int { Int(sqlite3_changes64(handle)) }

    /// Limits the length of strings, blobs and rows to the given number of bytes.
    func limitLength(to bytes: Int) {
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes))
    }

    /// Limits the total number of virtual machine steps of this connection. A statement that exceeds the limit fails.
    /// SQLite checks the limit after every 10,000 steps.
    func limitWork(to steps: Int64) {
        budget.remaining = Int(clamping: steps / Int64(WorkBudget.interval))
        sqlite3_progress_handler(
            handle, Int32(WorkBudget.interval),
            { context in
                guard let context else { return 0 }
                let budget = Unmanaged<WorkBudget>.fromOpaque(context).takeUnretainedValue()
                budget.remaining -= 1
                return budget.remaining < 0 ? 1 : 0
            }, Unmanaged.passUnretained(budget).toOpaque())
    }

    /// Returns a name quoted for use in SQL. The name may contain any characters.
    package static func quoted(_ name: String) -> String {
        // Searching for a text costs over 5,000 instructions, and names of real stores don't contain quotation marks.
        guard name.utf8.contains(UInt8(ascii: "\"")) else { return "\"" + name + "\"" }
        return "\"\(name.replacing("\"", with: "\"\""))\""
    }

    func error(_ code: Int32, sql: String?) -> SQLiteError {
        var error = SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql, path: path)
        var systemError = sqlite3_system_errno(handle)
        if code & 0xFF == SQLITE_IOERR, systemError == 0 {
            // If a statement fails at its end, only the file has the error number.
            sqlite3_file_control(handle, nil, SQLITE_FCNTL_LAST_ERRNO, &systemError)
        }
        // SQLite keeps an error number even when it is no longer valid. Only errors of files that can't grow are needed
        // here.
        if [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF), [ENOSPC, EDQUOT, EFBIG].contains(systemError) {
            error.systemError = systemError
        }
        return error
    }

    /// Returns a `file:` URI for a path, with the `immutable=1` parameter. Escapes the characters `?`, `#` and `%` in
    /// the path.
    private static func immutableURI(_ path: String) -> String {
        let hexadecimal = Array("0123456789ABCDEF".utf8)
        var uri = Array("file:".utf8)
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "%"):
                uri += [UInt8(ascii: "%"), hexadecimal[Int(byte >> 4)], hexadecimal[Int(byte & 15)]]
            default:
                uri.append(byte)
            }
        }
        return String(decoding: uri, as: UTF8.self) + "?immutable=1"
    }
}

/// The remaining number of calls of a connection's progress handler, which limits the connection's work.
private final class WorkBudget {
    /// The number of virtual machine steps between two calls of the progress handler.
    static let interval = 10_000

    var remaining = 0
}

extension SQLiteConnection {
    /// Waits for other connections' locks up to a time limit, instead of failing immediately.
    ///
    /// SQLite's own busy handler retries at intervals of up to 100 ms. A process that saves continuously releases the
    /// store for less than 1 ms at a time, so a second process could wait for ten seconds and still fail. This handler
    /// retries every few milliseconds, at random times that differ between processes.
    ///
    /// - Parameter milliseconds: the maximum time to wait in one step of a statement, not including work between waits.
    ///   After this time, the step fails with code 5.
    package func setBusyTimeout(milliseconds: Int) {
        busyWait.limit = .milliseconds(milliseconds)
        sqlite3_busy_handler(
            handle,
            { context, count in
                guard let context else { return 0 }
                return Unmanaged<BusyTimeout>.fromOpaque(context).takeUnretainedValue().wait(isFirst: count == 0)
                    ? 1 : 0
            }, Unmanaged.passUnretained(busyWait).toOpaque())
    }

    /// A time limit for waiting for other connections in one step of a statement.
    final class BusyTimeout {
        var limit = Duration.zero
        private var waited = Duration.zero

        /// Waits for a few milliseconds and returns true, or returns false if the time limit is reached. If `isFirst`
        /// is true, restarts the time limit.
        func wait(isFirst: Bool) -> Bool {
            if isFirst { waited = .zero }
            guard waited < limit else { return false }
            waited += ContinuousClock().measure { usleep(.random(in: 500...4000)) }
            return true
        }
    }
}
