import PermafrostProject
import PermafrostSource

/// `permafrost scaffold`: writes drift and migration tests for the frozen versions.
struct ScaffoldCommand: Command {
    static let tests = TextOption("--tests", value: "DIR", "the test target's folder (default: the only test target)")
    static let framework = TextOption(
        "--framework", value: "xctest|swift-testing", "the test framework (default: xctest)")

    static let specification = CommandSpecification(
        name: "scaffold",
        summary: "write drift and migration tests for the frozen versions",
        discussion: """
            For each frozen version, writes a test that fails if it has drifted. Also writes a test for each migration from one \
            version to the next, and for the migration from the oldest to the newest. Never changes a test file that exists. \
            Exit 0: all tests exist. 1: the test target lacks dependencies. 2: some tests couldn't be written.
            """,
        options: [tests, framework])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let framework = try framework()
        let progress = Output.Progress("reading sources", output: context.output)
        let project = try context.project()
        let scaffold = try ProjectScaffold(
            project, tests: context.path(Self.tests), framework: framework)
        progress.end()
        context.output.problems(project.sourceFindings)
        let outcomes = scaffold.write { outcome in
            if context.isForPeople { show(outcome) }
        }
        return context.write(
            ScaffoldReport(
                scaffold: scaffold, outcomes: outcomes, problems: project.sourceFindings, shown: context.shown))
    }

    /// Prints an outcome in the text format.
    private func show(_ outcome: ProjectScaffold.Outcome) {
        let path = context.shown(outcome.path)
        if case .failed(let error) = outcome.result { return context.output.error(ErrorMessage(error, of: path)) }
        context.output.result(outcome.line(path, Style(context.output.hasColors)))
    }

    private func framework() throws -> TestFile.TestFramework {
        guard let text = context.invocation[Self.framework] else { return .xctest }
        guard let framework = TestFile.TestFramework(rawValue: text) else {
            throw UsageError.invalidValue(
                option: "--framework", value: text,
                expected: TestFile.TestFramework.allCases.map(\.rawValue).joined(separator: " or "))
        }
        return framework
    }
}

extension ProjectScaffold.Outcome {
    var isFailure: Bool { if case .failed = result { true } else { false } }

    /// Returns the line that describes the outcome for the file.
    func line(_ path: String, _ style: Style) -> String {
        switch result {
        case .written: "\(style.green("wrote"))    \(path)"
        case .unchanged: "\(style.faint("kept"))     \(path) (unchanged)"
        case .edited: "\(style.faint("kept"))     \(path) (edited by you)"
        case .failed(let error): "\(style.red("failed"))   \(path): \(ErrorMessage(error).whole)"
        }
    }
}
