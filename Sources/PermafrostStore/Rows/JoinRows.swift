/// The links of a many-to-many table, one at a time, in the order of both keys.
final class JoinRows {
    private let statement: SQLiteStatement
    private let path: String

    /// - Parameters:
    ///   - first: the column with the keys that come first.
    ///   - second: the column with the others.
    init(
        table: String, first: String, second: String, connection: SQLiteConnection, path: String
    ) throws(StoreError) {
        self.path = path
        let columns = [first, second].map(SQLiteConnection.quoted).joined(separator: ", ")
        do {
            statement = try connection.prepare(
                "SELECT \(columns) FROM \(SQLiteConnection.quoted(table)) ORDER BY \(columns)")
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// The keys of both ends of the next link; nil if there is none.
    func next() throws(StoreError) -> [Int64]? {
        do {
            guard try statement.step() else { return nil }
            return [statement.integer(at: 0) ?? 0, statement.integer(at: 1) ?? 0]
        } catch {
            throw StoreError(error, path: path)
        }
    }
}
