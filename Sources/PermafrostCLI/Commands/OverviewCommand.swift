import PermafrostFixtures
import PermafrostModel
import PermafrostProject

/// `permafrost` without a command: prints the state of the project, what is set up, and the next command.
struct OverviewCommand: Command {
    static let specification = CommandSpecification(
        name: "overview", isNamed: false, summary: "print a project's state, what is not set up, and the next command",
        discussion: """
            Prints the versions, what is frozen, drift, the findings of lint, and the next command. Also lists what is missing \
            of the fixtures, the lines in .gitattributes, the workflow, plugin or hook that runs a check, and the tests of the \
            frozen versions. Changes nothing. Exit 0: done, even if something is missing. 2: failed or incomplete.
            """,
        examples: [
            CommandExample("", "print where the project stands"),
            CommandExample("--project MyApp", "the same for a project in another folder"),
        ])

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        guard context.isInProject else { throw UsageError.noProject(context.options.directory) }
        let progress = ProgressNote("reading sources", output: context.output)
        let held = context.heldFixtures()
        let project = try context.project(readsCode: true)
        let matcher = try context.matcher(of: project)
        let check = try ProjectCheck.run(project, needsFixtures: false, matcher, held: held.get())
        let lint = try ProjectLint.run(project, matcher)
        let groups = project.groups.filter { !$0.schemas.isEmpty }
        let state = try SetupState(project, check, lint)
        let commandLine = { (command: String) in
            guard command == "adopt", groups.count > 1 else { return context.commandLine(of: command) }
            // This command works on one group.
            let group = groups.first { $0.schemas.contains(where: \.isUnversioned) } ?? groups[0]
            return context.commandLine(of: command) + " --plan \(group.name.asShellWord)"
        }
        let parts = SetupPart.all(of: state, commandLine: commandLine, baselineLine: context.baselineLine)
        progress.end()
        let code = context.write(
            OverviewReport(
                check: check,
                lint: LintReport(
                    lint: lint, comparison: try comparison(lint),
                    released: ReleasedFindings.run(lint, of: project, context.reader)),
                fixtures: state.fixtures,
                parts: parts, groups: project.groups, findings: project.sourceFindings,
                commandLine: commandLine))
        context.output.problems(project.sourceFindings)
        return code
    }

    /// Returns the comparison with the project's baseline; nil if there is none, or if it can't be used.
    private func comparison(_ lint: ProjectLint) throws -> LintComparison? {
        let file = BaselineFile(nil, in: context.options.directory)
        let baseline: Baseline?
        do { baseline = try file.read(mustExist: false) } catch is BaselineError { return nil }
        return baseline.map { LintComparison(lint, $0, in: file, base: nil, isPart: false) }
    }
}
