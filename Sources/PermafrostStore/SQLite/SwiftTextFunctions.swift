import Foundation

#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

extension SQLiteConnection {
    /// Defines collations and SQL functions that evaluate Swift's string operations.
    ///
    /// - The `SWIFT` collation is Swift's own string comparison. It treats composed and decomposed characters as equal.
    /// - The `SWIFT_LEXICAL` collation sorts like Foundation's `.lexical` comparator.
    /// - The `SWIFT_CONTAINS`, `SWIFT_STARTS`, `SWIFT_COUNT`, `SWIFT_SEARCH` (`localizedStandardContains`) and
    ///   `SWIFT_COMPARE` (`caseInsensitiveCompare`) functions evaluate the string operations of predicates.
    ///
    /// The definitions exist only on this connection. Stores never refer to them.
    package func defineSwiftText() throws(SQLiteError) {
        try collate("SWIFT") { _, leftCount, left, rightCount, right in
            let left = swiftText(left, leftCount)
            let right = swiftText(right, rightCount)
            return left == right ? 0 : left < right ? -1 : 1
        }
        try collate("SWIFT_LEXICAL") { _, leftCount, left, rightCount, right in
            let order = String.StandardComparator.lexical
                .compare(swiftText(left, leftCount), swiftText(right, rightCount))
            return Int32(order.rawValue)
        }
        try define("SWIFT_SEARCH", 2) { context, _, arguments in
            guard let texts = swiftTexts(arguments, 2) else { return sqlite3_result_null(context) }
            sqlite3_result_int(context, texts[0].localizedStandardContains(texts[1]) ? 1 : 0)
        }
        try define("SWIFT_COMPARE", 2) { context, _, arguments in
            guard let texts = swiftTexts(arguments, 2) else { return sqlite3_result_null(context) }
            sqlite3_result_int(context, Int32(texts[0].caseInsensitiveCompare(texts[1]).rawValue))
        }
        try define("SWIFT_CONTAINS", 2) { context, _, arguments in
            guard let texts = swiftTexts(arguments, 2) else { return sqlite3_result_null(context) }
            sqlite3_result_int(context, texts[1].isEmpty || texts[0].contains(texts[1]) ? 1 : 0)
        }
        try define("SWIFT_STARTS", 2) { context, _, arguments in
            guard let texts = swiftTexts(arguments, 2) else { return sqlite3_result_null(context) }
            sqlite3_result_int(context, texts[0].starts(with: texts[1]) ? 1 : 0)
        }
        try define("SWIFT_COUNT", 1) { context, _, arguments in
            guard let texts = swiftTexts(arguments, 1) else { return sqlite3_result_null(context) }
            sqlite3_result_int64(context, Int64(texts[0].count))
        }
    }

    private func collate(
        _ name: String,
        _ compare:
            @convention(c) (UnsafeMutableRawPointer?, Int32, UnsafeRawPointer?, Int32, UnsafeRawPointer?) -> Int32
    ) throws(SQLiteError) {
        let code = sqlite3_create_collation_v2(handle, name, SQLITE_UTF8, nil, compare, nil)
        guard code == SQLITE_OK else { throw error(code, sql: nil) }
    }

    private func define(
        _ name: String, _ count: Int32,
        _ function: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
    ) throws(SQLiteError) {
        let code = sqlite3_create_function_v2(
            handle, name, count, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, function, nil, nil, nil)
        guard code == SQLITE_OK else { throw error(code, sql: nil) }
    }
}

private func swiftText(_ bytes: UnsafeRawPointer?, _ count: Int32) -> String {
    String(decoding: UnsafeRawBufferPointer(start: bytes, count: Int(count)), as: UTF8.self)
}

/// Returns a function's arguments as strings, or nil if an argument is NULL.
private func swiftTexts(_ arguments: UnsafeMutablePointer<OpaquePointer?>?, _ count: Int) -> [String]? {
    var texts: [String] = []
    for index in 0..<count {
        guard let text = sqlite3_value_text(arguments?[index]) else { return nil }
        let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(arguments?[index])))
        texts.append(String(decoding: bytes, as: UTF8.self))
    }
    return texts
}
