import PermafrostModel
import PermafrostProject

/// Findings for people: each with its source line, who is hit and what to do, and a blank line behind it.
struct FindingsText {
    private(set) var lines: [String] = []

    /// - Parameter directory: the project's folder, whose sources are shown.
    init(_ findings: [Finding], directory: String, style: Style) {
        var excerpts = SourceExcerpts(directory: directory)
        for finding in findings {
            lines.append(FindingLine(finding, style: style).text)
            if let location = finding.location { lines += excerpts.excerpt(location) }
            if let affected = finding.affected { lines.append("  who is hit: \(affected).") }
            if let fix = finding.fix { lines.append("  what to do: \(fix).") }
            lines.append("")
        }
    }
}

/// One finding in one line: place, severity, what, kind and code.
struct FindingLine {
    let text: String

    init(_ finding: Finding, style: Style) {
        let severity =
            switch finding.severity {
            case .error: style.red("error")
            case .warning: style.yellow("warning")
            case .note: "note"
            }
        let place = finding.location.map { "\($0): " } ?? ""
        let kind = finding.change.map { "\($0.kind.rawValue) drift, " } ?? ""
        text = "\(place)\(severity): \(style.bold(finding.what)) [\(kind)\(finding.code)]"
    }
}
