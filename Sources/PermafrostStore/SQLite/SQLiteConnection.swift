import Foundation

#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// A connection to one SQLite file. It belongs to the task that opened it, and closes the file when it is
/// deallocated.
package final class SQLiteConnection {
    /// The ways to open a file.
    package enum Mode: Sendable, Hashable {
        /// Reads and writes. The file is created if it is missing.
        case create
        /// Only reads, with the precautions that a file of unknown origin needs: see ``SQLiteConnection/distrust()``.
        case untrusted
        /// ``untrusted``, for a file that nothing writes to meanwhile. It takes no lock, creates no -shm and ignores
        /// a -wal.
        case untrustedImmutable
    }

    /// The size limit of a string or blob in an untrusted file, in bytes.
    package static let untrustedLengthLimit: Int32 = 128 << 20

    /// The path as passed to the initializer.
    package let path: String
    let handle: OpaquePointer
    private let budget = WorkBudget()
    let busyWait = BusyTimeout()
    private let openPath: String
    private var isInTransaction = false
    /// The error that made SQLite roll back the open transaction; nil if the transaction is intact or there is none.
    private(set) var undone: SQLiteError?

    /// Opens a file.
    ///
    /// - Throws: `SQLiteError` if the file can't be opened. If the file isn't a database, the first read fails.
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

    /// Prevents the file's schema from calling functions with side effects, checks the sizes of cells, and limits
    /// lengths and depths.
    private func distrust() throws(SQLiteError) {
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.untrustedLengthLimit)
        sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, 100)
        sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 10)
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
        try execute("PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA query_only=ON; PRAGMA mmap_size=0")
    }

    /// Runs statements that return no rows, separated by `;`.
    package func execute(_ sql: String) throws(SQLiteError) {
        if let undone { throw undone }
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code, sql: sql) }
    }

    /// Makes every commit and checkpoint of this connection reach the medium before it returns.
    ///
    /// Without write-ahead logging, a transaction commits by deleting its journal. `EXTRA` also syncs the folder that
    /// held the journal. With `FULL`, a power loss could bring the journal back and undo the commit.
    ///
    /// On Darwin that isn't enough: SQLite then calls `fsync`, which leaves the bytes in the drive's own cache.
    /// `fullfsync` and `checkpoint_fullfsync` make it use `F_FULLFSYNC`. SQLite ignores both on other systems.
    package func requireDurableCommits() throws(SQLiteError) {
        try execute("PRAGMA synchronous=EXTRA; PRAGMA fullfsync=ON; PRAGMA checkpoint_fullfsync=ON")
    }

    /// Compiles one statement.
    package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        try SQLiteStatement(connection: self, sql: sql)
    }

    /// Returns every row of a query.
    package func rows(_ sql: String) throws(SQLiteError) -> [[SQLiteValue]] {
        let statement = try prepare(sql)
        var rows: [[SQLiteValue]] = []
        while try statement.step() { rows.append(statement.row) }
        return rows
    }

    /// Runs `body` in a transaction, and rolls it back if `body` throws.
    ///
    /// When the disk is full, and after some other failures, SQLite rolls back the complete transaction by itself, no
    /// matter how `body` handles the error. From then on SQLite would commit each further statement by itself,
    /// without the earlier ones. So every further statement fails, and so does the transaction.
    ///
    /// - Parameter commitDidFail: called if `body` returned but SQLite couldn't commit. The transaction is rolled
    ///   back for this process, but the next process that opens the file may find it committed.
    /// - Throws: `SQLiteError`, or the error that `body` throws.
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
            // Throw the first error. If SQLite has already rolled back by itself, there is nothing left to do.
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

    /// Returns the error of a call, to be thrown. Keeps it if it made SQLite roll back by itself.
    func failure(_ code: Int32, sql: String?) -> SQLiteError {
        let error = error(code, sql: sql)
        if isInTransaction, undone == nil, sqlite3_get_autocommit(handle) != 0 {
            undone = error
            undone?.message += "; SQLite rolled back the transaction"
        }
        return error
    }

    #if !canImport(SQLite3)
        /// Keeps the -wal when the connection is closed. SQLite would otherwise copy it into the file.
        package func leaveLog() {
            csqlite_leave_log(handle)
        }
    #endif

    /// The number of rows that the last statement inserted, updated or deleted.
    package var changeCount: Int { Int(sqlite3_changes64(handle)) }

    /// Limits the length of strings, blobs and rows to a number of bytes.
    func limitLength(to bytes: Int) {
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes))
    }

    /// Ends every query once this connection has run a number of steps of SQLite's virtual machine in total.
    func limitWork(to steps: Int) {
        budget.remaining = steps / WorkBudget.interval
        sqlite3_progress_handler(
            handle, Int32(WorkBudget.interval),
            { context in
                guard let context else { return 0 }
                let budget = Unmanaged<WorkBudget>.fromOpaque(context).takeUnretainedValue()
                budget.remaining -= 1
                return budget.remaining < 0 ? 1 : 0
            }, Unmanaged.passUnretained(budget).toOpaque())
    }

    /// Returns a name quoted for SQL, whatever characters it has.
    static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

    func error(_ code: Int32, sql: String?) -> SQLiteError {
        var error = SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql, path: path)
        var systemError = sqlite3_system_errno(handle)
        if code & 0xFF == SQLITE_IOERR, systemError == 0 {
            // If a statement fails when it ends, only the file keeps the error number.
            sqlite3_file_control(handle, nil, SQLITE_FCNTL_LAST_ERRNO, &systemError)
        }
        // SQLite keeps an error number longer than it is valid. Only a file that can't grow matters here.
        if [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF), [ENOSPC, EDQUOT, EFBIG].contains(systemError) {
            error.systemError = systemError
        }
        return error
    }

    /// Returns a `file:` URI. The characters `?`, `#` and `%` of the path must be escaped in it.
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

/// The work that a connection may still do, counted in calls of its progress handler.
private final class WorkBudget {
    /// The number of virtual machine steps between two calls.
    static let interval = 10_000

    var remaining = 0
}

extension SQLiteConnection {
    /// Waits for other connections' locks up to a time limit, instead of failing immediately.
    ///
    /// SQLite's own busy handler retries at intervals of up to 100 ms. A process that saves without a pause releases
    /// the store for less than 1 ms, so a second process could wait ten seconds in vain. This handler retries every
    /// few milliseconds, at random times that no two processes share.
    ///
    /// - Parameter milliseconds: the longest time to wait in one step of a statement, without the time for the work
    ///   between two waits. After that the step fails with code 5.
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

    /// The time that a connection waits in one step of a statement.
    final class BusyTimeout {
        var limit = Duration.zero
        private var waited = Duration.zero

        /// Waits a few milliseconds; returns false if the time is over.
        func wait(isFirst: Bool) -> Bool {
            if isFirst { waited = .zero }
            guard waited < limit else { return false }
            waited += ContinuousClock().measure { usleep(.random(in: 500...4000)) }
            return true
        }
    }
}
