import PermafrostDeclarations
import PermafrostProject

/// `permafrost scaffold`: writes drift and migration tests for the frozen versions.
struct ScaffoldCommand: Command {
    static let specification = CommandSpecification(
        name: "scaffold",
        summary: "write drift and migration tests for the frozen versions",
        discussion: """
            Writes a test for each frozen version, that it has not drifted, and one for the migration between each two \
            neighbours and from the oldest to the newest. The tests are yours: one that exists is never touched. \
            Exit 0: all is written or was there. 1: the test target lacks dependencies. 2: could not write all.
            """,
        options: [
            OptionSpecification(
                name: "--tests", value: "DIR", help: "the test target's folder (default: the only one)"),
            OptionSpecification(
                name: "--framework", value: "xctest|swift-testing",
                help: "what the tests are written for (default: xctest)"),
        ])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let framework = try framework()
        let progress = Progress("reading sources", output: context.output)
        let project = try context.project()
        let scaffold = try ProjectScaffold(
            project, tests: context.path("--tests"), framework: framework,
            tools: SourceReaderTools(context.sourceReader, announce: context.output.note))
        progress.end()
        let problems = project.sourceFindings
        context.output.problems(problems)
        let text = ScaffoldText(scaffold, context: context)
        let outcomes = scaffold.write { outcome in
            if context.format == .text { text.write(outcome) }
        }
        let isIncomplete =
            !scaffold.skips.isEmpty || outcomes.contains(where: \.isFailure)
            || problems.contains { $0.severity == .error }
        let code: ExitCode = isIncomplete ? .failed : scaffold.missingDependencies.isEmpty ? .fine : .findings
        switch context.format {
        case .json:
            context.output.result(
                ScaffoldJSON(scaffold, outcomes, problems, context: context, code: code).json.bytes(.lines))
        default: text.writeRest(outcomes)
        }
        return code
    }

    private func framework() throws -> TestFramework {
        guard let text = context.invocation.value("--framework") else { return .xctest }
        guard let framework = TestFramework(rawValue: text) else {
            throw UsageError.invalidValue(
                option: "--framework", value: text,
                expected: TestFramework.allCases.map(\.rawValue).joined(separator: " or "))
        }
        return framework
    }
}

extension ProjectScaffold.Outcome {
    var isFailure: Bool { if case .failed = result { true } else { false } }
}
