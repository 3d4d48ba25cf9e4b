import Foundation
import PermafrostProject
import PermafrostStore

/// `permafrost init`: sets up a project by adding what is missing.
struct InitCommand: Command {
    static let ci = TextOption("--ci", value: "github", "add a workflow (default: if .github exists)")
    static let dryRun = Flag.dryRun("show what would be added without writing")

    static let specification = CommandSpecification(
        name: "init",
        summary: "set up a project: freeze what shipped, and add a CI check",
        discussion: """
            Freezes every unfrozen version from the last tag that declares it, or from the current sources if the \
            repository has no tags. Adds lines to .gitattributes and a README to the folder with the fixtures. Adds a \
            workflow for GitHub if the project has .github, or with --ci github. Prints SwiftPM's commands for the \
            dependency and the products that Package.swift lacks, or the lines to add if code computes its lists. It \
            also prints what to change in Xcode projects and hooks. init doesn't change what already exists, so a \
            second run adds nothing. Exit 0: set up. 2: failed or incomplete.
            """,
        examples: [
            CommandExample("--dry-run", "show what is missing"),
            CommandExample("--ci github", "freeze what shipped, and add a workflow that checks each change"),
        ],
        options: [ci, dryRun],
        makesTree: true)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode { try context.whileLocked(edit) }

    private func edit() throws -> ExitCode {
        let needsWorkflow = try needsWorkflow()
        let edits = context.edits
        try context.finish()
        let progress = ProgressNote("reading sources", output: context.output)
        let project = try context.project(readsCode: true)
        context.output.problems(project.sourceFindings)
        let repository = try repository()
        let setup = try ProjectSetup(
            project, repository: repository, sources: sources(of: repository), needsWorkflow: needsWorkflow,
            executable: Bundle.main.executablePath, arguments: context.portableArguments)
        progress.end()
        let problems = project.sourceFindings
        guard !context.invocation[Self.dryRun] else {
            return context.write(InitReport(setup: setup, isWritten: false, failures: [], problems: problems))
        }
        // Write these files first. If that fails, no version is frozen.
        try edits.write(
            setup.files.map { ($0.path, $0.text, $0.old == nil) },
            expecting: Dictionary(
                setup.files.compactMap { file in file.old.map { (file.path, $0) } }
            ) { first, _ in first })
        let failures = try context.freeze(setup.versions, hasGroups: project.groupCount > 1).failures
        return context.write(InitReport(setup: setup, isWritten: true, failures: failures, problems: problems))
    }

    private func needsWorkflow() throws -> Bool {
        guard let text = context.invocation[Self.ci] else { return false }
        guard text == "github" else {
            throw UsageError.invalidValue(
                option: "--ci", value: text, expected: "github. \(SetupStepMessage.otherServices)")
        }
        return true
    }

    /// Returns the project's repository; nil if the project isn't in a repository.
    private func repository() throws -> GitRepository? {
        do { return try GitRepository(directory: context.options.directory) } catch GitError.noRepository { return nil }
    }

    /// Returns the sources of the repository's commits; nil if the repository is nil or has no commits.
    private func sources(of repository: GitRepository?) throws -> CommitSources? {
        guard let repository else { return nil }
        do { _ = try repository.commit(of: "HEAD") } catch GitError.unknownReference { return nil }
        return context.sources(of: repository, readsCode: true)
    }
}
