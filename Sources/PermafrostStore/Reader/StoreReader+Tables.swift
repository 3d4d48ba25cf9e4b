import PermafrostModel

extension StoreReader {
    /// The names of the tables that hold rows of their own, sorted. Views and virtual tables, which no app's store has
    /// and which can make any query run, are not among them and are never read.
    package func tableNames() throws(StoreError) -> [String] {
        try rows("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name").compactMap {
            if case .text(let name) = $0[0] { name } else { nil }
        }
    }

    /// The columns of a table with their declared types, in order; none where there is no such table. Columns that are
    /// computed, which no app's store has, are not among them and are never read.
    package func columns(of table: String) throws(StoreError) -> [(name: String, type: String)] {
        guard try hasTable(table) else { return [] }
        return try rows("PRAGMA table_xinfo(\(SQLiteConnection.quoted(table)))").compactMap { row in
            guard case .text(let name) = row[1], case .text(let type) = row[2], row[6] == .integer(0) else {
                return nil
            }
            return (name, type)
        }
    }

    /// The number of rows of each table.
    package func rowCounts() throws(StoreError) -> [String: Int] {
        var counts: [String: Int] = [:]
        for name in try tableNames() { counts[name] = try rowCount(of: name) }
        return counts
    }

    /// The number of rows of a table.
    package func rowCount(of table: String) throws(StoreError) -> Int {
        // COUNT(*) walks the pages of a table without looking at the limit on work.
        let rows = try rows("SELECT SUM(1) FROM \(SQLiteConnection.quoted(table))")
        if case .integer(let count)? = rows.first?.first { return Int(clamping: count) }
        return 0
    }

    /// The number of rows of each entity that has any, by the entity's number; those of subentities count for themselves.
    package func rowCounts(byEntityIn table: String) throws(StoreError) -> [Int64: Int] {
        var counts: [Int64: Int] = [:]
        for row in try rows(
            "SELECT Z_ENT, SUM(1) FROM \(SQLiteConnection.quoted(table)) GROUP BY Z_ENT LIMIT \(Self.entityLimit)")
        {
            if case .integer(let number) = row[0], case .integer(let count) = row[1] {
                counts[number] = Int(clamping: count)
            }
        }
        return counts
    }

    /// A model as far as the tables tell it, for a store that carries none.
    package func tableModel() throws(StoreError) -> TableModel {
        var columns: [String: [(name: String, type: String)]] = [:]
        for table in try tableNames() { columns[table] = try self.columns(of: table) }
        return TableModel(
            .init(primaryKeys: try primaryKeys(), columns: columns, statements: try statements()))
    }

    /// More entities than any model has.
    private static let entityLimit = 10_000
}
