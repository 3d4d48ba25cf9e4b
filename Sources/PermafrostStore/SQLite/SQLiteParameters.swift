#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// The parameters of a statement. The first parameter has index 1. The functions return SQLite's result code. Pass it
/// to ``SQLiteStatement/check(_:)`` to throw the error.
///
/// To avoid reference counting, the parameters don't retain their statement. Use them only as long as the statement
/// exists.
package struct SQLiteParameters {
    let handle: OpaquePointer

    /// Binds a value.
    package func bind(_ value: SQLiteValue, at index: Int) -> Int32 {
        switch value {
        case .null: return sqlite3_bind_null(handle, Int32(clamping: index))
        case .integer(let integer): return bind(integer, at: index)
        case .real(let real): return bind(real, at: index)
        case .text(let text): return bind(text, at: index)
        case .blob(let bytes): return bytes.withUnsafeBytes { bind($0, at: index) }
        }
    }

    /// Binds an integer.
    package func bind(_ integer: Int64, at index: Int) -> Int32 {
        sqlite3_bind_int64(handle, Int32(clamping: index), integer)
    }

    /// Binds a real number.
    package func bind(_ real: Double, at index: Int) -> Int32 {
        sqlite3_bind_double(handle, Int32(clamping: index), real)
    }

    /// Binds a string as text.
    package func bind(_ text: String, at index: Int) -> Int32 {
        var text = text
        // Passing the string as a C string would copy it first.
        return text.withUTF8 { utf8 in
            utf8.withMemoryRebound(to: CChar.self) { characters in
                guard let start = characters.baseAddress else {
                    return sqlite3_bind_text(handle, Int32(clamping: index), "", 0, Self.copiedBySQLite)
                }
                return sqlite3_bind_text(
                    handle, Int32(clamping: index), start, Int32(clamping: characters.count), Self.copiedBySQLite)
            }
        }
    }

    /// Binds a blob.
    package func bind(_ bytes: UnsafeRawBufferPointer, at index: Int) -> Int32 {
        let position = Int32(clamping: index)
        // A nil pointer would bind NULL.
        return bytes.isEmpty
            ? sqlite3_bind_zeroblob(handle, position, 0)
            : sqlite3_bind_blob(handle, position, bytes.baseAddress, Int32(clamping: bytes.count), Self.copiedBySQLite)
    }

    /// The destructor value (-1) that makes SQLite copy the bytes before the call returns.
    private static let copiedBySQLite = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
}
