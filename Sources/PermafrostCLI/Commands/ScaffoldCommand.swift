import PermafrostDeclarations
import PermafrostProject

/// `permafrost scaffold`: writes drift and migration tests for the frozen versions.
struct ScaffoldCommand {
    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let framework = try framework()
        let progress = Progress("reading sources", output: context.output)
        let project = try context.project()
        let scaffold = try ProjectScaffold(
            project, tests: context.path("--tests"), framework: framework,
            tools: SourceReaderTools(readerPath: context.readerPath))
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
        case .text: text.writeRest(outcomes)
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
