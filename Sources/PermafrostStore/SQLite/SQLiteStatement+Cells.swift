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
        // One look-up for each cell. Values may be looked into where they stand, since a connection belongs to one task
        // and is opened without mutexes.
        let (left, right) = (sqlite3_column_value(handle, column), sqlite3_column_value(other.handle, column))
        let type = sqlite3_value_type(left)
        guard type == sqlite3_value_type(right) else { return false }
        switch type {
        case SQLITE_NULL: return true
        case SQLITE_INTEGER: return sqlite3_value_int64(left) == sqlite3_value_int64(right)
        case SQLITE_FLOAT:
            return sqlite3_value_double(left).bitPattern == sqlite3_value_double(right).bitPattern
        default:
            let (first, second) = (sqlite3_value_blob(left), sqlite3_value_blob(right))
            let count = sqlite3_value_bytes(left)
            guard count == sqlite3_value_bytes(right) else { return false }
            guard count > 0, let first, let second else { return true }
            return memcmp(first, second, Int(count)) == 0
        }
    }
}
