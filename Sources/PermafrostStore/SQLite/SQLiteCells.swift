#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// The cells of a statement's current row. The first column has index 0.
///
/// To avoid reference counting, the cells don't retain their statement. Use them only as long as the statement exists
/// and stays on the row.
package struct SQLiteCells {
    let handle: OpaquePointer

    /// Returns a cell's value without converting it to another type.
    package func value(at column: Int) -> SQLiteValue {
        let index = Int32(clamping: column)
        switch sqlite3_column_type(handle, index) {
        case SQLITE_INTEGER: return .integer(sqlite3_column_int64(handle, index))
        case SQLITE_FLOAT: return .real(sqlite3_column_double(handle, index))
        case SQLITE_TEXT: return .text(text(at: column) ?? "")
        case SQLITE_BLOB: return .blob(blob(at: column) ?? [])
        default: return .null
        }
    }

    /// Returns whether a cell is NULL.
    package func isNull(at column: Int) -> Bool {
        sqlite3_column_type(handle, Int32(clamping: column)) == SQLITE_NULL
    }
}

// MARK: Converted cells

extension SQLiteCells {
    /// Returns a cell as an integer, or nil if the cell is NULL. Other types are converted by SQLite's rules.
    package func integer(at column: Int) -> Int64? {
        // Look up the cell only once. Reading it in place is safe for the same reason as below.
        let cell = sqlite3_column_value(handle, Int32(clamping: column))
        return sqlite3_value_type(cell) == SQLITE_NULL ? nil : sqlite3_value_int64(cell)
    }

    /// Returns a cell as text, or nil if the cell is NULL. Other types are converted by SQLite's rules. Invalid UTF-8
    /// is replaced with U+FFFD.
    package func text(at column: Int) -> String? {
        let index = Int32(clamping: column)
        guard let text = sqlite3_column_text(handle, index) else { return nil }
        return String(
            decoding: UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(handle, index))),
            as: UTF8.self)
    }

    /// Returns a cell as a blob, or nil if the cell is NULL. Other types are converted by SQLite's rules.
    package func blob(at column: Int) -> [UInt8]? {
        let index = Int32(clamping: column)
        guard sqlite3_column_type(handle, index) != SQLITE_NULL else { return nil }
        guard let bytes = sqlite3_column_blob(handle, index) else { return [] }
        return Array(UnsafeRawBufferPointer(start: bytes, count: Int(sqlite3_column_bytes(handle, index))))
    }
}

// MARK: Cells of one storage class

// Each cell is looked up only once. The values can be read in place, because a connection belongs to one task and is
// opened without mutexes.
extension SQLiteCells {
    /// Returns the value of an integer cell, or of a real cell with an integral value. Returns nil for any other cell.
    /// Integers may be stored as reals, because the column may have had a different affinity before.
    package func wholeNumber(at column: Int) -> Int64? {
        let cell = sqlite3_column_value(handle, Int32(clamping: column))
        switch sqlite3_value_type(cell) {
        case SQLITE_INTEGER: return sqlite3_value_int64(cell)
        case SQLITE_FLOAT: return Int64(exactly: sqlite3_value_double(cell))
        default: return nil
        }
    }

    /// Returns the value of an integer or real cell as a `Double`, or nil for any other cell.
    package func number(at column: Int) -> Double? {
        let cell = sqlite3_column_value(handle, Int32(clamping: column))
        switch sqlite3_value_type(cell) {
        case SQLITE_FLOAT, SQLITE_INTEGER: return sqlite3_value_double(cell)
        default: return nil
        }
    }

    /// Returns the bytes of a blob cell, or nil for any other cell. The bytes are valid until the statement's next
    /// step.
    package func bytes(at column: Int) -> UnsafeRawBufferPointer? {
        let cell = sqlite3_column_value(handle, Int32(clamping: column))
        guard sqlite3_value_type(cell) == SQLITE_BLOB else { return nil }
        let bytes = sqlite3_value_blob(cell)
        return UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : Int(sqlite3_value_bytes(cell)))
    }

    /// Returns a text cell, or nil for any other cell. Invalid UTF-8 is replaced with U+FFFD.
    package func plainText(at column: Int) -> String? {
        let cell = sqlite3_column_value(handle, Int32(clamping: column))
        guard sqlite3_value_type(cell) == SQLITE_TEXT, let text = sqlite3_value_text(cell) else { return nil }
        return String(
            decoding: UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(cell))), as: UTF8.self)
    }
}
