import PermafrostModel
import PermafrostStore

/// A connected sample of a store's rows: some rows of each entity, and every row that they refer to.
///
/// The sample contains the rows with the edge values of each property first: no value, and the smallest and largest or
/// the shortest and longest ones. The remaining rows are spread evenly over the entity's rows. The same store always
/// has the same sample.
struct RowSample {
    /// The keys of the rows, keyed by table name.
    private(set) var keys: [String: Set<Int64>] = [:]

    private let reader: StoreReader
    private let layout: StoreLayout
    private let limit: Int
    /// The entities' numbers (`Z_ENT`) in the store, keyed by entity name.
    private let numbers: [String: Int64]
    /// The rows whose references aren't in the sample yet.
    private var unfinished: [(table: StoreTable, key: Int64)] = []

    /// The number of keys in one query.
    private static let batchSize = 500

    /// Chooses the rows.
    ///
    /// - Parameter limit: the maximum number of rows of an entity, and of links of a many-to-many relationship. Rows that
    ///   others refer to don't count.
    /// - Throws: `StoreError` if the store can't be read.
    init(_ reader: StoreReader, _ layout: StoreLayout, limit: Int) throws {
        self.reader = reader
        self.layout = layout
        self.limit = limit
        numbers = layout.numbers(recorded: try reader.primaryKeys())
        for table in layout.tables {
            keys[table.name] = []
            let stored = Set(try reader.columns(of: table.name).map(\.name))
            guard stored.isSuperset(of: ["Z_PK", "Z_ENT"]) else { continue }
            for entity in table.entities { try choose(entity, in: table, stored) }
        }
        for table in layout.joinTables where try reader.hasTable(table.name) { try choose(linksOf: table) }
        try addReferences()
    }

    /// Returns whether the sample contains a row. A row of a many-to-many relationship's table belongs to the sample if
    /// both of its ends do.
    func contains(_ key: SQLiteValue, of table: String) -> Bool {
        guard case .integer(let key) = key else { return true }
        return keys[table]?.contains(key) ?? true
    }

    /// Returns the name of the table whose rows a column of a many-to-many relationship's table refers to, or nil if
    /// the column contains a position.
    static func target(of column: String, in table: JoinTable, _ layout: StoreLayout) -> String? {
        [table.first, table.second].first { $0.column == column }.flatMap { layout.table(of: $0.entity)?.name }
    }

    private mutating func choose(_ entity: String, in table: StoreTable, _ stored: Set<String>) throws {
        guard let number = numbers[entity] else { return }
        let rows = "FROM \(SQLiteConnection.quoted(table.name)) WHERE Z_ENT = \(number)"
        var chosen: [Int64] = []
        for column in table.columns where chosen.count < limit && stored.contains(column.name) {
            guard case .attribute = column.content else { continue }
            let name = SQLiteConnection.quoted(column.name)
            let size =
                switch column.type {
                case .string, .uri, .binary, .transformable: "length(\(name))"
                default: name
                }
            for query in [
                "AND \(name) IS NULL ORDER BY Z_PK", "AND \(name) IS NOT NULL ORDER BY \(size), Z_PK",
                "AND \(name) IS NOT NULL ORDER BY \(size) DESC, Z_PK",
            ] {
                chosen += try integers("SELECT Z_PK \(rows) \(query) LIMIT 1").filter { !chosen.contains($0) }
            }
        }
        chosen = Array(chosen.prefix(limit))
        let rest = limit - chosen.count
        if rest > 0 {
            let others = "\(rows) AND Z_PK NOT IN (\(chosen.map(String.init).joined(separator: ", ")))"
            let count = max(1, try integers("SELECT COUNT(*) \(others)").first ?? 0)
            // The first row of each of `rest` parts with equal numbers of rows. If there are fewer rows, every row.
            chosen += try integers(
                """
                SELECT Z_PK FROM (SELECT Z_PK, ROW_NUMBER() OVER (ORDER BY Z_PK) - 1 AS position \(others)) \
                WHERE position = 0 OR position * \(rest) / \(count) > (position - 1) * \(rest) / \(count)
                """)
        }
        for key in chosen { add(key, to: table) }
    }

    /// Adds the ends of some links of a many-to-many relationship.
    private mutating func choose(linksOf join: JoinTable) throws {
        guard let first = layout.table(of: join.first.entity), let second = layout.table(of: join.second.entity) else {
            return
        }
        let columns = [join.first.column, join.second.column].map(SQLiteConnection.quoted)
        let links = try reader.rows(
            """
            SELECT \(columns[0]), \(columns[1]) FROM \(SQLiteConnection.quoted(join.name)) ORDER BY 1, 2 LIMIT \(limit)
            """)
        for link in links {
            guard case .integer(let left) = link[0], case .integer(let right) = link[1] else { continue }
            add(left, to: first)
            add(right, to: second)
        }
    }

    private mutating func add(_ key: Int64, to table: StoreTable) {
        if keys[table.name, default: []].insert(key).inserted { unfinished.append((table, key)) }
    }

    /// Adds the rows that chosen rows refer to, and the rows that these refer to.
    private mutating func addReferences() throws {
        while !unfinished.isEmpty {
            // Removing the first keys would move all others, for each batch.
            let batch = Dictionary(grouping: unfinished.suffix(Self.batchSize), by: \.table)
            unfinished.removeLast(min(Self.batchSize, unfinished.count))
            for (table, rows) in batch.sorted(by: { CodeUnitOrder.isBefore($0.key.name, $1.key.name) }) {
                let stored = Set(try reader.columns(of: table.name).map(\.name))
                let list = rows.map { "\($0.key)" }.joined(separator: ", ")
                for column in table.columns where column.isForeignKey && stored.contains(column.name) {
                    guard let target = target(of: column) else { continue }
                    let name = SQLiteConnection.quoted(column.name)
                    let found = try integers(
                        """
                        SELECT DISTINCT \(name) FROM \(SQLiteConnection.quoted(table.name)) \
                        WHERE Z_PK IN (\(list)) AND \(name) IS NOT NULL ORDER BY 1
                        """)
                    for key in found { add(key, to: target) }
                }
            }
        }
    }

    /// Returns the table that a foreign key refers to.
    private func target(of column: StoreColumn) -> StoreTable? {
        switch column.content {
        case .destination(let entity, let name):
            layout.model.entity(named: entity)?.relationships.first { $0.name == name }
                .flatMap { layout.table(of: $0.destination) }
        case .owner(let entity, _): layout.table(of: entity)
        case .attribute, .destinationEntity, .order, .ownerOrder: nil
        }
    }

    private func integers(_ query: String) throws -> [Int64] {
        try reader.rows(query).compactMap { if case .integer(let integer)? = $0.first { integer } else { nil } }
    }
}
