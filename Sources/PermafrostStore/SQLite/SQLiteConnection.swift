import Foundation

#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// A connection to one SQLite file. It belongs to the task that opened it, and closes the file when it is released.
package final class SQLiteConnection {
    /// How a file is opened.
    package enum Mode: Sendable, Hashable {
        /// Read and write; the file is made where it is missing.
        case create
        /// Read only, with the distrust that a file of unknown origin deserves: see ``SQLiteConnection/distrust()``.
        case untrusted
        /// ``untrusted`` for a file that nothing writes meanwhile: no lock is taken, no -shm made, a -wal ignored.
        case untrustedImmutable
    }

    /// The largest string or blob that an untrusted file may hand out, in bytes.
    package static let untrustedLengthLimit: Int32 = 128 << 20

    /// The path that was opened.
    package let path: String
    let handle: OpaquePointer
    private let budget = WorkBudget()
    let busyWait = BusyTimeout()
    private let openPath: String
    private var isInTransaction = false
    /// Why the open transaction is no longer there; nil if it is, or there is none.
    private(set) var undone: SQLiteError?

    /// Opens a file.
    ///
    /// - Throws: `SQLiteError` if the file cannot be opened. A file that is no database is noticed at the first read.
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

    /// Nothing in the file's schema may call functions with side effects, sizes of cells are checked, and lengths and
    /// depths are bounded.
    private func distrust() throws(SQLiteError) {
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Self.untrustedLengthLimit)
        sqlite3_limit(handle, SQLITE_LIMIT_EXPR_DEPTH, 100)
        sqlite3_limit(handle, SQLITE_LIMIT_TRIGGER_DEPTH, 10)
        sqlite3_limit(handle, SQLITE_LIMIT_ATTACHED, 0)
        try execute("PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA query_only=ON; PRAGMA mmap_size=0")
    }

    /// Runs statements that give no rows, separated by `;`.
    package func execute(_ sql: String) throws(SQLiteError) {
        if let undone { throw undone }
        let code = sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code, sql: sql) }
    }

    /// Makes each commit and each checkpoint of this connection reach the medium before it returns.
    ///
    /// Without write-ahead logging a commit is the removal of the journal. `EXTRA` syncs the folder that it was in; after `FULL`
    /// the journal could come back with a loss of power, and undo the commit.
    ///
    /// On Darwin that alone is not enough: SQLite then calls `fsync`, which leaves the bytes in the drive's own
    /// cache. `fullfsync` and `checkpoint_fullfsync` make it ask for `F_FULLFSYNC`; elsewhere SQLite ignores both.
    package func requireDurableCommits() throws(SQLiteError) {
        try execute("PRAGMA synchronous=EXTRA; PRAGMA fullfsync=ON; PRAGMA checkpoint_fullfsync=ON")
    }

    /// Compiles one statement.
    package func prepare(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        try SQLiteStatement(connection: self, sql: sql)
    }

    /// Every row of a query.
    package func rows(_ sql: String) throws(SQLiteError) -> [[SQLiteValue]] {
        let statement = try prepare(sql)
        var rows: [[SQLiteValue]] = []
        while try statement.step() { rows.append(statement.row) }
        return rows
    }

    /// Runs `body` in a transaction, which is rolled back if `body` throws.
    ///
    /// A disk that is full, and other failures, make SQLite roll the whole transaction back by itself, whatever `body` makes
    /// of the error. What it would write from then on would be committed statement by statement, and the rest be missing. So
    /// each further statement fails, and so does the transaction.
    ///
    /// - Parameter commitDidFail: called if `body` has returned and SQLite could not commit. The transaction is rolled back
    ///   for this process, yet whoever opens the file next may find it committed.
    /// - Throws: `SQLiteError`, or what `body` throws.
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
            // The first error is the one to throw. If SQLite has rolled back by itself, there is nothing left to do.
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

    /// The error of a call, which is to be thrown. It is kept if SQLite has rolled back by itself because of it.
    func failure(_ code: Int32, sql: String?) -> SQLiteError {
        let error = error(code, sql: sql)
        if isInTransaction, undone == nil, sqlite3_get_autocommit(handle) != 0 {
            undone = error
            undone?.message += "; SQLite has undone everything in the transaction"
        }
        return error
    }

    #if !canImport(SQLite3)
        /// Leaves the -wal as it is when the connection is closed, where SQLite would copy it into the file.
        package func leaveLog() {
            csqlite_leave_log(handle)
        }
    #endif

    /// The number of rows that the last statement inserted, updated or deleted.
    package var changeCount: Int { Int(sqlite3_changes64(handle)) }

    /// Lets no string, blob or row be longer than the given number of bytes.
    func limitLength(to bytes: Int) {
        sqlite3_limit(handle, SQLITE_LIMIT_LENGTH, Int32(clamping: bytes))
    }

    /// Ends every query once this connection has taken the given number of steps of SQLite's machine altogether.
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

    /// A name as SQL takes it, whatever characters it has.
    static func quoted(_ name: String) -> String { "\"\(name.replacing("\"", with: "\"\""))\"" }

    func error(_ code: Int32, sql: String?) -> SQLiteError {
        var error = SQLiteError(code: code, message: String(cString: sqlite3_errmsg(handle)), sql: sql, path: path)
        var systemError = sqlite3_system_errno(handle)
        if code & 0xFF == SQLITE_IOERR, systemError == 0 {
            // A statement that fails when it ends leaves the number with the file.
            sqlite3_file_control(handle, nil, SQLITE_FCNTL_LAST_ERRNO, &systemError)
        }
        // SQLite keeps a number for longer than it counts; a file that may not grow is what is looked for.
        if [SQLITE_IOERR, SQLITE_CANTOPEN].contains(code & 0xFF), [ENOSPC, EDQUOT, EFBIG].contains(systemError) {
            error.systemError = systemError
        }
        return error
    }

    /// A `file:` URI, in which `?`, `#` and `%` of a path must be escaped.
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
    /// Steps of SQLite's machine between two calls.
    static let interval = 10_000

    var remaining = 0
}

extension SQLiteConnection {
    /// Waits for other connections' locks up to a time, instead of failing at once.
    ///
    /// SQLite's own waiting looks again after up to 100 ms, and a process that saves without a pause leaves the store for
    /// less than one: a second process could wait for ten seconds in vain. This one looks every few milliseconds, at
    /// moments that no two processes share.
    ///
    /// - Parameter milliseconds: the longest time to wait in one step of a statement, what it does between two waits not
    ///   counted; then it fails with code 5.
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

    /// How long a connection waits in one step of a statement.
    final class BusyTimeout {
        var limit = Duration.zero
        private var waited = Duration.zero

        /// Waits a little; false if the time is over.
        func wait(isFirst: Bool) -> Bool {
            if isFirst { waited = .zero }
            guard waited < limit else { return false }
            waited += ContinuousClock().measure { usleep(.random(in: 500...4000)) }
            return true
        }
    }
}
