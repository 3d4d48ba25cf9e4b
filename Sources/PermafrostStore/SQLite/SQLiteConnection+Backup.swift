#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

extension SQLiteConnection {
    /// Runs `body` over the database as it is at one moment, whatever other connections write meanwhile.
    ///
    /// - Throws: `SQLiteError`, or what `body` throws.
    package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN")
        defer { try? execute("COMMIT") }
        // The moment is that of the first read.
        _ = try rows("SELECT 1 FROM sqlite_master LIMIT 1")
        return try body()
    }

    /// Copies the whole database into a new file by SQLite's backup interface: rows that are only in the -wal included. The
    /// copy is one file; its pages are not synced. Outside of a ``snapshot(_:)`` each save of another process makes it begin
    /// anew.
    ///
    /// - Parameters:
    ///   - path: where the copy goes. Nothing may be there, or an empty file.
    ///   - progress: called now and then with the pages copied and the pages in all. What it throws ends the copy.
    /// - Throws: `SQLiteError`, or what `progress` throws. What was copied until then stays.
    package func copy(to path: String, progress: (Int, Int) throws -> Void = { _, _ in }) throws {
        let target = try SQLiteConnection(path: path, mode: .create)
        // A copy that is cut short is thrown away: it takes no journal, and its owner syncs it once.
        try target.execute("PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF")
        try target.execute("PRAGMA cache_size=-4000")
        try target.takePages(of: self, progress: progress)
    }

    /// Makes the whole content of this database that of another one, in one transaction: another process, or the next one
    /// after the end of this one, finds the one or the other.
    ///
    /// - Throws: `SQLiteError`, with code 8 if the databases have pages of different sizes and this one uses write-ahead
    ///   logging. If the commit fails, whoever opens the file next may find it committed.
    package func replaceContent(by source: SQLiteConnection) throws {
        try takePages(of: source) { _, _ in }
    }

    private func takePages(of source: SQLiteConnection, progress: (Int, Int) throws -> Void) throws {
        guard let backup = sqlite3_backup_init(handle, "main", source.handle, "main") else {
            throw error(sqlite3_errcode(handle), sql: nil)
        }
        do {
            while true {
                let code = sqlite3_backup_step(backup, Self.pagesAtOnce)
                let total = Int(sqlite3_backup_pagecount(backup))
                try progress(total - Int(sqlite3_backup_remaining(backup)), total)
                if code == SQLITE_DONE { break }
                guard code == SQLITE_OK else {
                    throw SQLiteError(code: code, message: String(cString: sqlite3_errstr(code)), path: path)
                }
            }
        } catch {
            sqlite3_backup_finish(backup)
            throw error
        }
        let code = sqlite3_backup_finish(backup)
        guard code == SQLITE_OK else { throw error(code, sql: nil) }
    }

    /// The size of the database in bytes.
    package func byteCount() throws(SQLiteError) -> Int64 {
        try number("PRAGMA page_size") * number("PRAGMA page_count")
    }

    /// What `PRAGMA quick_check` finds wrong: nothing if the database is sound.
    package func damages() throws(SQLiteError) -> [String] {
        try rows("PRAGMA quick_check(3)").compactMap { row in
            if case .text(let text)? = row.first, text != "ok" { text } else { nil }
        }
    }

    private static let pagesAtOnce: Int32 = 4096

    private func number(_ sql: String) throws(SQLiteError) -> Int64 {
        if case .integer(let number)? = try rows(sql).first?.first { number } else { 0 }
    }
}
