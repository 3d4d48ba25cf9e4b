import PermafrostProject
import PermafrostStore

/// `permafrost init`: sets a project up, and adds only what is missing.
struct InitCommand: Command {
    static let ci = TextOption("--ci", value: "github|gitlab", "add its workflow (default: github where .github is)")
    static let dryRun = Flag.dryRun("show what would be added, and write nothing")

    static let specification = CommandSpecification(
        name: "init",
        summary: "set a project up: freeze what shipped, and add what guards it",
        discussion: """
            Freezes each declared version that is not frozen, from the last tag that declares it (without tags, as it is), adds \
            lines to .gitattributes, and a workflow where the project has .github or --ci names a service. Manifests and \
            hooks are left as they are: the lines that they need are printed. What is there already is left alone, so that \
            a second run adds nothing. \
            Exit 0: set up. 2: could not run, or not fully.
            """,
        options: [ci, dryRun],
        makesTree: true)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode { try context.whileLocked(edit) }

    private func edit() throws -> ExitCode {
        let service = try service()
        let edits = context.edits
        try context.finish()
        let progress = Output.Progress("reading sources", output: context.output)
        let project = try context.project(readsCode: true)
        context.output.problems(project.sourceFindings)
        let repository = try repository()
        let setup = try ProjectSetup(
            project, repository: repository, sources: sources(of: repository), service: service,
            arguments: context.portableArguments)
        progress.end()
        let problems = project.sourceFindings
        guard !context.invocation[Self.dryRun] else {
            return context.write(InitReport(setup: setup, isWritten: false, failures: [], problems: problems))
        }
        // What cannot be written is known before a version is frozen.
        try edits.write(
            setup.files.map { ($0.path, $0.text, $0.old == nil) },
            expecting: Dictionary(
                setup.files.compactMap { file in file.old.map { (file.path, $0) } }
            ) { first, _ in first })
        let failures = try context.freeze(setup.versions).failures
        return context.write(InitReport(setup: setup, isWritten: true, failures: failures, problems: problems))
    }

    private func service() throws -> ProjectSetup.Service? {
        guard let text = context.invocation[Self.ci] else { return nil }
        guard let service = ProjectSetup.Service(rawValue: text) else {
            throw UsageError.invalidValue(option: "--ci", value: text, expected: "github or gitlab")
        }
        return service
    }

    /// The project's repository; nil if it is in none.
    private func repository() throws -> GitRepository? {
        do { return try GitRepository(directory: context.options.directory) } catch GitError.noRepository { return nil }
    }

    /// The repository's sources; nil if it has no commit.
    private func sources(of repository: GitRepository?) throws -> CommitSources? {
        guard let repository else { return nil }
        do { _ = try repository.commit(of: "HEAD") } catch GitError.unknownReference { return nil }
        return context.sources(of: repository, readsCode: true)
    }
}
