import PermafrostModel

/// Findings as GitHub workflow commands, such as `::error file=…,line=…,col=…,title=…::message`. Remarks about old
/// findings are notices.
struct GitHubReport {
    /// The commands, one on each line. Texts in them contain no other command.
    let lines: [String]

    init(_ report: FindingReport) {
        let failure = report.failure.map { "::error title=permafrost::" + Self.escaped($0) }
        lines =
            [failure].compactMap { $0 } + report.listed.map { Self.line($0, report.context) }
            + report.remarks.map { "::notice title=permafrost::" + Self.escaped($0) }
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
            // This format could encode a path's control characters, but all formats show them in the same way.
            properties = [
                ("file", context.relative(location.file).visible), ("line", "\(location.line)"),
                ("col", "\(location.column)"),
            ]
        }
        properties.append(("title", "permafrost \(finding.code)"))
        let list = properties.map { "\($0.0)=\(escapedProperty($0.1))" }.joined(separator: ",")
        return "::\(command) \(list)::" + escaped(finding.sentences.joined(separator: "\n"))
    }

    /// Returns a message with percent signs and line breaks escaped, because GitHub interprets them.
    private static func escaped(_ text: String) -> String { encoded(text).withoutCommands }

    /// Returns a property's value with percent signs, line breaks, colons and commas escaped. Colons and commas
    /// would end the value.
    private static func escapedProperty(_ text: String) -> String {
        encoded(text).replacing(":", with: "%3A").replacing(",", with: "%2C").withoutCommands
    }

    private static func encoded(_ text: String) -> String {
        text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
    }
}
