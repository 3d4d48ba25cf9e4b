import PermafrostModel
import PermafrostStore

/// A model's decoded rows, up to a limit. They are read from the store while the report is written, because all of them
/// may not fit in memory.
struct ShownRows {
    struct Row {
        let key: Int64
        let saveCount: Int64
        let values: [(name: String, value: StoredValue)]
    }

    let model: String
    /// The number of the model's rows in the store; nil if they can't be counted.
    let total: Int?
    /// The names of the properties whose columns are missing from the store.
    let missing: [String]
    /// The number of rows that are shown.
    private(set) var count = 0

    private let store: StoreRows

    /// Creates the rows of a model. Reads all rows up to the limit once, without keeping them, so that an unreadable
    /// row is reported before any row is written.
    ///
    /// - Throws: a `StoreError` if a row can't be read.
    init(of model: String, total: Int?, limit: Int, in store: StoreRows) throws {
        self.model = model
        self.total = total
        self.store = store
        missing = try store.columns(of: model)?.missing ?? []
        guard let cursor = try store.rows(of: model) else { return }
        let links = try store.links(of: model)
        while count < limit, try cursor.next() {
            _ = try links.values(ofRow: cursor.key)
            count += 1
        }
    }

    /// Reads each row up to the limit, and passes it to a closure. The rows are in the order of the primary keys.
    func forEach(_ body: (Row) throws -> Void) throws {
        guard let cursor = try store.rows(of: model) else { return }
        let links = try store.links(of: model)
        for _ in 0..<count {
            guard try cursor.next() else { return }
            let own = cursor.columns.properties.map { ($0.property.name, cursor.value(of: $0)) }
            let linked = zip(links.relationships.map(\.name), try links.values(ofRow: cursor.key))
            let values = (own + linked).sorted { CodeUnitOrder.isBefore($0.0, $1.0) }
            try body(Row(key: cursor.key, saveCount: cursor.saveCount, values: values))
        }
    }

    /// Writes a block for each row, with a line for each property. Then writes the missing columns and the number of
    /// rows.
    func writePage(_ style: Style, to sink: ([String]) -> Void) throws {
        try forEach { row in
            let saves = style.faint("saved \(Counted("time", row.saveCount))")
            var lines = ["\(style.bold("\(model) \(row.key)"))  \(saves)"]
            lines += Table(rows: row.values.map { [$0.name, StoredValueText($0.value).text] }).lines(indentation: "  ")
            sink(lines + [""])
        }
        if !missing.isEmpty {
            sink(["The table lacks the columns of \(missing.joined(separator: ", "))."])
        }
        sink([countText])
    }

    /// Returns the rows up to the limit as a table, with a column for the primary key and one for each property. Each
    /// value is a single line of text. The columns are empty if there are no rows.
    func table() throws -> Table {
        var table = Table(rows: [])
        try forEach { row in
            table.heads = ["key"] + row.values.map(\.name)
            table.rows.append(["\(row.key)"] + row.values.map { StoredValueText($0.value).text })
        }
        return table
    }

    /// The number of rows that are shown and the total number, such as `8 of 120 rows`.
    var countText: String { "\(count) of \(total.map { "\($0)" } ?? "?") \(total == 1 ? "row" : "rows")" }

    /// The JSON object about the rows. Its `rows` array is a placeholder, which is replaced with the rows from
    /// ``elements(under:)``.
    var json: JSONObject {
        [
            "missing": missing.nonEmpty, "model": model, "rows": ReportElements.standIn(isEmpty: count == 0),
            "total": total,
        ]
    }

    /// Returns the rows as the elements of an array in ``json``.
    ///
    /// - Parameter key: the key that the report uses for ``json``.
    func elements(under key: String) -> ReportElements {
        ReportElements(at: [key, "rows"]) { body in
            try forEach { row in
                let values = CanonicalJSON.object(row.values.map { ($0.name, StoredValueJSON($0.value).json) })
                try body(["key": row.key, "saveCount": row.saveCount, "values": values])
            }
        }
    }
}
