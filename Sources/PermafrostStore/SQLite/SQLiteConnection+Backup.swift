#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

extension SQLiteConnection {
    /// Calls `body` while this connection reads a snapshot of the database. Other connections can write to the database
    /// in the meantime.
    ///
    /// - Throws: `SQLiteError` if the database can't be read, or the error that `body` throws.
    package func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try execute("BEGIN")
        defer { try? execute("COMMIT") }
        // The first read determines the snapshot.
        _ = try rows("SELECT 1 FROM sqlite_master LIMIT 1")
        return try body()
    }

    /// Copies the complete database to a single file with SQLite's backup API, including rows that are only in the
    /// `-wal`. The file isn't synced. Unless this is called in a ``snapshot(_:)``, copying restarts whenever another
    /// process saves.
    ///
    /// - Parameters:
    ///   - path: the path of the copy. There must be no file, or an empty file, at the path.
    ///   - progress: called repeatedly with the number of copied pages and the total number. To stop copying, throw an
    ///     error.
    /// - Throws: `SQLiteError` if the database can't be read or the copy can't be written, or the error that `progress`
    ///   throws. The incomplete copy isn't deleted.
    package func copy(to path: String, progress: (Int, Int) throws -> Void = { _, _ in }) throws {
        let target = try SQLiteConnection(path: path, mode: .create)
        // An incomplete copy is discarded, so it doesn't need a journal. The caller syncs the complete copy once.
        try target.execute("PRAGMA locking_mode=EXCLUSIVE; PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF")
        try target.execute("PRAGMA cache_size=-4000")
        try target.takePages(of: self, progress: progress)
    }

    /// Replaces this database's content with another database's content in one transaction. Other processes see either
    /// the old or the new content, even after a crash.
    ///
    /// - Throws: `SQLiteError` if the content can't be replaced. The code is 8 if the databases have different page
    ///   sizes and this database uses write-ahead logging. If the commit fails, the next process that opens the file
    ///   may still see the new content.
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

    /// Returns the size of the database in bytes.
    package func byteCount() throws(SQLiteError) -> Int64 {
        try number("PRAGMA page_size") * number("PRAGMA page_count")
    }

    /// Returns up to three problems that `PRAGMA quick_check` finds, or an empty array if it finds none.
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
