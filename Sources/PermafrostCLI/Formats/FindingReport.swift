import PermafrostModel
import PermafrostProject

/// The findings of a report, and what was examined: what GitHub, SARIF, JUnit, Xcode and Markdown are given.
struct FindingReport {
    let command: String
    let findings: [Finding]
    /// Everything that was examined, also what has no findings; each finding is in one of them.
    let subjects: [ReportSubject]
    /// The rules that may have findings, by code.
    let rules: [RulePage]
    /// The error that ended the command; nil if none did.
    let failure: String?
    let context: ReportContext

    init(_ report: some Report, _ context: ReportContext) {
        command = report.command
        findings = report.findings
        rules = report.rules
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
}
