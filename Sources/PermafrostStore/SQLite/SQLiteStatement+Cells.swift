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
    package func firstDifference(in columns: Range<Int>, from other: SQLiteStatement) -> Int? {
        for column in columns where !isSame(Int32(clamping: column), other) { return column }
        return nil
    }

    /// Whether a cell of the current row is NULL; the first column is 0.
    package func isNull(at column: Int) -> Bool {
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

// MARK: Cells of one kind

// Each cell is looked up once. Values may be looked into where they stand, since a connection belongs to one task and is
// opened without mutexes.
extension SQLiteStatement {
    /// A cell that is a whole number, though it may be kept as one of the other kind: a column's affinity may have been
    /// another once. Nil for any other cell.
    package func wholeNumber(at column: Int) -> Int64? {
        let cell = sqlite3_column_value(handle, Int32(clamping: column))
        switch sqlite3_value_type(cell) {
        case SQLITE_INTEGER: return sqlite3_value_int64(cell)
        case SQLITE_FLOAT: return Int64(exactly: sqlite3_value_double(cell))
        default: return nil
        }
    }

    /// A cell that is a number; nil for any other.
    package func number(at column: Int) -> Double? {
        let cell = sqlite3_column_value(handle, Int32(clamping: column))
        switch sqlite3_value_type(cell) {
        case SQLITE_FLOAT, SQLITE_INTEGER: return sqlite3_value_double(cell)
        default: return nil
        }
    }

    /// The bytes of a cell that is a blob, which are there until the statement goes on; nil for any other cell.
    package func bytes(at column: Int) -> UnsafeRawBufferPointer? {
        let cell = sqlite3_column_value(handle, Int32(clamping: column))
        guard sqlite3_value_type(cell) == SQLITE_BLOB else { return nil }
        let bytes = sqlite3_value_blob(cell)
        return UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(sqlite3_value_bytes(cell)))
    }

    /// A cell that is a text; nil for any other. Bytes that are not UTF-8 are replaced by U+FFFD.
    package func plainText(at column: Int) -> String? {
        let cell = sqlite3_column_value(handle, Int32(clamping: column))
        guard sqlite3_value_type(cell) == SQLITE_TEXT, let text = sqlite3_value_text(cell) else { return nil }
        return String(
            decoding: UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(cell))), as: UTF8.self)
    }
}
