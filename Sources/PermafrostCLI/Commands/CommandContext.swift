import Foundation
import PermafrostModel
import PermafrostProject
import PermafrostSource
import PermafrostStore

/// What every command has: its invocation, the project's options, and where results and notes go.
struct CommandContext: Sendable {
    let invocation: Invocation
    let output: Output
    let environment: [String: String]
    let options: ProjectOptions
    /// The project's folder, and why it is taken for that.
    private let root: ProjectRoot
    let format: ReportFormat

    init(_ invocation: Invocation, output: Output, environment: [String: String]) throws {
        self.invocation = invocation
        self.output = output
        self.environment = environment
        let format = invocation[CommonOptions.format] ?? ReportFormat.text.rawValue
        let formats = invocation.command.formats
        guard let known = formats.first(where: { $0.rawValue == format }) else {
            let names = formats.map(\.rawValue)
            throw UsageError.invalidValue(
                option: "--format", value: format,
                expected: names.dropLast().joined(separator: ", ") + " or " + (names.last ?? ""))
        }
        self.format = known
        guard GitProcess.limit(environment) != nil else {
            let variable = GitProcess.limitVariable
            throw UsageError.invalidValue(
                option: variable, value: environment[variable] ?? "", expected: "seconds, more than 0 and at most 86400"
            )
        }
        // Who names the fixture tree, and no project, means the folder that the command runs in.
        let given = invocation[CommonOptions.project] ?? ((invocation[CommonOptions.fixtures] != nil) ? "." : nil)
        root =
            given.map { ProjectRoot(at: $0.absolutePath) }
            ?? ProjectRoot(containing: ".".absolutePath, home: environment["HOME"] ?? "")
        let directory = root.directory
        var options = ProjectOptions(
            directory: directory,
            fixtures: invocation[CommonOptions.fixtures].map(\.absolutePath), plan: invocation[CommonOptions.plan],
            schema: invocation[CommonOptions.schema], models: invocation[CommonOptions.models],
            coreDataModels: try invocation[all: CommonOptions.model].map {
                try Invocation.ModelPath($0, project: directory).relative
            },
            target: invocation[CommonOptions.target], includesTests: invocation[CommonOptions.includeTests],
            usesCache: !invocation[CommonOptions.noCache])
        options.requiresTree = !invocation.command.makesTree
        self.options = options
    }

    /// Whether results are written for people, who see them as soon as they are known.
    var isForPeople: Bool { format == .text }

    /// Writes a report in the format that was asked for.
    ///
    /// - Returns: the code to exit with.
    func write(_ report: some Report) -> ExitCode { output.write(report, format, directory: options.directory) }

    /// The cache of the project.
    var cache: CacheFolder { CacheFolder(project: options.directory, environment: environment) }

    /// Reads what the sources declare, with the project's cache.
    var reader: CachedSourceReader {
        CachedSourceReader(
            cache: cache, usesCache: options.usesCache, toolVersion: PermafrostRelease.version)
    }

    /// Reads the project.
    ///
    /// - Parameter readsCode: whether code is read, too, which takes longer.
    func project(readsCode: Bool = false) throws -> Project {
        var options = options
        options.readsCode = readsCode
        announceRoot()
        let project = try Project(options: options, reader: reader)
        for note in TargetNotes(project.declarations.targets).texts { output.note(note) }
        return project
    }

    /// Reads the project for a command whose `--models` are not those of an app without a `VersionedSchema`.
    func projectWithoutModels() throws -> Project {
        var options = options
        options.models = []
        announceRoot()
        return try Project(options: options, reader: reader)
    }

    /// Says which folder is taken for the project's if it is not the one that the command runs in, and nobody named it.
    private func announceRoot() {
        guard root.directory != ".".absolutePath else { return }
        switch root.reason {
        case .fixtures(let sign), .project(let sign):
            output.note("permafrost: the project is \(root.directory), which has \(sign)")
        case .given, .itself: break
        }
    }

    /// The project's sources at any commit.
    ///
    /// - Parameter readsCode: whether code is read, too, for the containers that it makes.
    func sources(of repository: GitRepository, readsCode: Bool = false) -> CommitSources {
        var options = options
        options.readsCode = readsCode
        var request = options.request
        request.mayLackModels = true
        return CommitSources(repository: repository, request: request, reader: reader)
    }

    /// Reads the project as it was at a commit. The fixture tree is the one of today.
    func project(at reference: String) throws -> Project {
        let repository = try GitRepository(directory: options.directory)
        let commit = try repository.commit(of: reference)
        let project = try Project(
            options: options, reader: CommitReader(repository: repository, commit: commit, reader: reader))
        for note in TargetNotes(project.declarations.targets, at: reference).texts { output.note(note) }
        return project
    }

    /// A further command over the same project, as it can be pasted: with the options that this one was given.
    func commandLine(_ command: String) -> String {
        // A plugin names the project, which its user need not.
        let project = invocation[all: CommonOptions.project].filter {
            ToolCommand.caller == .shell || $0.absolutePath != ".".absolutePath
        }.flatMap { ["--project", $0] }
        let all = project + readingArguments
        return ([ToolCommand.line(command)] + all.map(\.asShellWord)).joined(separator: " ")
    }

    /// The options that this command was given and that say what of the project is read.
    var readingArguments: [String] {
        let declared: [any DeclaredOption] = [
            CommonOptions.fixtures, CommonOptions.model, CommonOptions.models, CommonOptions.target,
        ]
        return declared.flatMap { option in invocation[all: option].flatMap { [option.specification.name, $0] } }
            + (invocation[CommonOptions.includeTests] ? ["--include-tests"] : [])
    }

    /// The same options with paths relative to the project's folder, as another checkout takes them.
    var portableArguments: ProjectSetup.ReadingArguments {
        let fixtures = options.fixtures.map { path in
            let prefix = options.directory + "/"
            return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
        }
        let values = [
            ("--models", invocation[all: CommonOptions.models]), ("--target", invocation[all: CommonOptions.target]),
        ]
        return ProjectSetup.ReadingArguments(
            fixtures: fixtures,
            others: options.coreDataModels.flatMap { ["--model", $0] }
                + values.flatMap { option, values in values.flatMap { [option, $0] } }
                + (invocation[CommonOptions.includeTests] ? ["--include-tests"] : []))
    }

    /// The absolute path that an option names.
    func path(_ option: TextOption) -> String? { invocation[option].map(\.absolutePath) }

    /// A path as the user should see it: relative to the working folder where it lies inside.
    func shown(_ path: String) -> String {
        let folder = FileManager.default.currentDirectoryPath + "/"
        return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    }
}

extension CommandContext {
    /// Reads the project and checks it.
    ///
    /// - Parameter base: the commit that the change starts from, as `--base` names it.
    func check(requiresFrozen: Bool = false, needsFixtures: Bool = true, since base: String? = nil) throws
        -> ProjectCheck
    {
        let progress = Output.Progress("reading sources", output: output)
        defer { progress.end() }
        let held = heldFixtures(base: base)
        let project = try project()
        let earlier = try base.map { reference in
            ProjectCheck.Earlier(try self.project(at: reference), reference: reference) { schema in
                try isReleased(schema, held.get())
            }
        }
        return try ProjectCheck(
            project, requiresFrozen: requiresFrozen, needsFixtures: needsFixtures && base == nil,
            matcher(of: project), held: held.get(), since: earlier)
    }

    /// Asks git what it holds of the project's fixtures, while the sources are read.
    ///
    /// - Parameter needsDelivery: whether to ask which files of fixtures git doesn't hand on. A command that writes fixtures asks
    ///   when they are written.
    func heldFixtures(base: String? = nil, needsDelivery: Bool = true) -> Background<HeldFixtures> {
        Background { [options, cache] in
            try HeldFixtures(
                options, base: base, cache: options.usesCache ? cache : nil, needsDelivery: needsDelivery)
        }
    }

    /// Whether a release tag declares a version; nil if it isn't known which tags are releases.
    private func isReleased(_ schema: DeclaredVersion, _ held: HeldFixtures) throws -> Bool? {
        guard case .tags = held.releases else { return nil }
        let repository = try GitRepository(directory: options.directory)
        let sources = sources(of: repository)
        let tags = try repository.tags().filter { held.settings.isRelease($0.name) }
        try sources.prepare(tags.map(\.commit))
        return try tags.contains { tag in
            try sources.declarations(at: tag.commit).schemas.contains {
                $0.name == schema.name && $0.version == schema.version
            }
        }
    }

    /// Matches a project's fixtures with its declarations, and keeps the fixtures that were read for later runs.
    func matcher(of project: Project) throws -> VersionMatcher {
        guard options.usesCache else { return try VersionMatcher(project) }
        let matcher = try VersionMatcher(project, known: KnownFixtures(kept: cache, as: Self.fixturesName))
        matcher.known.keep(in: cache, as: Self.fixturesName)
        return matcher
    }

    /// What a fixture passed before is no reason to trust it if less was asked then: the name changes with what is asked.
    private static let fixturesName = "fixtures-\(PermafrostRelease.version)-rows.json"
}

extension CommandContext {
    /// The freezes of this command.
    ///
    /// - Throws: `UsageError` if `SOURCE_DATE_EPOCH` is no time, `GitError`.
    func freezeSession() throws -> FreezeSession {
        try freezeSession(heldFixtures(needsDelivery: false))
    }

    /// The freezes of this command, with the fixtures that git was already asked for.
    func freezeSession(_ held: Background<HeldFixtures>) throws -> FreezeSession {
        let date = try freezeDate()
        return FreezeSession(toolVersion: PermafrostRelease.version, date: date, held: try held.get())
    }

    /// The present time, or the time of `SOURCE_DATE_EPOCH`, in UTC.
    ///
    /// - Throws: a `UsageError` if the variable has no time of the years up to 9999.
    private func freezeDate() throws -> String {
        do { return try FreezeDate.text(environment) } catch {
            throw UsageError.invalidValue(
                option: "SOURCE_DATE_EPOCH", value: error.value, expected: "whole seconds since 1970")
        }
    }

    /// Freezes each version as its tag declares it, and prints each failure.
    ///
    /// - Parameter staging: the folder that fixtures are written to instead of the project's tree.
    /// - Returns: the staged files by their paths in the project, and the failures.
    /// - Throws: `UsageError`, `GitError`.
    func freeze(
        _ versions: [UnfrozenVersions.Version], staging: StagedFixtures? = nil
    ) throws -> (files: [FreezeSession.StagedFile], failures: [AdoptReport.Failure]) {
        guard !versions.isEmpty else { return ([], []) }
        let (files, failures) = try freezeSession().freeze(
            versions, readingBy: { try $0.map(project(at:)) ?? project() }, staging: staging,
            report: { output.error(ErrorWording($0.error, of: $0.schema)) })
        return (files, failures.map { ($0.version, ErrorWording($0.error, of: $0.schema).whole) })
    }
}
