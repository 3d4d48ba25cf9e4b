import Foundation
import PermafrostProject
import PermafrostStore

/// `permafrost init`: sets up a project by adding what is missing.
struct InitCommand: Command {
    /// The names of the supported CI services, for messages.
    static let services = "github, gitlab, bitrise, circleci or xcode-cloud"

    static let ci = TextOption(
        "--ci", value: "github|gitlab|bitrise|circleci|xcode-cloud",
        "add a workflow for this service (default: github if .github exists)")
    static let dependency = TextOption(
        "--dependency", value: "URL|PATH", "the address of Permafrost's package, for Package.swift")
    static let skipDependency = Flag(
        "--skip-dependency",
        "don't change Package.swift; print the lines that "
            + "Package.swift lacks")
    static let dryRun = Flag.dryRun("show what would be added without writing")

    static let specification = CommandSpecification(
        name: "init",
        summary: "set up a project: freeze what shipped, and add a CI check",
        discussion: """
            Freezes every unfrozen version from the last tag that declares it, or from the current sources if the \
            repository has no tags. Adds lines to .gitattributes, a README to the folder with the fixtures, and the \
            missing dependency and products to Package.swift. Adds a workflow if the project has .github, or if --ci \
            specifies a service. If code computes the lists in Package.swift, init doesn't change them, but prints \
            the lines to add. It also prints what to change in Xcode projects and hooks. --skip-dependency leaves \
            Package.swift unchanged. init doesn't change what already exists, so a second run adds nothing. Exit 0: \
            set up. 2: failed or incomplete.
            """,
        options: [ci, dependency, skipDependency, dryRun],
        makesTree: true)

    let context: CommandContext

    init(_ context: CommandContext) { self.context = context }

    func run() throws -> ExitCode { try context.whileLocked(edit) }

    private func edit() throws -> ExitCode {
        let service = try service()
        let dependency = try dependency()
        let edits = context.edits
        try context.finish()
        let progress = Output.Progress("reading sources", output: context.output)
        let project = try context.project(readsCode: true)
        context.output.problems(project.sourceFindings)
        let repository = try repository()
        let setup = try ProjectSetup(
            project, repository: repository, sources: sources(of: repository), service: service,
            dependency: dependency, skipsDependency: context.invocation[Self.skipDependency],
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
        let failures = try context.freeze(setup.versions).failures
        return context.write(InitReport(setup: setup, isWritten: true, failures: failures, problems: problems))
    }

    private func service() throws -> ProjectSetup.Service? {
        guard let text = context.invocation[Self.ci] else { return nil }
        guard let service = ProjectSetup.Service(rawValue: text) else {
            throw UsageError.invalidValue(option: "--ci", value: text, expected: Self.services)
        }
        return service
    }

    private func dependency() throws -> PackageDependency? {
        guard let text = context.invocation[Self.dependency] else { return nil }
        do {
            return try PackageDependency(
                text, in: FileManager.default.currentDirectoryPath, project: context.options.directory)
        } catch let error as PackageDependency.NotAPackage {
            throw UsageError.invalidValue(
                option: "--dependency", value: error.path,
                expected: "a URL, or the folder of a package with Package.swift")
        }
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
