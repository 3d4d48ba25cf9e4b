/// What SQLite answered where it could not do what was asked.
package struct SQLiteError: Error, Sendable, Hashable {
    /// SQLite's extended result code.
    package var code: Int32
    /// SQLite's own message.
    package var message: String
    /// The statement, where one was involved.
    package var sql: String?
    /// The file's path.
    package var path: String

    /// An error of the given facts.
    package init(code: Int32, message: String, sql: String? = nil, path: String) {
        self.code = code
        self.message = message
        self.sql = sql
        self.path = path
    }

    /// The primary result code: the extended one without its detail.
    package var primaryCode: Int32 { code & 0xFF }
}
