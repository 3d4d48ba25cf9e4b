import PermafrostModel
import PermafrostProject
import PermafrostStore

/// `permafrost doctor`: lists what is set up in a project.
struct DoctorCommand: Command {
    static let specification = CommandSpecification(
        name: "doctor", summary: "list what is set up in a project, and the command for each part that is missing",
        discussion: """
            Examines the fixtures, the lines in .gitattributes, the workflow, plugin or hook that runs a check, the tests of \
            the frozen versions, and the baseline of lint. Changes nothing. Exit 0: done, even if something is missing. 2: \
            failed or incomplete.
            """)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode {
        let state = try ProjectState(context)
        let code = context.write(state.doctor)
        context.output.problems(state.doctor.findings)
        return code
    }
}

/// The results of `check`, `lint` and `doctor` for a project.
private struct ProjectState {
    let project: Project
    let check: ProjectCheck
    let lint: LintReport
    let doctor: DoctorReport

    init(_ context: CommandContext) throws {
        let progress = Output.Progress("reading sources", output: context.output)
        defer { progress.end() }
        let held = context.heldFixtures()
        project = try context.project(readsCode: true)
        let matcher = try context.matcher(of: project)
        check = try ProjectCheck(project, needsFixtures: false, matcher, held: held.get())
        let lint = try ProjectLint(project, matcher)
        let groups = project.groups.filter { !$0.schemas.isEmpty }.map(\.name)
        doctor = DoctorReport(
            try ProjectDoctor(project, check, lint), findings: project.sourceFindings,
            commandLine: { command in
                // `init` works on one group.
                let selection = command.hasPrefix("init") && groups.count > 1 ? " --plan \(groups[0].asShellWord)" : ""
                return context.commandLine(of: command) + selection
            },
            baselineLine: context.baselineLine)
        self.lint = LintReport(lint: lint, comparison: try Self.comparison(lint, context))
    }

    /// Returns the comparison with the project's baseline; nil if there is none, or if it can't be used.
    private static func comparison(_ lint: ProjectLint, _ context: CommandContext) throws -> LintComparison? {
        let file = BaselineFile(nil, in: context.options.directory)
        let baseline: Baseline?
        do { baseline = try file.read(mustExist: false) } catch is BaselineFile.Failure { return nil }
        return baseline.map { LintComparison(lint, $0, in: file, base: nil, isPart: false) }
    }
}

extension DoctorCommand {
    /// `permafrost` without arguments: prints the state of the project in the working folder, and the next command.
    struct Overview {
        private static let specification = CommandSpecification(
            name: "overview", summary: "print a project's state, and the next command", discussion: "")

        /// Writes the overview. If the working folder isn't in a project, or the project has no schema, prints that and
        /// how to get help instead.
        ///
        /// - Returns: the exit code.
        static func run(output: Output, environment: [String: String]) throws -> ExitCode {
            let context = try CommandContext(
                Invocation(specification, arguments: []), output: output, environment: environment)
            let help = "To list the commands, run \(ToolCommand.line("--help"))"
            guard context.isInProject else {
                let directory = context.options.directory
                output.note("permafrost: no project in \(directory). Run permafrost in a project's folder")
                output.note(help)
                return .failed
            }
            do {
                let state = try ProjectState(context)
                return context.write(
                    OverviewReport(
                        check: state.check, lint: state.lint, doctor: state.doctor, groups: state.project.groups,
                        commandLine: context.commandLine(of:)))
            } catch ProjectError.noSchema(let directory, let fileCount, _, _) {
                output.note("permafrost: no VersionedSchema in \(directory) (\(Counted("Swift file", fileCount)) read)")
                output.note("To see which options find your models, run \(ToolCommand.line("doctor"))")
                output.note(help)
                return .failed
            }
        }
    }
}
