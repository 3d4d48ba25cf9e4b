import PermafrostProject

/// Findings as GitHub's workflow commands: `::error file=…,line=…,col=…,title=…::message`.
struct GitHubReport {
    let text: String

    init(_ report: FindingReport) {
        text = report.findings.map { Self.line($0, report.paths) }.joined(separator: "\n")
    }

    /// An error that ended a command.
    init(failure: String) {
        text = "::error title=permafrost::" + Self.escaped(failure)
    }

    private static func line(_ finding: Finding, _ paths: ReportPaths) -> String {
        let command =
            switch finding.severity {
            case .error: "error"
            case .warning: "warning"
            case .note: "notice"
            }
        var properties: [(String, String)] = []
        if let location = finding.location {
            properties = [
                ("file", paths.relative(location.file)), ("line", "\(location.line)"), ("col", "\(location.column)"),
            ]
        }
        properties.append(("title", "permafrost \(finding.code)"))
        let list = properties.map { "\($0.0)=\(escapedProperty($0.1))" }.joined(separator: ",")
        return "::\(command) \(list)::" + escaped(FindingWording(finding).sentences.joined(separator: "\n"))
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

extension FindingWording {
    /// What happened, who is hit and what to do, each a sentence.
    var sentences: [String] {
        [what + ".", affected.map { "Who is hit: \($0)." }, fix.map { "What to do: \($0)." }].compactMap { $0 }
    }
}
