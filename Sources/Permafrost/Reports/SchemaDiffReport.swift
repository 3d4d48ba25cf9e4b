import PermafrostStore

/// A report on the differences between two versions, as text, Markdown or a Mermaid flowchart.
struct SchemaDiffReport {
    let diff: SchemaDiff

    /// The most severe verdict, and the number of changes.
    private var summary: String {
        guard let verdict = diff.verdict else { return "no difference" }
        return "\(verdict.text), \(diff.changes.count == 1 ? "1 change" : "\(diff.changes.count) changes")"
    }

    var text: String {
        var lines = ["\(diff.from.title) → \(diff.to.title): \(summary)"]
        for change in diff.changes { lines.append("  [\(change.verdict.text)] \(change.what): \(change.advice)") }
        for question in diff.questions { lines.append("  ? \(question)") }
        return lines.joined(separator: "\n") + "\n"
    }

    var markdown: String {
        var lines = [
            "### \(ReportMarkdown.escaped(diff.from.title)) → \(ReportMarkdown.escaped(diff.to.title))",
            "",
            ReportMarkdown.escaped(summary),
        ]
        if !diff.changes.isEmpty {
            lines += ["", "| Change | Verdict | What it means |", "|---|---|---|"]
            lines += diff.changes.map { change in
                ReportMarkdown.row([change.what, change.verdict.text, change.advice])
            }
        }
        if !diff.questions.isEmpty { lines.append("") }
        lines += diff.questions.map { "- \(ReportMarkdown.escaped($0))" }
        return lines.joined(separator: "\n") + "\n"
    }

    var mermaid: String {
        var chart = MermaidChart(direction: .leftToRight)
        chart.addNode("from", diff.from.title)
        chart.addNode("to", diff.to.title)
        if diff.changes.isEmpty { chart.addEdge("from", "to", label: "no difference") }
        for (index, change) in diff.changes.enumerated() {
            let node = "change\(index + 1)"
            chart.addNode(node, "\(change.what)\n\(change.verdict.text)", style: change.verdict.rawValue)
            chart.addEdge("from", node)
            chart.addEdge(node, "to")
        }
        for verdict in SchemaDiff.Verdict.allCases where diff.changes.contains(where: { $0.verdict == verdict }) {
            chart.addStyle(verdict.rawValue, stroke: verdict.stroke)
        }
        return chart.text
    }
}

extension SchemaDiff.Verdict {
    /// The color of a node's border. It is red if a default or a custom stage is required, amber if data is lost, and
    /// otherwise green.
    fileprivate var stroke: String {
        switch self {
        case .nothing, .lightweight: "#2da44e"
        case .losesData: "#bf8700"
        case .needsDefault, .needsCustomStage: "#cf222e"
        }
    }
}
