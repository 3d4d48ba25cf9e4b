/// Where the content of old tables is while a migration is under way.
struct MovedTables {
    /// What old tables are called while new ones of their names are filled.
    static let prefix = "PERMAFROST_OLD_"

    /// The old tables that were moved aside.
    private(set) var moved: [String] = []
    /// For tables that are altered in place, their old columns' new names.
    private var renamed: [String: [String: String]] = [:]

    mutating func move(_ table: String) -> String {
        moved.append(table)
        return Self.prefix + table
    }

    mutating func rename(_ columns: [(old: String, new: String)], of table: String) {
        renamed[table] = Dictionary(columns, uniquingKeysWith: { first, _ in first })
    }

    /// The present name of an old table.
    func table(_ name: String) -> String { moved.contains(name) ? Self.prefix + name : name }

    /// The present name of an old table's column.
    func column(_ name: String, of table: String) -> String { renamed[table]?[name] ?? name }
}
