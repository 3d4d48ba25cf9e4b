import PermafrostModel
import PermafrostProject

/// `permafrost lint`: predicts what SwiftData will refuse or lose.
struct LintCommand: Command {
    static let specification = CommandSpecification(
        name: "lint",
        summary: "predict what SwiftData will refuse or lose, before it ships",
        discussion: """
            Looks at the versions, plans and fixtures, at each step from a version to the next, and at code that makes containers \
            or copies stores, for what stops a migration or drops data. A comment on the line, or on the one before, suppresses a finding and says why: \
            // permafrost:ignore PF0213 because the old values were test data. \
            Exit 0: no error, warnings perhaps. 1: errors. 2: could not run, or not fully.
            """,
        options: [
            OptionSpecification(name: "--cloudkit", help: "the stores are synced with CloudKit: look at its rules too"),
            OptionSpecification(
                name: "--explain", value: "CODE", help: "show a rule's page: the failure that it prevents, and the fix"),
        ],
        formats: ReportFormat.allCases)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        if let code = context.invocation.value("--explain") { return try explain(code) }
        let progress = Progress("reading sources", output: context.output)
        defer { progress.end() }
        let project = try context.project(readsCode: true)
        let known = context.knownFixtures
        let lint = try ProjectLint(project, checksCloudKit: context.invocation.has("--cloudkit"), known: known)
        context.keep(lint.known)
        progress.end()
        let code: ExitCode =
            lint.isIncomplete ? .failed : lint.findings.contains { $0.severity == .error } ? .findings : .fine
        switch context.format {
        case .json: context.output.result(LintJSON(lint, code: code).json.bytes(.lines))
        case .text:
            context.output.result(LintText(lint, directory: context.options.directory, output: context.output).text)
        case let format:
            let report = FindingReport(lint, paths: context.paths)
            if let text = report.text(format), !text.isEmpty { context.output.result(text) }
        }
        return code
    }

    private func explain(_ code: String) throws -> ExitCode {
        guard let page = LintRules.page(code) else {
            throw UsageError.unknownRule(code, near: LintRules.near(code))
        }
        switch context.format {
        case .json: context.output.result(LintPageJSON(page).json.bytes(.lines))
        case .text: context.output.result(LintPageText(page, style: Style(context.output.isColoured)).text)
        case let format:
            throw UsageError.invalidValue(
                option: "--format", value: format.rawValue, expected: "text or json with --explain")
        }
        return .fine
    }
}
