import PermafrostModel
import PermafrostProject
import PermafrostStore

/// Findings as Markdown, for example for a GitHub job summary. The document has a table of the subjects, and then each
/// finding with its source line.
struct MarkdownReport {
    private(set) var lines: [String] = []

    init(_ report: FindingReport) {
        lines = ["## permafrost \(report.command)", ""]
        if let failure = report.failure {
            lines += ["> [!CAUTION]", "> " + Self.escaped(failure), ""]
            return
        }
        lines += [Self.summary(report), ""]
        for remark in report.old?.remarks ?? [] { lines += [Self.escaped(remark), ""] }
        if !report.subjects.isEmpty { addTable(report.subjects) }
        var excerpts = FindingsText.SourceExcerpts(directory: report.context.directory)
        for finding in report.findings { add(finding, report.context, &excerpts) }
    }

    /// Returns a summary such as `❌ **1 error, 2 warnings**`.
    private static func summary(_ report: FindingReport) -> String {
        let counts = counts(report.findings)
        let none = report.old == nil ? "no findings" : "no new findings"
        return "\(sign(report.findings)) **\(counts.isEmpty ? none : counts)**"
    }

    private mutating func addTable(_ subjects: [ReportSubject]) {
        let hasStates = subjects.contains { $0.state != nil }
        lines +=
            hasStates
            ? ["| | group | version | state | findings |", "|---|---|---|---|---|"]
            : ["| | in | name | findings |", "|---|---|---|---|"]
        for subject in subjects {
            let state = hasStates ? [Self.escaped(subject.state ?? "")] : []
            let names = [Self.sign(subject.findings), Self.escaped(subject.suite), Self.escaped(subject.name)]
            lines.append("| " + (names + state + [Self.counts(subject.findings)]).joined(separator: " | ") + " |")
        }
        lines.append("")
    }

    private mutating func add(
        _ finding: Finding, _ context: ReportContext, _ excerpts: inout FindingsText.SourceExcerpts
    ) {
        lines += ["### \(Self.sign([finding])) \(Self.escaped(finding.what))", ""]
        let place = finding.location.map { location in
            Self.code("\(context.relative(location.file)):\(location.line):\(location.column)")
        }
        lines += [[place, finding.severity.rawValue, finding.code].compactMap(\.self).joined(separator: " · "), ""]
        let source = finding.location.map { excerpts.excerpt($0) } ?? []
        if !source.isEmpty {
            let fence = Self.fence(source, atLeast: 3)
            lines += [fence + "text"] + source + [fence, ""]
        }
        if let affected = finding.affected { lines += ["**Affects:** \(Self.escaped(affected)).", ""] }
        if let fix = finding.fix { lines += ["**Fix:** \(Self.escaped(fix)).", ""] }
    }

    private static func sign(_ findings: [Finding]) -> String {
        if findings.contains(where: { $0.severity == .error }) { return "❌" }
        return findings.contains { $0.severity == .warning } ? "⚠️" : "✅"
    }

    /// Returns the number of errors, warnings and notes, such as `1 error, 2 warnings`.
    private static func counts(_ findings: [Finding]) -> String {
        SummaryLine.counts(findings).joined(separator: ", ")
    }

    // MARK: Foreign text

    /// Returns a string with all markup escaped.
    private static func escaped(_ text: String) -> String {
        text.visible.reduce(into: "") { line, character in
            if "\\`*_[]<>|~&#$!@".contains(character) { line.append("\\") }
            line.append(character)
        }
    }

    /// Returns a string as inline code. The string can contain any characters.
    private static func code(_ text: String) -> String {
        let fence = fence([text], atLeast: 1)
        let pad = text.hasPrefix("`") || text.hasSuffix("`") ? " " : ""
        return fence + pad + text.visible + pad + fence
    }

    /// Returns a code fence of at least the given length. It is longer than any run of backticks in the lines.
    private static func fence(_ lines: [String], atLeast least: Int) -> String {
        var (longest, run) = (0, 0)
        for character in lines.joined(separator: "\n") {
            run = character == "`" ? run + 1 : 0
            longest = max(longest, run)
        }
        return String(repeating: "`", count: max(least, longest + 1))
    }
}
