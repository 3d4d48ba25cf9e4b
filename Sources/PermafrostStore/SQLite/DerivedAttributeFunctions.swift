#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

extension SQLiteConnection {
    /// Defines the SQL functions that the triggers of derived attributes call, which only Core Data's own connections
    /// have by default. The functions that report a changed value do nothing, and `NSCoreDataNow` always returns the
    /// same time.
    package func defineDerivedAttributeFunctions() throws(SQLiteError) {
        let nothing: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
            context, _, _ in sqlite3_result_null(context)
        }
        let time: @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
            context, _, _ in sqlite3_result_double(context, 700_000_000)
        }
        let functions = [
            ("NSCoreDataDATriggerUpdatedAffectedObjectValue", nothing),
            ("NSCoreDataDATriggerInsertUpdatedAffectedObjectValue", nothing),
            ("NSCoreDataNow", time),
        ]
        for (name, function) in functions {
            let code = sqlite3_create_function_v2(
                handle, name, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, function, nil, nil, nil)
            guard code == SQLITE_OK else { throw error(code, sql: nil) }
        }
    }
}
