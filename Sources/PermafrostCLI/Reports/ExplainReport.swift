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
            "code": rule.code, "failure": rule.failure, "fix": rule.fix, "name": rule.name, "severity": rule.severity,
            "summary": rule.summary,
        ]
    }

    func page(_ context: ReportContext) -> [String] {
        ["\(context.style.bold(rule.code)) \(rule.name) (\(rule.severity.rawValue))"]
            + Paragraph(rule.summary).lines(width: width) + ["", "What it prevents:"] + indented(rule.failure)
            + ["", "Fix:"] + indented(rule.fix)
    }

    /// Returns the line that names the command for the first finding with a rule; empty if there is none.
    static func hint(_ findings: [Finding], _ style: Style) -> [String] {
        let code = findings.lazy.map(\.code).first { RulePages.page($0) != nil }
        return code.map { [style.faint("For details: \(ToolCommand.line("explain \($0)"))")] } ?? []
    }

    private func indented(_ text: String) -> [String] { Paragraph(text).lines(width: width, first: "  ") }
}
