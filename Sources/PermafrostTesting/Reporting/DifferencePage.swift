import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostStore

/// An HTML page with the difference between two stores. Its content security policy blocks all requests and scripts,
/// and all text from stores is escaped.
struct DifferencePage: Sendable {
    /// A row of the page's table, with one difference.
    struct Row: Sendable {
        /// The path of the entity or property that differs, such as `Post` or `Post.title`.
        let part: String
        /// The key of the row that differs, or an empty string if the difference isn't about a single row.
        let key: String
        /// The value in the first of the compared stores, or an empty string if the difference isn't about values of
        /// that store.
        let before: String
        /// The value in the second of the compared stores, or an empty string if the difference isn't about values of
        /// that store.
        let after: String
        /// A description of the difference.
        let text: String
    }

    /// The heading, such as `1.0.0 → 3.0.0`.
    let title: String
    /// The sentences above the differences.
    let summary: [String]
    /// The titles of the two columns with values.
    var columns = (before: "Before", after: "After")
    /// The differences in values, rows and links.
    var rows: [Row] = []
    /// The lines of a textual difference: each starts with `-`, `+` or a space.
    var lines: [String] = []

    /// The page as HTML. It doesn't refer to any other file.
    var html: String {
        var writer = HTMLWriter()
        writer.own("<!doctype html>\n")
        writer.element("html", [("lang", "en")]) { html in
            html.element("head") { writeHead(to: &$0) }
            html.line()
            html.element("body") { writeBody(to: &$0) }
        }
        writer.line()
        return writer.markup
    }

    /// The content security policy. Only the page's own style is allowed.
    private static let policy =
        "default-src 'none'; style-src 'sha256-\(Data(Digest.sha256(Array(style.utf8))).base64EncodedString())'; "
        + "base-uri 'none'; form-action 'none'"

    /// The page's style sheet, for light and dark mode.
    private static let style = """
        :root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem}
        h1{font-size:1.3rem}table{border-collapse:collapse;width:100%}
        th,td{text-align:left;vertical-align:top;padding:.35rem .6rem;border-bottom:1px solid #8886;overflow-wrap:anywhere}
        td,pre{font-family:ui-monospace,Menlo,monospace;font-size:.87em}td.text{font-family:inherit;font-size:1em}
        .removed{background:#f003}.added{background:#0a03}pre{overflow:auto;margin:0}pre span{display:block;white-space:pre}
        """

    private func writeHead(to head: inout HTMLWriter) {
        head.open("meta", [("charset", "utf-8")])
        head.open("meta", [("http-equiv", "Content-Security-Policy"), ("content", Self.policy)])
        head.open("meta", [("name", "viewport"), ("content", "width=device-width, initial-scale=1")])
        head.open("meta", [("name", "referrer"), ("content", "no-referrer")])
        head.element("title", title + " · Permafrost")
        head.element("style") { $0.own(Self.style) }
    }

    private func writeBody(to body: inout HTMLWriter) {
        body.element("h1", title)
        for sentence in summary { body.element("p", sentence) }
        if !rows.isEmpty { body.element("table") { writeTable(to: &$0) } }
        if !lines.isEmpty {
            body.element("pre") { pre in
                for line in lines {
                    let style = line.hasPrefix("-") ? "removed" : line.hasPrefix("+") ? "added" : nil
                    pre.element("span", [("class", style)], line)
                }
            }
        }
    }

    private func writeTable(to table: inout HTMLWriter) {
        table.element("thead") { head in
            head.element("tr") { row in
                for title in ["Part", "Row", columns.before, columns.after, "Difference"] { row.element("th", title) }
            }
        }
        table.element("tbody") { body in
            for difference in rows {
                body.line()
                body.element("tr") { row in
                    row.element("td", difference.part)
                    row.element("td", difference.key)
                    row.element("td", class: "removed", difference.before)
                    row.element("td", class: "added", difference.after)
                    row.element("td", class: "text", difference.text)
                }
            }
        }
    }
}

extension DifferencePage {
    /// Creates the page of a comparison.
    ///
    /// - Parameter columns: the titles of the two columns with values.
    init(_ report: DataDiff, columns: (before: String, after: String) = ("Before", "After")) {
        let shown =
            report.count > report.differences.count
            ? "\(report.count) differences; the first \(report.differences.count) are below."
            : report.count == 1 ? "1 difference." : "\(report.count) differences."
        self.init(
            title: report.subject,
            summary: [
                "\(shown) \(report.rows) rows, \(report.values) values and \(report.links) links were compared."
            ],
            columns: columns,
            rows: report.differences.map { difference in
                Row(
                    part: difference.path, key: difference.row.map(String.init) ?? "",
                    before: difference.before ?? "", after: difference.after ?? "", text: "\(difference)")
            })
    }
}
