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
            lines += ["> [!CAUTION]", "> " + MarkdownText.escaped(failure), ""]
            return
        }
        lines += [Self.summary(report), ""]
        for remark in report.old.flatMap(\.remarks) { lines += [MarkdownText.escaped(remark), ""] }
        if let omission = report.omission { lines += [MarkdownText.escaped(omission), ""] }
        if !report.subjects.isEmpty { addTable(report.subjects) }
        var excerpts = SourceExcerpts(directory: report.context.directory)
        for finding in report.listed { add(finding, report.context, &excerpts) }
    }

    /// Returns a summary such as `❌ **1 error, 2 warnings**`.
    private static func summary(_ report: FindingReport) -> String {
        let counts = counts(report.findings)
        let none = report.isComparison ? "no new findings" : "no findings"
        return "\(sign(report.findings)) **\(counts.isEmpty ? none : counts)**"
    }

    private mutating func addTable(_ subjects: [ReportSubject]) {
        let hasStates = subjects.contains { $0.state != nil }
        let rows = subjects.map { subject in
            let names = [subject.suite, subject.name] + (hasStates ? [subject.state ?? ""] : [])
            return [Self.sign(subject.findings)] + names.map { MarkdownText.escaped($0, isInTable: true) }
                + [Self.counts(subject.findings)]
        }
        let heads = hasStates ? ["", "group", "version", "state", "findings"] : ["", "in", "name", "findings"]
        lines += Table(heads: heads, rows: rows).markdown
        lines.append("")
    }

    private mutating func add(
        _ finding: Finding, _ context: ReportContext, _ excerpts: inout SourceExcerpts
    ) {
        lines += ["### \(Self.sign([finding])) \(MarkdownText.escaped(finding.what))", ""]
        let place = finding.location.map { location in
            MarkdownText.code("\(context.relative(location.file)):\(location.line):\(location.column)")
        }
        lines += [[place, finding.severity.rawValue, finding.code].compactMap(\.self).joined(separator: " · "), ""]
        let source = finding.location.map { excerpts.excerpt($0) } ?? []
        if !source.isEmpty {
            let fence = MarkdownText.fence(source, atLeast: 3)
            lines += [fence + "text"] + source + [fence, ""]
        }
        if let affected = finding.affected { lines += ["**Affects:** \(MarkdownText.escaped(affected)).", ""] }
        if let fix = finding.fix { lines += ["**Fix:** \(MarkdownText.escaped(fix)).", ""] }
    }

    private static func sign(_ findings: [Finding]) -> String {
        if findings.contains(where: { $0.severity == .error }) { return "❌" }
        return findings.contains { $0.severity == .warning } ? "⚠️" : "✅"
    }

    /// Returns the number of errors, warnings and notes, such as `1 error, 2 warnings`.
    private static func counts(_ findings: [Finding]) -> String {
        SummaryLine.counts(findings).joined(separator: ", ")
    }
}
