import PermafrostModel
import PermafrostProject
import PermafrostStore

/// Findings as GitHub's workflow commands: `::error file=…,line=…,col=…,title=…::message`.
struct GitHubReport {
    let lines: [String]

    init(_ report: FindingReport) {
        let failure = report.failure.map { "::error title=permafrost::" + Self.escaped($0) }
        lines = [failure].compactMap { $0 } + report.findings.map { Self.line($0, report.context) }
    }

    private static func line(_ finding: Finding, _ context: ReportContext) -> String {
        let command =
            switch finding.severity {
            case .error: "error"
            case .warning: "warning"
            case .note: "notice"
            }
        var properties: [(String, String)] = []
        if let location = finding.location {
            // Every format shows a path's control characters in the same way, also those that this one could encode.
            properties = [
                ("file", context.relative(location.file).visible), ("line", "\(location.line)"),
                ("col", "\(location.column)"),
            ]
        }
        properties.append(("title", "permafrost \(finding.code)"))
        let list = properties.map { "\($0.0)=\(escapedProperty($0.1))" }.joined(separator: ",")
        return "::\(command) \(list)::" + escaped(finding.sentences.joined(separator: "\n"))
    }

    /// A message: percent signs and line breaks would end or change it.
    private static func escaped(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }

    /// A property's value, which colons and commas would end as well.
    private static func escapedProperty(_ text: String) -> String {
        escaped(text).replacing(":", with: "%3A").replacing(",", with: "%2C")
    }
}
