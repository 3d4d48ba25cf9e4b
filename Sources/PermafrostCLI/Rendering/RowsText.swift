import PermafrostStore

/// Decoded rows for people: one block a row, one line a property.
struct RowsText {
    let text: String

    init(_ rows: ShownRows, style: Style) {
        var lines: [String] = []
        for row in rows.rows {
            lines.append(
                "\(style.bold("\(rows.model) \(row.key)"))  \(style.faint("saved \(Counted("time", row.saveCount))"))")
            let width = row.values.map(\.name.count).max() ?? 0
            for (name, value) in row.values {
                lines.append("  \(name.padded(to: width))  \(StoredValueText(value).text)")
            }
            lines.append("")
        }
        if !rows.missing.isEmpty {
            lines.append("The table lacks the columns of \(rows.missing.joined(separator: ", ")).")
        }
        let total = rows.total.map { "\($0)" } ?? "?"
        lines.append("\(rows.rows.count) of \(total) \(rows.total == 1 ? "row" : "rows")")
        text = lines.joined(separator: "\n")
    }
}
