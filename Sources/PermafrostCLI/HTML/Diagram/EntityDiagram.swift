import PermafrostFixtures
import PermafrostModel

/// An SVG diagram of a model, with a box for each entity and lines between the boxes.
struct EntityDiagram {
    private let graph: EntityGraph
    private let layout: LayeredLayout
    private let title: String

    private static let rowHeight = 18.0
    private static let headHeight = 28.0
    /// The widths of a character: the exact width in the monospaced font of the rows, and the maximum width in the font
    /// of the entity names.
    private static let (rowCharacter, nameCharacter) = (7.3, 9.0)
    private static let (nameLimit, rowLimit, typeLimit) = (34, 24, 20)

    init(_ model: SchemaModel, _ difference: Difference?, title: String) {
        self.title = title
        graph = EntityGraph(model, difference)
        layout = LayeredLayout(
            sizes: graph.nodes.map(Self.size), edges: graph.edges.map { ($0.first, $0.second) })
    }

    private static func size(_ node: EntityGraph.Node) -> (width: Double, height: Double) {
        let name = Double(fitting(node.name, nameLimit).width) * nameCharacter + (node.mark == nil ? 0 : 16)
        let rows = node.rows.map { row in
            let type = row.type.isEmpty ? 0 : fitting(row.type, typeLimit).width + 2
            return Double(fitting(row.name, rowLimit).width + type + (row.mark == nil ? 0 : 2)) * rowCharacter
        }
        let rest = node.rest.map { Double($0.count) * rowCharacter } ?? 0
        let lines = Double(node.rows.count + (node.rest == nil ? 0 : 1))
        return (
            (max(name, rest, rows.max() ?? 0, 84) + 24).rounded(.up),
            headHeight + (lines == 0 ? 0 : lines * rowHeight + 8)
        )
    }

    /// Returns a string, truncated to a maximum width, and the width of the result. East Asian characters and emoji
    /// have a width of two, and all other characters have a width of one.
    private static func fitting(_ text: String, _ limit: Int) -> (text: String, width: Int) {
        let shown = text.visible
        func width(_ text: some StringProtocol) -> Int {
            text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) }
        }
        guard width(shown) > limit else { return (shown, width(shown)) }
        var cut = ""
        for character in shown {
            guard width(cut) + width(String(character)) < limit else { break }
            cut.append(character)
        }
        return (cut + "…", width(cut) + 1)
    }

    // MARK: Markup

    /// Writes the diagram as an SVG element.
    ///
    /// - Parameter link: returns the link for an entity's box; nil if the box isn't a link.
    func write(to writer: inout HTMLWriter, link: (EntityGraph.Node) -> HTMLAnchor?) {
        let (width, height) = (Self.number(layout.width), Self.number(layout.height))
        writer.element(
            "svg",
            [
                ("viewBox", "0 0 \(width) \(height)"), ("width", width), ("height", height), ("role", "group"),
                ("aria-label", title),
            ]
        ) { svg in
            for (edge, points) in zip(graph.edges, layout.lines) { write(edge, points, to: &svg) }
            for (node, box) in zip(graph.nodes, layout.boxes) {
                svg.line()
                svg.element("g", [("class", "n" + (node.mark.map { " \($0.rawValue)" } ?? "")), ("data-n", node.name)])
                {
                    group in
                    guard let anchor = link(node) else { return Self.write(node, box, to: &group) }
                    group.element("a", [("href", anchor.link)]) { Self.write(node, box, to: &$0) }
                }
            }
        }
    }

    private func write(
        _ edge: EntityGraph.Edge, _ points: [(x: Double, y: Double)], to svg: inout HTMLWriter
    ) {
        var style = "e"
        if edge.firstEnd != .none { style += " s\(edge.firstEnd.rawValue)" }
        if edge.secondEnd != .none { style += " e\(edge.secondEnd.rawValue)" }
        if edge.firstEnd == .kind { style += " i" }
        if let mark = edge.mark { style += mark == .added ? " a" : " c" }
        svg.element(
            "path",
            [
                ("class", style), ("data-a", graph.nodes[edge.first].name), ("data-b", graph.nodes[edge.second].name),
                ("d", Self.path(points)),
            ]
        ) { $0.element("title", edge.summary) }
    }

    private static func path(_ points: [(x: Double, y: Double)]) -> String {
        guard let first = points.first, let last = points.last else { return "" }
        var text = "M\(number(first.x)) \(number(first.y))"
        if points.count == 2, abs(first.x - last.x) < 1 {
            // A line within a column leaves the box on its right side and returns there.
            let x = first.x + 18 + min(24, abs(last.y - first.y) / 8)
            text += "H\(number(first.x + 14))C\(number(x + 10)) \(number(first.y)) \(number(x + 10)) \(number(last.y)) "
            return text + "\(number(last.x + 14)) \(number(last.y))H\(number(last.x))"
        }
        for index in points.indices.dropFirst() {
            let (from, to) = (points[index - 1], points[index])
            if abs(from.y - to.y) < 0.5 {
                text += "H\(number(to.x))"
                continue
            }
            // The marker at the end of a line requires a straight segment.
            let direction = to.x > from.x ? 1.0 : -1.0
            let start = index == 1 ? from.x + direction * 16 : from.x
            let end = index == points.count - 1 ? to.x - direction * 16 : to.x
            let middle = (start + end) / 2
            if index == 1 { text += "H\(number(start))" }
            text +=
                "C\(number(middle)) \(number(from.y)) \(number(middle)) \(number(to.y)) \(number(end)) \(number(to.y))"
            if index == points.count - 1 { text += "H\(number(to.x))" }
        }
        return text
    }

    private static func write(_ node: EntityGraph.Node, _ box: LayeredLayout.Box, to group: inout HTMLWriter) {
        group.element("title", node.summary)
        let (x, y, width) = (number(box.x), number(box.y), number(box.width))
        group.element(
            "rect",
            [("class", "o"), ("x", x), ("y", y), ("width", width), ("height", number(box.height)), ("rx", "7")]
        ) { _ in }
        let inner = node.rows.isEmpty && node.rest == nil ? box.height - 3 : headHeight - 1.5
        group.element(
            "rect",
            [
                ("class", "h"), ("x", number(box.x + 1.5)), ("y", number(box.y + 1.5)),
                ("width", number(box.width - 3)), ("height", number(inner)), ("rx", "5.5"),
            ]
        ) { _ in }
        func text(_ style: String?, _ x: Double, _ y: Double, _ words: String) {
            group.element("text", [("class", style), ("x", number(x)), ("y", number(y))], words)
        }
        let left = box.x + 12
        let base = node.rows.isEmpty && node.rest == nil ? box.y + box.height / 2 + 4.5 : box.y + 19
        text("t", left + (node.mark == nil ? 0 : 16), base, fitting(node.name, nameLimit).text)
        if let mark = node.mark { text(mark == .removed ? "removedsign" : mark.rawValue, left, base, mark.sign) }
        var line = box.y + headHeight + 15
        for row in node.rows {
            let style = row.mark?.rawValue
            let sign = row.mark.map { "\($0.sign) " } ?? ""
            text(style, left, line, sign + fitting(row.name, rowLimit).text)
            if !row.type.isEmpty { text("y", box.x + box.width - 12, line, fitting(row.type, typeLimit).text) }
            line += rowHeight
        }
        if let rest = node.rest { text("u", left, line, rest) }
    }

    /// Formats a number with at most one decimal digit.
    private static func number(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
