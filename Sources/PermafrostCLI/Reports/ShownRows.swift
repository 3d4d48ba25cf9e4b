import PermafrostModel
import PermafrostStore

/// Rows of one model, decoded, as far as they are shown.
struct ShownRows {
    /// One row.
    struct Row {
        let key: Int64
        let saveCount: Int64
        /// Each property's value, by name.
        let values: [(name: String, value: StoredValue)]
    }

    let model: String
    /// The number of rows that there are, where it is known.
    let total: Int?
    /// Properties for which the store has no columns.
    let missing: [String]
    private(set) var rows: [Row] = []

    init(of model: String, total: Int?, limit: Int, in store: StoreRows) throws {
        self.model = model
        self.total = total
        guard let cursor = try store.rows(of: model) else {
            missing = []
            return
        }
        missing = cursor.columns.missing
        let links = try store.links(of: model)
        while rows.count < limit, try cursor.next() {
            let own = cursor.columns.properties.map { ($0.property.name, cursor.value(of: $0)) }
            let linked = zip(links.relationships.map(\.name), try links.values(ofRow: cursor.key))
            let values = (own + linked).sorted { CodeUnitOrder.isBefore($0.0, $1.0) }
            rows.append(Row(key: cursor.key, saveCount: cursor.saveCount, values: values))
        }
    }

    /// One block a row, one line a property.
    func page(_ style: Style) -> [String] {
        var lines: [String] = []
        for row in rows {
            lines.append(
                "\(style.bold("\(model) \(row.key)"))  \(style.faint("saved \(Counted("time", row.saveCount))"))")
            let width = row.values.map(\.name.count).max() ?? 0
            for (name, value) in row.values {
                lines.append("  \(name.padded(to: width))  \(StoredValueText(value).text)")
            }
            lines.append("")
        }
        if !missing.isEmpty {
            lines.append("The table lacks the columns of \(missing.joined(separator: ", ")).")
        }
        let count = total.map { "\($0)" } ?? "?"
        lines.append("\(rows.count) of \(count) \(total == 1 ? "row" : "rows")")
        return lines
    }

    var json: CanonicalJSON {
        .object([
            ("missing", missing.isEmpty ? nil : .strings(missing)), ("model", .string(model)),
            (
                "rows",
                .array(
                    rows.map { row in
                        .object([
                            ("key", .integer(row.key)), ("saveCount", .integer(row.saveCount)),
                            ("values", .object(row.values.map { ($0.name, StoredValueJSON($0.value).json) })),
                        ])
                    })
            ),
            ("total", total.map { .integer(Int64($0)) }),
        ])
    }
}
