import Foundation

/// The ratios of a run as an SVG image, with a bar for each line and a mark at the line's limit.
struct RatioChart {
    let lines: [BenchmarkLine]
    /// The processor and the operating system, which are printed below the chart.
    let machine: String

    private static let width = 920
    private static let labels = 470
    private static let rowHeight = 24
    private static let top = 34

    /// The text of the image. The same lines and machine always give the same text.
    var svg: String {
        let height = Self.top + lines.count * Self.rowHeight + 34
        let rows = lines.enumerated().map { row($1, Self.top + $0 * Self.rowHeight) }
        return """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.width) \(height)" role="img" aria-labelledby="t">
            <title id="t">The time or memory of each task divided by that of its baseline. A mark shows the limit.</title>
            <style>
            text { font: 13px system-ui, sans-serif; fill: #24292f }
            .note { font-size: 11px; fill: #57606a }
            .bar { fill: #2f6f4f } .over { fill: #b3261e } .limit { stroke: #24292f; stroke-width: 2 }
            .axis { stroke: #d0d7de }
            @media (prefers-color-scheme: dark) {
            text { fill: #e6edf3 } .note { fill: #9ea7b0 } .bar { fill: #56a37c } .over { fill: #ff8a80 }
            .limit { stroke: #e6edf3 } .axis { stroke: #3d444d }
            }
            </style>
            \(grid(height).joined(separator: "\n"))
            \(rows.joined(separator: "\n"))
            <text class="note" x="8" y="\(height - 8)">\(Self.escaped(machine))</text>
            </svg>

            """
    }

    /// Returns a vertical line for every integral ratio.
    private func grid(_ height: Int) -> [String] {
        (0...Int(greatest)).map { number in
            let x = position(Double(number))
            return """
                <path class="axis" d="M\(x) \(Self.top - 8)V\(height - 30)"/>\
                <text class="note" x="\(x)" y="\(Self.top - 14)" text-anchor="middle">\(number)\(number == 0 ? "" : "×")</text>
                """
        }
    }

    private func row(_ line: BenchmarkLine, _ y: Int) -> String {
        let end = position(line.ratio)
        let mark = line.limit.map { limit in
            let x = position(limit)
            return "<path class=\"limit\" d=\"M\(x) \(y + 1)V\(y + Self.rowHeight - 5)\"/>"
        }
        return """
            <text x="\(Self.labels - 10)" y="\(y + 15)" text-anchor="end">\(Self.escaped(line.what))</text>\
            <rect class="\(line.isExceeding ? "over" : "bar")" x="\(Self.labels)" y="\(y + 4)" \
            width="\(max(1, end - Self.labels))" height="\(Self.rowHeight - 11)"/>\(mark ?? "")\
            <text x="\(max(end, line.limit.map(position) ?? 0) + 6)" y="\(y + 15)">\(Self.number(line.ratio))</text>
            """
    }

    private var greatest: Double {
        (lines.map { max($0.ratio, $0.limit ?? 0) }.max() ?? 1).rounded(.up)
    }

    private func position(_ ratio: Double) -> Int {
        Self.labels + Int((ratio / greatest * Double(Self.width - Self.labels - 60)).rounded())
    }

    private static func number(_ ratio: Double) -> String { String(format: "%.2f", ratio) }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
