import PermafrostModel

/// A value that a migration writes to a column, and the rows that get it.
struct NewValue {
    /// The new content of the cells.
    enum Content {
        case cell(SQLiteValue)
        /// The old bytes, preceded by the byte that indicates that the cell contains the value and not the name of
        /// a file.
        case marked
        /// The old bytes without the first byte, which indicated that the cell contains the value and not the name
        /// of a file.
        case unmarked
    }

    /// The rows that get the value. The condition uses the column names of the new table.
    enum Rows: Equatable {
        case all
        /// The rows where all of the columns are NULL.
        case lacking([String])
        /// The rows where at least one of the columns isn't NULL.
        case having([String])
    }

    let column: String
    let content: Content
    let rows: Rows
    /// The old numbers of the entities whose rows get the value. Empty if the old and the new table each contain
    /// only one entity's rows.
    var entities: [Int] = []

    /// Returns the SQL expression for a column's new content, with its parameters.
    ///
    /// - Parameters:
    ///   - values: the values for the column. Later values take precedence.
    ///   - current: the SQL expression for the cells' current content.
    ///   - name: a closure that returns the SQL for reading a column of the new table.
    static func expression(
        _ values: [NewValue], current: String, name: (String) -> String
    ) -> (sql: String, parameters: [SQLiteValue]) {
        values.reduce((sql: current, parameters: [])) { previous, value in
            var sql: String
            var parameters: [SQLiteValue] = []
            switch value.content {
            case .cell(let cell):
                sql = "?"
                parameters.append(cell)
            case .marked: sql = "CAST(x'01' || \(current) AS BLOB)"
            case .unmarked: sql = "substr(\(current), 2)"
            }
            if let condition = value.condition(name) {
                sql = "CASE WHEN \(condition) THEN \(sql) ELSE \(previous.sql) END"
                parameters += previous.parameters
            }
            return (sql, parameters)
        }
    }

    /// Returns the SQL condition for the rows that get the value, or nil if all rows get it.
    ///
    /// - Parameter name: a closure that returns the SQL for reading a column of the new table.
    func condition(_ name: (String) -> String) -> String? {
        let content: String? =
            switch rows {
            case .all: nil
            case .lacking(let columns): columns.map { "\(name($0)) IS NULL" }.joined(separator: " AND ")
            case .having(let columns): columns.map { "\(name($0)) IS NOT NULL" }.joined(separator: " OR ")
            }
        guard !entities.isEmpty else { return content }
        let membership = "Z_ENT IN (\(entities.map(String.init).joined(separator: ", ")))"
        return content.map { "\(membership) AND (\($0))" } ?? membership
    }
}
