import Foundation

#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// An SQL function of one connection that passes the cells of each row to a closure.
///
/// It's an aggregate function, so that SQLite reads many rows in one step. The schema of a store can't call it.
final class RowFunction {
    static let name = "PERMAFROST_CELLS"
    /// The largest number of cells that a row can have. By default, SQLite allows at least 100 arguments.
    static let cellLimit = 100

    /// Receives a row's cells and their number. The cells are valid only during the call.
    var visit: ((UnsafeMutablePointer<OpaquePointer?>, Int) -> Void)?

    /// Defines the function. It exists as long as the connection.
    init(_ connection: SQLiteConnection) throws(SQLiteError) {
        let code = sqlite3_create_function_v2(
            connection.handle, Self.name, -1, SQLITE_UTF8 | SQLITE_DIRECTONLY,
            Unmanaged.passRetained(self).toOpaque(), nil,
            { context, count, cells in
                guard let cells, let function = sqlite3_user_data(context) else { return }
                Unmanaged<RowFunction>.fromOpaque(function)._withUnsafeGuaranteedRef { $0.visit?(cells, Int(count)) }
            },
            { context in sqlite3_result_null(context) },
            { function in
                if let function { Unmanaged<RowFunction>.fromOpaque(function).release() }
            })
        guard code == SQLITE_OK else { throw connection.error(code, sql: nil) }
    }
}
