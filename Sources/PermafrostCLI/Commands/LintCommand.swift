import PermafrostModel
import PermafrostProject

/// `permafrost lint`: predicts what SwiftData will refuse or lose.
struct LintCommand: Command {
    static let cloudkit = Flag("--cloudkit", "the stores are synced with CloudKit: apply its rules too")
    static let explain = TextOption(
        "--explain", value: "CODE", "show a rule's page: the failure that it prevents, and the fix")

    static let specification = CommandSpecification(
        name: "lint",
        summary: "predict what SwiftData will refuse or lose, before it ships",
        discussion: """
            Looks at the versions, plans and fixtures, at each step from a version to the next, and at code that makes containers \
            or copies stores, for what stops a migration or drops data. A comment on the line, or on the one before, suppresses a finding and says why: \
            // permafrost:ignore PF0213 because the old values were test data. \
            Exit 0: no error, warnings perhaps. 1: errors. 2: could not run, or not fully.
            """,
        options: [cloudkit, explain],
        formats: ReportFormat.allCases)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        if let code = context.invocation[Self.explain] { return try explain(code) }
        let progress = Output.Progress("reading sources", output: context.output)
        defer { progress.end() }
        let project = try context.project(readsCode: true)
        let lint = try ProjectLint(
            project, checksCloudKit: context.invocation[Self.cloudkit], context.matcher(of: project))
        progress.end()
        return context.write(LintReport(lint: lint))
    }

    private func explain(_ code: String) throws -> ExitCode {
        guard let page = RulePages.page(code) else {
            throw UsageError.unknownRule(code, near: RulePages.near(code))
        }
        guard ReportFormat.basic.contains(context.format) else {
            throw UsageError.invalidValue(
                option: "--format", value: context.format.rawValue, expected: "text or json with --explain")
        }
        return context.write(LintReport.RulePageReport(rule: page))
    }
}
