import PermafrostModel

/// A Mermaid flowchart with nodes and edges. Labels are quoted, so they can contain any characters.
package struct MermaidChart {
    /// The direction of the edges.
    package enum Direction: String {
        case leftToRight = "LR"
        case topDown = "TD"
    }

    private var lines: [String]

    package init(direction: Direction) {
        lines = ["flowchart \(direction.rawValue)"]
    }

    /// The chart as a string that ends with a line break.
    package var text: String { lines.joined(separator: "\n") + "\n" }

    /// Adds a node. Line breaks in its label are kept.
    package mutating func addNode(_ name: String, _ label: String, style: String? = nil) {
        lines.append("    \(name)[\"\(Self.escaped(label))\"]" + (style.map { ":::\($0)" } ?? ""))
    }

    package mutating func addEdge(_ from: String, _ to: String, label: String? = nil) {
        lines.append("    \(from) -->" + (label.map { "|\"\(Self.escaped($0))\"| " } ?? " ") + to)
    }

    package mutating func addStyle(_ name: String, stroke: String) {
        lines.append("    classDef \(name) stroke:\(stroke)")
    }

    /// Escapes a string for use in quotes in a Mermaid diagram. Replaces special characters with Mermaid's entity
    /// codes, and newlines with `<br/>`. Also escapes `%`, because `%%` starts a comment or a directive even in quotes,
    /// and one colon of `::`, which starts a CI service's command.
    package static func escaped(_ text: String) -> String {
        let label = text.map { character in
            switch character {
            case "\"": "#quot;"
            case "#": "#35;"
            case "%": "#37;"
            case "&": "#amp;"
            case "<": "#lt;"
            case ">": "#gt;"
            case "`": "#96;"
            case "\\": "#92;"
            case _ where character.isNewline: "<br/>"
            default: String(character)
            }
        }.joined()
        return String(decoding: LogCommand.escaped(Array(label.utf8)) { "#\($0);" }, as: UTF8.self)
    }
}
