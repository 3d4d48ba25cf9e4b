/// What SQLite answered where it could not do what was asked.
public struct SQLiteError: Error, Sendable, Hashable {
    /// SQLite's extended result code.
    public var code: Int32
    /// SQLite's own message.
    public var message: String
    /// The statement, where one was involved.
    public var sql: String?
    /// The file's path.
    public var path: String

    /// An error of the given facts.
    public init(code: Int32, message: String, sql: String? = nil, path: String) {
        self.code = code
        self.message = message
        self.sql = sql
        self.path = path
    }

    /// The primary result code: the extended one without its detail.
    public var primaryCode: Int32 { code & 0xFF }
}
