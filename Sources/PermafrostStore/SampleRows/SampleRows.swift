import PermafrostModel

/// The sample rows of a store: complete, linked, and within every constraint of the model.
struct SampleRows {
    /// A row by its table and its place in it. Its `Z_PK` is the place plus one.
    struct Reference: Hashable {
        var table: Int
        var place: Int

        var key: SQLiteValue { .integer(Int64(place) + 1) }
    }

    /// A table's rows.
    struct Rows {
        /// The place of each column by its name.
        var columnPlaces: [String: Int]
        /// The entity of each row.
        var entities: [String] = []
        /// The cells of each row, in the order of the table's columns.
        var cells: [[SQLiteValue]] = []
    }

    /// The rows of the layout's tables, in the order of the tables.
    var tables: [Rows]
    /// The rows of the layout's join tables: first and second column, then the order columns that the table has.
    var joins: [[[SQLiteValue]]]
    /// The places of each entity's rows in its table.
    private(set) var places: [String: Range<Int>] = [:]

    /// Room for the given numbers of rows, with every cell NULL.
    init(layout: StoreLayout, counts: [String: Int]) {
        tables = []
        joins = layout.joinTables.map { _ in [] }
        for table in layout.tables {
            let names = table.columns.map(\.name)
            var rows = Rows(
                columnPlaces: Dictionary(names.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first }))
            for entity in table.entities {
                let count = counts[entity] ?? 0
                places[entity] = rows.entities.count..<rows.entities.count + count
                rows.entities += [String](repeating: entity, count: count)
            }
            rows.cells = [[SQLiteValue]](
                repeating: [SQLiteValue](repeating: .null, count: names.count), count: rows.entities.count)
            tables.append(rows)
        }
    }

    /// Sets a cell by its column's name.
    mutating func set(_ value: SQLiteValue, _ column: String, of row: Reference) {
        guard let place = tables[row.table].columnPlaces[column] else { return }
        tables[row.table].cells[row.place][place] = value
    }

    /// The entity of a row, and the row's place among those of the entity.
    func origin(of row: Reference) -> (entity: String, row: Int) {
        let entity = tables[row.table].entities[row.place]
        return (entity, row.place - (places[entity]?.lowerBound ?? 0))
    }
}
