import PermafrostFixtures
import PermafrostModel
import PermafrostProject

/// The report of `explain`, with a rule's documentation.
struct ExplainReport: Report {
    let command = "explain"
    let exitCode = ExitCode.success
    let rule: RulePage
    /// The maximum number of characters in a line.
    let width: Int

    var contents: JSONObject {
        [
            "accepted": rule.examples?.accepted.code, "assumption": rule.assumption, "code": rule.code,
            "failure": rule.failure, "fix": rule.fix, "name": rule.name, "reads": rule.reads,
            "reported": rule.examples?.reported.code, "severity": rule.severity, "source": rule.source.sentence,
            "summary": rule.summary,
        ]
    }

    func page(_ context: ReportContext) -> [String] {
        ["\(context.style.bold(rule.code)) \(rule.name) (\(rule.severity.rawValue))"]
            + Paragraph(rule.summary).lines(width: width) + ["", "What it prevents:"] + indented(rule.failure)
            + ["", "Fix:"] + indented(rule.fix) + ["", "Evidence:"] + indented(rule.evidence)
            + (rule.examples.map { example("Reported:", $0) + example("Not reported:", $1) } ?? [])
    }

    private func example(_ title: String, _ example: RuleExample) -> [String] {
        ["", title]
            + example.code.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "  \($0)" }
    }

    /// Returns the line that names the command for the first finding with a rule; empty if there is none.
    static func hint(_ findings: [Finding], _ style: Style) -> [String] {
        let code = findings.lazy.map(\.code).first { RulePages.page($0) != nil }
        return code.map { [style.faint("For details: \(ToolCommand.line("explain \($0)"))")] } ?? []
    }

    private func indented(_ text: String) -> [String] { Paragraph(text).lines(width: width, first: "  ") }
}
