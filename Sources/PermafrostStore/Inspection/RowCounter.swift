import PermafrostModel

/// A counter of the rows in each table and of each entity. A table that can't be counted is added to ``problems``.
struct RowCounter {
    private(set) var problems: [StoreInspection.Problem] = []
    private let reader: StoreReader

    init(_ reader: StoreReader) { self.reader = reader }

    mutating func tables() throws(StoreError) -> [StoreInspection.Table] {
        var tables: [StoreInspection.Table] = []
        for name in try reader.tableNames() {
            var count: Int?
            do { count = try reader.rowCount(of: name) } catch { problems.append(.unreadableTable(name, error)) }
            tables.append(.init(name: name, rowCount: count))
        }
        return tables
    }

    /// Returns the number of rows of each entity, keyed by entity name, even if several entities share a table. Omits
    /// entities whose rows can't be counted.
    mutating func rowCounts(
        of model: SchemaModel, tables: [StoreInspection.Table], primaryKeys: [PrimaryKey]
    ) -> [String: Int] {
        let known = Dictionary(tables.map { ($0.name, $0.rowCount) }) { first, _ in first }
        let layout = StoreLayout(model: model)
        let numbers = layout.numbers(recorded: primaryKeys)
        var counts: [String: Int] = [:]
        for table in layout.tables {
            guard let count = known[table.name] ?? nil else { continue }
            guard table.entities.count > 1 else {
                counts[table.rootEntity] = count
                continue
            }
            do {
                let byNumber = try reader.rowCounts(byEntityIn: table.name)
                for entity in table.entities {
                    counts[entity] = numbers[entity].map { byNumber[$0] ?? 0 }
                }
            } catch {
                problems.append(.unreadableTable(table.name, error))
            }
        }
        return counts
    }
}
