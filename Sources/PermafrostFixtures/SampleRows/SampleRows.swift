import PermafrostModel
import PermafrostStore

/// The sample rows of a store. A ``SampleRowPlan`` fills and links them so that they satisfy the model's constraints.
struct SampleRows {
    /// A reference to a row: the index of the table, and the row's index in the table. The row's `Z_PK` is its index
    /// plus one.
    struct Reference: Hashable {
        var table: Int
        var place: Int

        var key: SQLiteValue { .integer(Int64(place) + 1) }
    }

    struct Rows {
        /// The index of each column, keyed by column name.
        var columnPlaces: [String: Int]
        /// The entity name of each row.
        var entities: [String] = []
        /// The cells of each row, in the order of the table's columns.
        var cells: [[SQLiteValue]] = []
    }

    /// The rows of each table, in the order of the layout's tables.
    var tables: [Rows]
    /// The rows of each join table, in the order of the layout's join tables. A row contains the two linked rows' keys,
    /// followed by their positions if the table has order columns.
    var joins: [[[SQLiteValue]]]
    /// The range of each entity's rows in its table, keyed by entity name.
    private(set) var places: [String: Range<Int>] = [:]

    /// Creates rows whose cells are all NULL.
    ///
    /// - Parameter counts: the number of rows, keyed by entity name.
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

    /// Sets a row's cell in the column with the given name. Does nothing if the table has no such column.
    mutating func set(_ value: SQLiteValue, _ column: String, of row: Reference) {
        guard let place = tables[row.table].columnPlaces[column] else { return }
        tables[row.table].cells[row.place][place] = value
    }

    /// Returns the entity of a row, and the row's index among that entity's rows.
    func origin(of row: Reference) -> (entity: String, row: Int) {
        let entity = tables[row.table].entities[row.place]
        return (entity, row.place - (places[entity]?.lowerBound ?? 0))
    }
}
