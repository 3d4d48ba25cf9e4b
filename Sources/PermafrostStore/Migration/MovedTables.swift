/// The current names of the old tables and columns during a migration.
struct MovedTables {
    /// The prefix that is added to an old table's name during a migration, to avoid conflicts with new tables.
    static let prefix = "PERMAFROST_OLD_"

    /// The original names of the old tables that were renamed.
    private(set) var moved: [String] = []
    /// The new names of old columns in tables that are altered in place, keyed by table name and old column name.
    private var renamed: [String: [String: String]] = [:]

    mutating func move(_ table: String) -> String {
        moved.append(table)
        return Self.prefix + table
    }

    mutating func rename(_ columns: [(old: String, new: String)], of table: String) {
        renamed[table] = Dictionary(columns, uniquingKeysWith: { first, _ in first })
    }

    /// Returns the current name of an old table.
    func table(_ name: String) -> String { moved.contains(name) ? Self.prefix + name : name }

    /// Returns the current name of an old table's column.
    func column(_ name: String, of table: String) -> String { renamed[table]?[name] ?? name }
}
