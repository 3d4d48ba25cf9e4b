import Foundation

#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// A compiled statement of a ``SQLiteConnection``. Bind its parameters, and step through its rows. To run the statement
/// again, reset it first.
package final class SQLiteStatement {
    package let sql: String
    private let connection: SQLiteConnection
    let handle: OpaquePointer

    init(connection: SQLiteConnection, sql: String) throws(SQLiteError) {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(connection.handle, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK else { throw connection.error(code, sql: sql) }
        guard let handle else {
            throw SQLiteError(
                code: SQLITE_MISUSE, message: "the SQL contains no statement", sql: sql, path: connection.path)
        }
        self.connection = connection
        self.sql = sql
        self.handle = handle
    }

    deinit {
        sqlite3_finalize(handle)
    }

    /// Binds a value to a parameter. The first parameter has index 1.
    package func bind(_ value: SQLiteValue, at index: Int) throws(SQLiteError) {
        try check(parameters.bind(value, at: index))
    }

    /// Binds an integer to a parameter. The first parameter has index 1.
    package func bind(_ integer: Int64, at index: Int) throws(SQLiteError) {
        try check(parameters.bind(integer, at: index))
    }

    /// Binds a blob to a parameter. The first parameter has index 1.
    package func bind(_ bytes: UnsafeRawBufferPointer, at index: Int) throws(SQLiteError) {
        try check(parameters.bind(bytes, at: index))
    }

    /// Throws the error for a SQLite result code, unless the code is `SQLITE_OK`.
    package func check(_ code: Int32) throws(SQLiteError) {
        guard code == SQLITE_OK else { throw connection.error(code, sql: sql) }
    }

    /// The statement's parameters.
    package var parameters: SQLiteParameters { SQLiteParameters(handle: handle) }

    /// The current row. Each cell is read only when you access it.
    package var cells: SQLiteCells { SQLiteCells(handle: handle) }

    /// Binds the given values to the parameters, runs the statement to its end, and resets it. Rows that it returns are
    /// ignored.
    package func run(_ values: [SQLiteValue] = []) throws(SQLiteError) {
        for (index, value) in values.enumerated() { try bind(value, at: index + 1) }
        while try step() {}
        reset()
    }

    /// Advances to the next row. Returns false after the last one.
    package func step() throws(SQLiteError) -> Bool {
        if let undone = connection.undone { throw undone }
        let code = sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default:
            let error = connection.failure(code, sql: sql)
            sqlite3_reset(handle)
            throw error
        }
    }

    /// Resets the statement, so that it can run again. Its parameters keep their values.
    package func reset() {
        sqlite3_reset(handle)
    }

    /// The number of rows that the connection's last statement changed.
    package var changeCount: Int { connection.changeCount }

    /// The number of columns in a row.
    package var columnCount: Int { Int(sqlite3_column_count(handle)) }

    /// The values of all cells of the current row.
    package var row: [SQLiteValue] { (0..<columnCount).map(value(at:)) }

    /// Returns a cell of the current row. The first column has index 0.
    package func value(at column: Int) -> SQLiteValue { cells.value(at: column) }

    /// Returns a cell as an integer, or nil if the cell is NULL. Other types are converted by SQLite's rules.
    package func integer(at column: Int) -> Int64? { cells.integer(at: column) }

    /// Returns a cell as an integer, or 0 if the cell is NULL. Other types are converted by SQLite's rules.
    package func number(at column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(clamping: column)) }

    /// Returns a cell as text, or nil if the cell is NULL. Other types are converted by SQLite's rules. Invalid UTF-8
    /// is replaced with U+FFFD.
    package func text(at column: Int) -> String? { cells.text(at: column) }

    /// Returns a cell as a blob, or nil if the cell is NULL. Other types are converted by SQLite's rules.
    package func blob(at column: Int) -> [UInt8]? { cells.blob(at: column) }
}

extension SQLiteStatement {
    /// Returns the first column in the range whose cells differ between the two statements' current rows, or nil if all
    /// cells are equal. Doesn't decode or copy values. Cells are equal only if both their types and their bytes are
    /// equal, so `5` differs from `5.0`.
    package func firstDifference(in columns: Range<Int>, from other: SQLiteStatement) -> Int? {
        let (handle, other) = (handle, other.handle)
        var column = Int32(clamping: columns.lowerBound)
        let end = Int32(clamping: columns.upperBound)
        while column < end {
            guard Self.isSame(column, handle, other) else { return Int(column) }
            column &+= 1
        }
        return nil
    }

    /// Returns whether a cell of the current row has the type and the bytes of a value. The cell isn't copied. The first
    /// column has index 0.
    package func contains(_ value: SQLiteValue, at column: Int) -> Bool {
        Self.isCell(sqlite3_column_value(handle, Int32(clamping: column)), value)
    }

    /// Returns whether a cell has the type and the bytes of a value. The cell isn't copied.
    static func isCell(_ cell: OpaquePointer?, _ value: SQLiteValue) -> Bool {
        let type = sqlite3_value_type(cell)
        switch value {
        case .null: return type == SQLITE_NULL
        case .integer(let integer): return type == SQLITE_INTEGER && sqlite3_value_int64(cell) == integer
        case .real(let real):
            return type == SQLITE_FLOAT && sqlite3_value_double(cell).bitPattern == real.bitPattern
        case .text(var text):
            return type == SQLITE_TEXT && text.withUTF8 { contains(cell, UnsafeRawBufferPointer($0)) }
        case .blob(let bytes): return type == SQLITE_BLOB && bytes.withUnsafeBytes { contains(cell, $0) }
        }
    }

    private static func contains(_ cell: OpaquePointer?, _ bytes: UnsafeRawBufferPointer) -> Bool {
        let found = sqlite3_value_blob(cell)
        guard Int(sqlite3_value_bytes(cell)) == bytes.count else { return false }
        guard let found, let start = bytes.baseAddress else { return bytes.isEmpty }
        return memcmp(found, start, bytes.count) == 0
    }

    /// Returns whether a cell of the current row is NULL. The first column has index 0.
    package func isNull(at column: Int) -> Bool { cells.isNull(at: column) }

    @inline(__always)
    private static func isSame(_ column: Int32, _ handle: OpaquePointer, _ other: OpaquePointer) -> Bool {
        // Look up each cell only once. The values can be read in place, because a connection belongs to one task and is
        // opened without mutexes.
        let (left, right) = (sqlite3_column_value(handle, column), sqlite3_column_value(other, column))
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

extension SQLiteStatement {
    /// The storage classes of cells.
    package enum Kind: Sendable, Hashable { case null, integer, real, text, blob }

    /// Returns the storage class of a cell in the current row. The first column has index 0.
    package func kind(at column: Int) -> Kind {
        switch sqlite3_column_type(handle, Int32(clamping: column)) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    /// Returns whether a cell is text that contains only ASCII characters.
    package func isASCII(at column: Int) -> Bool {
        let cell = sqlite3_column_value(handle, Int32(clamping: column))
        guard sqlite3_value_type(cell) == SQLITE_TEXT, let text = sqlite3_value_text(cell) else { return false }
        return UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(cell))).allSatisfy { $0 < 0x80 }
    }
}
