import PermafrostModel

/// An iterator over the links in a many-to-many table, sorted by both keys.
package final class JoinRows {
    private let statement: SQLiteStatement
    private let path: String

    /// Creates an iterator over a table's links, sorted by the first and then by the second column.
    ///
    /// - Parameters:
    ///   - first: the column with the keys at one end of the links.
    ///   - second: the column with the keys at the other end.
    package init(
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

    /// Returns the keys at both ends of the next link, or nil after the last one.
    package func next() throws(StoreError) -> [Int64]? {
        do {
            guard try statement.step() else { return nil }
            return [statement.integer(at: 0) ?? 0, statement.integer(at: 1) ?? 0]
        } catch {
            throw StoreError(error, path: path)
        }
    }
}
