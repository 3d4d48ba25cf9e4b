import PermafrostModel
import PermafrostProject

/// `permafrost lint`: predicts what SwiftData will reject or lose.
struct LintCommand: Command {
    static let cloudkit = Flag(
        "--cloudkit", "assume that every store syncs with CloudKit, except with cloudKitDatabase: .none")
    static let explain = TextOption(
        "--explain", value: "CODE", "show the documentation of a rule: the failure that it prevents, and the fix")

    static let specification = CommandSpecification(
        name: "lint",
        summary: "predict what SwiftData will reject or lose, before it ships",
        discussion: """
            Checks the versions, plans, fixtures and steps between versions, and the code that creates containers or copies \
            stores, for anything that stops a migration or loses data. To suppress a finding, add a comment with the reason to its \
            line or the line above: // permafrost:ignore PF0213 because the old values were test data. \
            Exit 0: no errors, but possibly warnings. 1: errors. 2: failed or incomplete.
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
