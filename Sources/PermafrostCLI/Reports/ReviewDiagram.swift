import PermafrostModel
import PermafrostProject
import PermafrostStore

/// The Mermaid flowchart of a review. It shows the versions that changed, the migrations with their changes, and the
/// unchanged migrations of the same groups.
struct ReviewDiagram {
    /// The chart, or nil if there is nothing to show.
    private(set) var text: String?

    /// The limits that keep a chart readable. GitHub refuses charts with more than 50,000 characters or 500 edges.
    private enum Limit {
        static let nodes = 30
        static let changes = 6
        static let label = 60
    }

    private enum Style: String, CaseIterable {
        case added, changed, drift, frozen, removed

        init?(_ version: ReviewVersion) {
            if version.drift != nil || version.freeze == .replaced || version.freeze == .removed {
                self = .drift
            } else {
                switch version.status {
                case .added: self = .added
                case .changed: self = .changed
                case .removed, .retired: self = .removed
                case .unchanged: self = .frozen
                }
            }
        }

        var stroke: String {
            switch self {
            case .added: "#2da44e"
            case .changed: "#bf8700"
            case .drift: "#cf222e"
            case .frozen: "#0969da"
            case .removed: "#6e7781"
            }
        }
    }

    init(_ review: Review) {
        var chart = MermaidChart(direction: .leftToRight)
        var nodes: [[String]: String] = [:]
        var styles: Set<Style> = []
        let hasSeveralGroups = review.groups.count > 1
        /// Returns the ID of a version's node. Adds the node if it is missing. Returns nil if the node is missing and
        /// the chart is full.
        func node(_ group: String, _ name: String) -> String? {
            if let known = nodes[[group, name]] { return known }
            guard nodes.count < Limit.nodes else { return nil }
            let id = "v\(nodes.count + 1)"
            nodes[[group, name]] = id
            let version = review.versions.first { $0.group == group && $0.name == name }
            let style = version.flatMap { Style($0) }
            if let style { styles.insert(style) }
            let lines = [hasSeveralGroups ? group : nil, name, version.map(ReviewMessage.state)].compactMap(\.self)
            chart.addNode(id, lines.map(Self.clipped).joined(separator: "\n"), style: style?.rawValue)
            return id
        }
        var isCut = false
        for step in review.steps {
            guard let from = node(step.group, step.from), let to = node(step.group, step.to) else {
                isCut = true
                continue
            }
            chart.addEdge(from, to, label: Self.label(of: step))
        }
        for version in review.versions where node(version.group, version.name) == nil { isCut = true }
        let groups = Set(review.groups)
        for step in review.unchangedSteps where groups.contains(step.group) {
            guard let from = node(step.group, step.from), let to = node(step.group, step.to) else {
                isCut = true
                continue
            }
            chart.addEdge(from, to, label: step.stage?.rawValue ?? "no stage")
        }
        if isCut { chart.addNode("more", "more versions, not shown") }
        for style in Style.allCases where styles.contains(style) {
            chart.addStyle(style.rawValue, stroke: style.stroke)
        }
        if !nodes.isEmpty { text = chart.text }
    }

    private static func label(of step: ReviewStep) -> String {
        let shown = step.changes.prefix(Limit.changes).map { change in
            "\(change.subject.isEmpty ? change.what : change.subject): \(change.verdict.text)"
        }
        let rest = step.changes.count - shown.count
        return
            ([step.stage?.rawValue ?? "no stage"] + shown.map(clipped)
            + (rest > 0 ? ["\(Counted("more change", rest))"] : [])).joined(separator: "\n")
    }

    private static func clipped(_ text: String) -> String {
        let text = text.visible
        return text.count > Limit.label ? text.prefix(Limit.label - 1) + "…" : text
    }
}
