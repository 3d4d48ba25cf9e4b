import PermafrostModel
import PermafrostProject
import PermafrostStore

/// A report's findings and the subjects that were examined. It is the input for the GitHub, SARIF, JUnit, Xcode and
/// Markdown formats.
struct FindingReport {
    let command: String
    let findings: [Finding]
    /// The findings to list, and the number and the sentence about the others: see ``Report/listedFindings``.
    let listed: [Finding]
    let omittedCount: Int?
    let omission: String?
    /// All examined subjects, including subjects without findings. Every finding belongs to a subject.
    let subjects: [ReportSubject]
    /// The documentation of the rules that the command checks, including rules without findings.
    let rules: [RulePage]
    /// The old findings, which don't affect the exit code. There is one value for each comparison.
    let old: [OldFindings]
    /// The error that ended the command; nil if there was none.
    let failure: String?
    let context: ReportContext

    init(_ report: some Report, _ context: ReportContext) {
        command = report.command
        findings = report.findings
        listed = report.listedFindings
        (omittedCount, omission) = (report.omittedCount, report.omission)
        rules = report.rules
        old = report.oldFindings
        failure = report.failure
        self.context = context
        let known = Set(report.subjects.flatMap(\.findings))
        var rest: [String: [Finding]] = [:]
        for finding in report.findings where !known.contains(finding) {
            rest[finding.location?.file ?? "project", default: []].append(finding)
        }
        let others = rest.sorted { $0.key < $1.key }.map {
            ReportSubject(suite: "files", name: $0.key, findings: $0.value)
        }
        subjects = report.subjects + others
    }

    /// The sentences about old findings and about findings that aren't listed.
    var remarks: [String] { old.flatMap(\.remarks) + [omission].compactMap(\.self) }

    /// Whether the findings were compared with a baseline or another commit.
    var isComparison: Bool { old.contains { $0.reason == .baseline } }
}
