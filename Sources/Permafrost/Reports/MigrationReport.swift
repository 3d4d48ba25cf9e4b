import PermafrostModel

/// Renders differences and plans for people: as plain text, as Markdown for a pull request, or as a Mermaid flowchart that
/// GitHub draws.
///
/// ```swift
/// print(MigrationReport.render(AppMigrationPlan.plan, as: .mermaid))
/// ```
public enum MigrationReport {
    /// The form of a report.
    public enum Format: String, Sendable, Hashable, CaseIterable {
        /// Lines of plain text.
        case text
        /// GitHub's Markdown.
        case markdown
        /// A Mermaid flowchart, without the fence around it.
        case mermaid
    }

    /// Every change between two versions with what it asks of the migration. The text ends with a line break.
    public static func render(_ diff: SchemaDiff, as format: Format = .text) -> String {
        switch format {
        case .text: SchemaDiffReport(diff: diff).text
        case .markdown: SchemaDiffReport(diff: diff).markdown
        case .mermaid: SchemaDiffReport(diff: diff).mermaid
        }
    }

    /// A plan's versions, its stages, and what each stage does. The text ends with a line break.
    public static func render(_ plan: MigrationPlan, as format: Format = .text) -> String {
        let report = PlanReport(plan)
        return switch format {
        case .text: report.text
        case .markdown: report.markdown
        case .mermaid: report.mermaid
        }
    }
}

extension MigrationReport {
    /// Text in GitHub's Markdown.
    enum Markdown {
        /// The text as it is to be read, whatever it holds: a name may hold any character.
        static func escaped(_ text: String) -> String {
            var escaped = ""
            for character in text {
                if character.isNewline {
                    escaped += " "
                } else {
                    if "\\`*_[]<>#|~&".contains(character) { escaped += "\\" }
                    escaped.append(character)
                }
            }
            return escaped
        }

        /// A table's row. What is listed is the last cell, an entry a line.
        static func row(_ cells: [String], list: [String]? = nil) -> String {
            let last = list.map { [$0.map(escaped).joined(separator: "<br>")] } ?? []
            return "| \((cells.map(escaped) + last).joined(separator: " | ")) |"
        }
    }
}

extension MigrationReport {
    /// A Mermaid flowchart as it is written: nodes and edges with quoted labels, which may hold any text.
    struct MermaidChart {
        /// The direction of the edges.
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
}
