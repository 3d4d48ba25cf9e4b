#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// The bytes of a database's file, a block at a time.
///
/// SQLite's own descriptor reads them: another one, once closed, would take with it every lock that the process has on the
/// file. They are those of one moment as long as the ``SQLiteConnection/snapshot(_:)`` lasts that they are read in.
package final class DatabaseBlocks {
    private static let blockSize = 1 << 20

    /// The size of the file in bytes.
    package let byteCount: Int64
    private let connection: SQLiteConnection
    private let file: UnsafeMutablePointer<sqlite3_file>
    private let buffer: UnsafeMutableRawBufferPointer
    private var offset: Int64 = 0

    /// The blocks of a connection's file; nil if that is not all of the database, since a -wal holds rows too.
    ///
    /// - Throws: `SQLiteError`.
    package init?(_ connection: SQLiteConnection) throws(SQLiteError) {
        var file: UnsafeMutablePointer<sqlite3_file>?
        let code = sqlite3_file_control(connection.handle, "main", SQLITE_FCNTL_FILE_POINTER, &file)
        guard code == SQLITE_OK, let file else { throw connection.error(code, sql: nil) }
        let byteCount = try connection.byteCount()
        var size: sqlite3_int64 = 0
        // What a later writer puts into a -wal is not copied into the file before the snapshot ends.
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

    /// The next block, which is good until the one after it is asked for; nil at the end.
    ///
    /// - Throws: `SQLiteError`.
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
