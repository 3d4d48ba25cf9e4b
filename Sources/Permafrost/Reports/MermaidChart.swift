/// A Mermaid flowchart as it is written: nodes and edges with quoted labels, which may hold any text.
struct MermaidChart {
    /// Where the edges lead.
    enum Direction: String {
        case leftToRight = "LR"
        case topDown = "TD"
    }

    private var lines: [String]

    init(direction: Direction) {
        lines = ["flowchart \(direction.rawValue)"]
    }

    /// The chart, with a line break at the end.
    var text: String { lines.joined(separator: "\n") + "\n" }

    /// Adds a node. Line breaks in its label are kept.
    mutating func addNode(_ name: String, _ label: String, style: String? = nil) {
        lines.append("    \(name)[\"\(Self.escaped(label))\"]" + (style.map { ":::\($0)" } ?? ""))
    }

    /// Adds an edge.
    mutating func addEdge(_ from: String, _ to: String, label: String? = nil) {
        lines.append("    \(from) -->" + (label.map { "|\"\(Self.escaped($0))\"| " } ?? " ") + to)
    }

    /// Adds a style for nodes.
    mutating func addStyle(_ name: String, stroke: String) {
        lines.append("    classDef \(name) stroke:\(stroke)")
    }

    /// The text within quotes: what would end them, be markup, or begin an entity, is written as an entity itself.
    static func escaped(_ text: String) -> String {
        text.map { character in
            switch character {
            case "\"": "#quot;"
            case "#": "#35;"
            case "&": "#amp;"
            case "<": "#lt;"
            case ">": "#gt;"
            case "`": "#96;"
            case "\\": "#92;"
            case _ where character.isNewline: "<br/>"
            default: String(character)
            }
        }.joined()
    }
}
