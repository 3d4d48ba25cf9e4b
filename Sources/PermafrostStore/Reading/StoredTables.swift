import PermafrostModel

/// The tables of a store, with their columns and unique indexes, as SQLite describes them.
package struct StoredTables: Sendable, Hashable {
    /// A column that SQLite reads. Generated columns aren't included.
    package struct Column: Sendable, Hashable {
        package var name: String
        /// The declared type, such as `VARCHAR`. Empty if the column is declared without a type.
        package var type: String
        /// Whether a row can't be inserted without a value for the column.
        package var isRequired: Bool
    }

    package struct Table: Sendable, Hashable {
        package var columns: [Column]
        /// The columns of each unique index, except for partial indexes and indexes on expressions. Includes the indexes
        /// that SQLite creates for a constraint.
        package var uniqueIndexes: Set<Set<String>>
    }

    /// The tables that store rows, keyed by name.
    package var tables: [String: Table]

    /// Reads the tables of a store.
    package init(_ reader: StoreReader) throws(StoreError) {
        tables = [:]
        for name in try reader.tableNames() { tables[name] = try Table(named: name, in: reader) }
    }
}

extension StoredTables.Table {
    fileprivate init(named name: String, in reader: StoreReader) throws(StoreError) {
        columns = try reader.rows("PRAGMA table_xinfo(\(SQLiteConnection.quoted(name)))").compactMap { row in
            guard case .text(let name) = row[1], case .text(let type) = row[2], row[6] == .integer(0) else {
                return nil
            }
            return StoredTables.Column(
                name: name, type: type, isRequired: row[3] != .integer(0) && row[4] == .null && row[5] == .integer(0))
        }
        uniqueIndexes = []
        for row in try reader.rows("PRAGMA index_list(\(SQLiteConnection.quoted(name)))")
        where row[2] != .integer(0) && row[4] == .integer(0) {
            guard case .text(let index) = row[1] else { continue }
            let terms = try reader.rows("PRAGMA index_info(\(SQLiteConnection.quoted(index)))").map { $0[2] }
            let names = terms.compactMap { if case .text(let name) = $0 { name } else { nil } }
            if names.count == terms.count { uniqueIndexes.insert(Set(names)) }
        }
    }
}
