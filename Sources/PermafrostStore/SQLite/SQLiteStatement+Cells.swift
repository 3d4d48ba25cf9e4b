import Foundation

#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

extension SQLiteStatement {
    /// The first column of the range whose cell in the current row is not, byte for byte, that of another statement's row:
    /// another type, number, text or blob. Nothing is decoded or copied.
    ///
    /// - Returns: nil where all are the same. `5` and `5.0` are not.
    public func firstDifference(in columns: Range<Int>, from other: SQLiteStatement) -> Int? {
        for column in columns where !isSame(Int32(clamping: column), other) { return column }
        return nil
    }

    /// Whether a cell of the current row is NULL; the first column is 0.
    public func isNull(at column: Int) -> Bool {
        sqlite3_column_type(handle, Int32(clamping: column)) == SQLITE_NULL
    }

    private func isSame(_ column: Int32, _ other: SQLiteStatement) -> Bool {
        let type = sqlite3_column_type(handle, column)
        guard type == sqlite3_column_type(other.handle, column) else { return false }
        switch type {
        case SQLITE_NULL: return true
        case SQLITE_INTEGER:
            return sqlite3_column_int64(handle, column) == sqlite3_column_int64(other.handle, column)
        case SQLITE_FLOAT:
            return sqlite3_column_double(handle, column).bitPattern
                == sqlite3_column_double(other.handle, column).bitPattern
        default:
            let (left, right) = (sqlite3_column_blob(handle, column), sqlite3_column_blob(other.handle, column))
            let count = sqlite3_column_bytes(handle, column)
            guard count == sqlite3_column_bytes(other.handle, column) else { return false }
            guard count > 0, let left, let right else { return true }
            return memcmp(left, right, Int(count)) == 0
        }
    }
}
