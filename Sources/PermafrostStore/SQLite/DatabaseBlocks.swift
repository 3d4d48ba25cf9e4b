#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// A reader that returns a database file's content one block at a time.
///
/// It uses SQLite's own descriptor, because closing a second descriptor would drop every lock that the process holds on
/// the file. To get consistent blocks, read all of them in one ``SQLiteConnection/snapshot(_:)``.
package final class DatabaseBlocks {
    private static let blockSize = 1 << 20

    /// The size of the file in bytes.
    package let byteCount: Int64
    private let connection: SQLiteConnection
    private let file: UnsafeMutablePointer<sqlite3_file>
    private let buffer: UnsafeMutableRawBufferPointer
    private var offset: Int64 = 0

    /// Creates a reader for a connection's file. Returns nil if the file may not be the complete database, for example
    /// because a `-wal` contains more rows.
    ///
    /// - Throws: `SQLiteError` if SQLite can't provide the open file or the database's size.
    package init?(_ connection: SQLiteConnection) throws(SQLiteError) {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard code == SQLITE_OK, let file else { throw connection.error(code, sql: nil) }
        let byteCount = try connection.byteCount()
        var size: sqlite3_int64 = 0
        // If another connection writes to a -wal later, SQLite doesn't copy the -wal to the file before the snapshot
        // ends.
        guard let name = sqlite3_db_filename(connection.handle, "main"),
            FileStatus.bytes(at: String(cString: name) + "-wal") == 0,
            file.pointee.pMethods?.pointee.xFileSize?(file, &size) == SQLITE_OK, size == byteCount
        else { return nil }
        self.byteCount = byteCount
        self.connection = connection
        self.file = file
        buffer = .allocate(byteCount: Int(min(Int64(Self.blockSize), byteCount)), alignment: 4096)
    }

    deinit {
        buffer.deallocate()
    }

    /// Returns the next block, or nil at the end. A block is valid until the next call.
    ///
    /// - Throws: `SQLiteError` if the block can't be read.
    package func next() throws(SQLiteError) -> UnsafeRawBufferPointer? {
        let count = Int(min(Int64(buffer.count), byteCount - offset))
        guard count > 0 else { return nil }
        let code = file.pointee.pMethods?.pointee.xRead?(file, buffer.baseAddress, Int32(clamping: count), offset)
        guard let code, code == SQLITE_OK else {
            let code = code ?? SQLITE_MISUSE
            throw SQLiteError(code: code, message: String(cString: sqlite3_errstr(code)), path: connection.path)
        }
        offset += Int64(count)
        return UnsafeRawBufferPointer(rebasing: buffer[..<count])
    }
}
