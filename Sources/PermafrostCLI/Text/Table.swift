import PermafrostFixtures
import PermafrostStore

/// A table, written as aligned columns of text, in Markdown or in HTML.
struct Table: Sendable {
    /// The titles of the columns. Empty if the table has none, which only text allows.
    var heads: [String] = []
    var rows: [[String]]
    /// The minimum widths of columns in text, by the column's index.
    var minimumWidths: [Int: Int] = [:]

    /// Returns the lines of the table as text. Every column but the last is as wide as its longest cell, and two spaces
    /// separate the columns. Cells of the last column can have colors.
    func lines(indentation: String = "") -> [String] {
        let all = heads.isEmpty ? rows : [heads] + rows
        let widths = (all.first ?? []).indices.dropLast().map { column in
            max(minimumWidths[column] ?? 0, all.map { $0[column].count }.max() ?? 0)
        }
        return all.map { cells in
            let padded = zip(cells, widths).map { $0.padded(to: $1) } + cells.suffix(1)
            return indentation + padded.joined(separator: "  ")
        }
    }

    /// The lines of the table in Markdown. The cells must already be Markdown.
    var markdown: [String] {
        let head = heads.map { $0.isEmpty ? " |" : " \($0) |" }.joined()
        return ["|" + head, "|" + heads.map { _ in "---|" }.joined()] + rows.map(MarkdownText.row)
    }

    /// Returns the table with text as Markdown in its cells.
    func escaped() -> Table {
        Table(heads: heads, rows: rows.map { $0.map { MarkdownText.escaped($0, isInTable: true) } })
    }

    /// Writes the table in HTML.
    func write(to writer: inout HTMLWriter, caption: (inout HTMLWriter) -> Void) {
        writer.element("table") { table in
            table.element("caption") { caption(&$0) }
            table.element("thead") { head in
                head.element("tr") { row in
                    for column in heads { row.element("th", [("scope", "col")], column) }
                }
            }
            table.element("tbody") { body in
                for cells in rows {
                    body.element("tr") { row in
                        for cell in cells { row.element("td", cell) }
                    }
                }
            }
        }
    }
}
