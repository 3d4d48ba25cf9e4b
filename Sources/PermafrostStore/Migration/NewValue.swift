/// What a migration writes into the cells of one column, where it does more than to carry them over.
struct NewValue {
    /// What the cells get.
    enum Content {
        case cell(SQLiteValue)
        /// The bytes behind the mark of a value that is inside its cell.
        case marked
        /// The bytes without that mark.
        case unmarked
    }

    /// Which rows get it. The columns are those of the new table.
    enum Rows: Equatable {
        case all
        /// Those with NULL in all of the columns.
        case lacking([String])
        /// Those with anything in one of the columns.
        case having([String])
    }

    let column: String
    let content: Content
    let rows: Rows
    /// The old numbers of the entities whose rows get it; empty if the old table had one entity.
    var entities: [Int] = []

    /// The values that a column gets, as one expression with its parameters.
    ///
    /// - Parameters:
    ///   - values: those of one column, of which a later one goes before an earlier one.
    ///   - current: what the cells hold now.
    ///   - name: under what a column of the new table can be read.
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

    /// Which rows get the value, in SQL; nil for all.
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
