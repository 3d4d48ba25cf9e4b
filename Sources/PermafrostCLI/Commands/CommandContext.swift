import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostProject
import PermafrostSource

/// The context that a command runs in: its invocation, the project's options, and the output.
struct CommandContext: Sendable {
    let invocation: Invocation
    let output: Output
    let environment: [String: String]
    let options: ProjectOptions
    /// The project's folder, and the reason for its selection.
    private let root: ProjectRoot
    let format: ReportFormat

    /// Makes the context from a command's options and the environment. Throws a ``UsageError`` if one of them has an
    /// invalid value.
    static func make(
        _ invocation: Invocation, output: Output, environment: [String: String]
    ) throws -> CommandContext {
        let format = invocation[CommonOptions.format] ?? ReportFormat.text.rawValue
        let formats = invocation.command.formats
        guard let known = formats.first(where: { $0.rawValue == format }) else {
            let names = formats.map(\.rawValue)
            throw UsageError.invalidValue(
                option: "--format", value: format,
                expected: names.dropLast().joined(separator: ", ") + " or " + (names.last ?? ""))
        }
        guard GitProcess.limit(environment) != nil else {
            let variable = GitProcess.limitVariable
            throw UsageError.invalidValue(
                option: variable, value: environment[variable] ?? "", expected: "more than 0 and at most 86400 seconds"
            )
        }
        // If only a fixture tree is specified, use the working folder as the project.
        let given = invocation[CommonOptions.project] ?? ((invocation[CommonOptions.fixtures] != nil) ? "." : nil)
        let root =
            given.map { ProjectRoot(at: $0.absolutePath) }
            ?? ProjectRoot(containing: ".".absolutePath, home: environment["HOME"] ?? "")
        let directory = root.directory
        var options = ProjectOptions(
            directory: directory,
            fixtures: invocation[CommonOptions.fixtures].map(\.absolutePath), plan: invocation[CommonOptions.plan],
            schema: invocation[CommonOptions.schema], models: invocation[CommonOptions.models],
            coreDataModels: try invocation[all: CommonOptions.model].map {
                try ModelPath($0, project: directory).relative
            },
            target: invocation[CommonOptions.target], includesTests: invocation[CommonOptions.includeTests],
            usesCache: !invocation[CommonOptions.noCache])
        options.requiresTree = !invocation.command.makesTree
        options.platform = try invocation[CommonOptions.platform].map { name in
            guard let platform = Platform(rawValue: name) else {
                throw UsageError.invalidValue(
                    option: CommonOptions.platform.specification.name, value: name,
                    expected: Platform.allCases.map(\.rawValue).joined(separator: ", "))
            }
            return platform
        }
        return CommandContext(
            invocation: invocation, output: output, environment: environment, options: options, root: root,
            format: known)
    }

    /// Whether results are human-readable text. If so, they can be printed as soon as they are available.
    var isForPeople: Bool { format.isForPeople }

    /// Writes a report in the format specified with `--format`.
    ///
    /// - Returns: the process's exit code.
    func write(_ report: some Report) -> ExitCode { output.write(report, format, directory: options.directory) }

    var cache: CacheFolder { CacheFolder(project: options.directory, environment: environment) }

    /// The reader for the project's sources. It uses the cache unless `--no-cache` was given.
    var reader: CachedSourceReader {
        CachedSourceReader(
            cache: cache, usesCache: options.usesCache, toolVersion: PermafrostRelease.version)
    }

    /// Reads the project, and prints notes about its folder and targets.
    ///
    /// - Parameters:
    ///   - readsCode: whether to also read the code in functions, for example to find containers. This takes longer.
    ///   - schema: a type that selects its group, as `--schema` does, or nil for the command's options.
    func project(readsCode: Bool = false, ofSchema schema: String? = nil) throws -> Project {
        var options = options
        options.readsCode = readsCode
        options.schema = schema ?? options.schema
        announceRoot()
        let project = try Project(options: options, reader: reader)
        for note in TargetNotes(project.declarations.targets).texts { output.note(note) }
        return project
    }

    /// Reads the project as if `--models` hadn't been given. In `new-version`, that option selects the models to copy.
    /// In `adopt`, it isn't needed after the app's `VersionedSchema` has been written.
    ///
    /// - Parameter written: the project with the new version, whose plan and schema select the group to read. If nil,
    ///   the command's options select the group.
    func projectWithoutModels(asIn written: Project? = nil) throws -> Project {
        var options = options
        options.models = []
        if let written { (options.plan, options.schema) = (written.options.plan, written.options.schema) }
        announceRoot()
        return try Project(options: options, reader: reader)
    }

    /// Prints the project's folder if it isn't the working folder and no option specified it.
    private func announceRoot() {
        guard root.directory != ".".absolutePath else { return }
        switch root.reason {
        case .fixtures(let sign), .project(let sign):
            output.note("permafrost: the project is \(root.directory), which has \(sign)")
        case .given, .itself: break
        }
    }

    /// Whether the working folder is in a project. A folder with `.git`, a `Sources` folder or a Swift file also
    /// counts.
    var isInProject: Bool {
        guard root.reason == .itself else { return true }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: root.directory)) ?? []
        return names.contains { $0 == ".git" || $0 == "Sources" || $0.hasSuffix(".swift") }
    }

    /// Returns the sources of a repository's commits, read with the project's options.
    ///
    /// - Parameter readsCode: whether to also read the code in functions, for example to find containers.
    func sources(of repository: GitRepository, readsCode: Bool = false) -> CommitSources {
        var options = options
        options.readsCode = readsCode
        var request = options.request
        request.allowsMissingModels = true
        return CommitSources(repository: repository, request: request, reader: reader)
    }

    /// Reads the project's sources at a tag, branch or commit, and prints notes about its targets. The fixtures aren't
    /// from that commit, but from the current fixture tree.
    ///
    /// - Parameters:
    ///   - readsCode: whether to also read the code in functions, for example to find containers.
    ///   - schema: a type that selects its group, as `--schema` does, or nil for the command's options.
    func project(at reference: String, readsCode: Bool = false, ofSchema schema: String? = nil) throws -> Project {
        var options = options
        options.readsCode = readsCode
        options.schema = schema ?? options.schema
        let repository = try GitRepository(directory: options.directory)
        let commit = try repository.commit(of: reference)
        let project = try Project(
            options: options, reader: CommitReader(repository: repository, commit: commit, reader: reader))
        for note in TargetNotes(project.declarations.targets, at: reference).texts { output.note(note) }
        return project
    }

    /// Returns a shell command line that runs a command on this project. It repeats the options for the project,
    /// fixtures, models and sources that were given to the current command.
    func commandLine(_ command: String) -> String {
        ([ToolCommand.line(command)] + placeArguments.map(\.asShellWord)).joined(separator: " ")
    }

    /// The given options, with their values, that specify the project and the fixtures, models and sources to read.
    private var placeArguments: [String] {
        // A plugin adds the project option, so the user doesn't have to.
        let project = invocation[all: CommonOptions.project].filter {
            ToolCommand.caller == .shell || $0.absolutePath != ".".absolutePath
        }
        return project.flatMap { ["--project", $0] } + readingArguments
    }

    /// Returns the shell command line that runs `lint` with an option that writes the project's baseline.
    func baselineLine(_ option: String) -> String { ToolCommand.baselineLine(option, place: placeArguments) }

    /// Returns the shell command line for a command with its own arguments, such as `freeze --all`. Repeats the same
    /// options as ``commandLine(_:)``.
    func commandLine(of text: String) -> String {
        let words = text.split(separator: " ", maxSplits: 1).map(String.init)
        return ([commandLine(words[0])] + words.dropFirst()).joined(separator: " ")
    }

    /// The given options, with their values, that specify the fixtures, models and sources to read.
    var readingArguments: [String] {
        let declared: [any DeclaredOption] = [
            CommonOptions.fixtures, CommonOptions.model, CommonOptions.models, CommonOptions.target,
            CommonOptions.platform,
        ]
        return declared.flatMap { option in invocation[all: option].flatMap { [option.specification.name, $0] } }
            + (invocation[CommonOptions.includeTests] ? ["--include-tests"] : [])
    }

    /// The user's options for fixtures, models and sources, for the CI configuration that `init` writes. Paths inside
    /// the project's folder are relative to that folder, so that they are also valid in other checkouts.
    var portableArguments: ReadingArguments {
        let fixtures = options.fixtures.map { path in
            let prefix = options.directory + "/"
            return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
        }
        let values = [
            ("--models", invocation[all: CommonOptions.models]), ("--target", invocation[all: CommonOptions.target]),
            ("--platform", invocation[all: CommonOptions.platform]),
        ]
        return ReadingArguments(
            fixtures: fixtures,
            others: options.coreDataModels.flatMap { ["--model", $0] }
                + values.flatMap { option, values in values.flatMap { [option, $0] } }
                + (invocation[CommonOptions.includeTests] ? ["--include-tests"] : []))
    }

    /// Returns the option's value as an absolute path; nil if the option wasn't given.
    func path(_ option: TextOption) -> String? { invocation[option].map(\.absolutePath) }

    /// Returns a path for use in messages. An absolute path inside the working folder becomes relative to that folder.
    /// Any other path is unchanged.
    func shown(_ path: String) -> String {
        let folder = FileManager.default.currentDirectoryPath + "/"
        return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
    }
}

extension CommandContext {
    /// Returns the findings of `lint`, compared with the base of a change and the baseline of that base.
    ///
    /// - Parameter earlier: the project at the base, if it was already read with the code in functions.
    func comparison(
        of lint: ProjectLint, since base: String, knowing earlier: Project? = nil
    ) throws -> LintComparison {
        var options = options
        options.readsCode = true
        // The base is linted with all of its groups, because its plans may have different names.
        let isWhole = options.plan == nil && options.schema == nil
        let file = BaselineFile(nil, in: options.directory)
        let base = try LintBase.run(
            base, of: GitRepository(directory: options.directory), options, reader: reader, file: file,
            known: isWhole ? earlier : nil)
        return LintComparison(lint, base.baseline, in: file, base: base, isPart: true)
    }

    /// Starts reading the fixtures in git, and returns without waiting. The work continues in the background while the
    /// sources are read.
    ///
    /// - Parameter needsDelivery: whether to also search for fixture files that git wouldn't deliver unchanged to other
    ///   clones. A command that writes fixtures passes `false`, and searches after it has written them.
    func heldFixtures(base: String? = nil, needsDelivery: Bool = true) -> Background<HeldFixtures> {
        Background { [options, cache, reader] in
            try HeldFixtures(
                options, base: base, cache: options.usesCache ? cache : nil, reader: reader,
                needsDelivery: needsDelivery)
        }
    }

    /// Returns the project's fixtures, matched with its declarations. Saves the verified fixtures in the cache, so that
    /// later runs don't verify them again. With `--no-cache`, the cache isn't used.
    func matcher(of project: Project) throws -> VersionMatcher {
        guard options.usesCache else { return try VersionMatcher(project) }
        let matcher = try VersionMatcher(project, known: KnownFixtures(kept: cache, as: Self.fixturesName))
        matcher.known.keep(in: cache, as: Self.fixturesName)
        return matcher
    }

    /// The name of the cache file for verified fixtures. When the verification becomes stricter, change the name so
    /// that all fixtures are verified again.
    private static let fixturesName = "fixtures-\(PermafrostRelease.version)-rows.json"
}

extension CommandContext {
    /// Returns a session that freezes versions. Reads the fixtures in git first.
    ///
    /// - Throws: a `UsageError` if `SOURCE_DATE_EPOCH` isn't a valid time, or an error in reading the fixtures in git.
    func freezeSession() throws -> FreezeSession {
        try freezeSession(heldFixtures(needsDelivery: false))
    }

    /// Returns a session that freezes versions. Waits until the given fixtures have been read from git.
    ///
    /// - Throws: a `UsageError` if `SOURCE_DATE_EPOCH` isn't a valid time, or the error that occurred when the fixtures
    ///   were read.
    func freezeSession(_ held: Background<HeldFixtures>) throws -> FreezeSession {
        let date = try freezeDate()
        return FreezeSession(toolVersion: PermafrostRelease.version, date: date, held: try held.get())
    }

    /// Returns the time in `SOURCE_DATE_EPOCH` in UTC, or the current time if the variable isn't set or is empty.
    ///
    /// - Throws: a `UsageError` if the variable isn't a whole number of seconds since 1970, or if its time is after the
    ///   year 9999.
    func freezeDate() throws -> String {
        do { return try FreezeDate.text(environment) } catch {
            throw UsageError.invalidValue(
                option: "SOURCE_DATE_EPOCH", value: error.value, expected: "whole seconds since 1970")
        }
    }

    /// Freezes each version from the sources at its tag, or from the current sources if it has no tag. Prints the
    /// failures.
    ///
    /// - Parameters:
    ///   - hasGroups: whether the project has several groups, which may have versions of one name. The type that declares
    ///     a version then selects the group.
    ///   - staging: the temporary folder to write fixtures to, or nil to write them to the project's tree.
    /// - Returns: the staged files, with their paths in the project, and the versions that couldn't be frozen, with the
    ///   reasons.
    /// - Throws: a `UsageError` if `SOURCE_DATE_EPOCH` isn't a valid time, or an error in reading the fixtures in git.
    func freeze(
        _ versions: [UnfrozenVersions.Version], hasGroups: Bool = false, staging: StagedFixtures? = nil
    ) throws -> (files: [FreezeSession.StagedFile], failures: [FailedVersion]) {
        guard !versions.isEmpty else { return ([], []) }
        let (files, failures) = try freezeSession().freeze(
            versions,
            readingBy: { version in
                let schema = hasGroups ? version.schema : nil
                return try version.tag.map { try project(at: $0, ofSchema: schema) } ?? project(ofSchema: schema)
            }, staging: staging,
            report: { output.error(ErrorMessage($0.error, of: $0.schema)) })
        let failed = failures.map {
            FailedVersion(version: $0.version, reason: ErrorMessage($0.error, of: $0.schema).whole)
        }
        return (files, failed)
    }
}
