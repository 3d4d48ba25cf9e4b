import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// What a project lacks so that its versions are guarded, and what of it can be added.
package struct ProjectSetup: Sendable {
    /// A service that runs checks.
    package enum Service: String, Sendable, CaseIterable {
        case github, gitlab
    }

    /// A file that is added, or gets further lines.
    package struct File: Sendable, Hashable {
        /// The path relative to the project's folder.
        package let path: String
        /// The bytes as they are; nil if it is not there.
        package let old: [UInt8]?
        package let text: String
        /// The lines that are added.
        package let added: [String]
    }

    /// Something that is left to people.
    package enum Step: Sendable, Hashable {
        /// The manifest does not name Permafrost.
        case dependency
        /// No target has the plugin that checks at each build.
        case plugin
        /// No target of tests imports what tests of fixtures need.
        case testing
        /// The workflow of a service, where no service was named and none is there.
        case service
        /// The hook before a commit, and the options that it needs.
        case hook(arguments: [String])
        /// A workflow that cannot be written: what it is for, and its lines.
        case workflow(Service, path: String, lines: [String])
        /// The variables of a service that say where its workflow gets Permafrost from.
        case variables(Service)
        /// Attributes that cannot be added to the file that is there: their lines.
        case attributes([String])
        /// Shapes shipped that no version declares.
        case adopt(shapes: Int)
    }

    /// The versions to freeze.
    package private(set) var versions: [UnfrozenVersions.Version] = []
    /// Versions that no tag has: they are frozen when they ship.
    package private(set) var unshipped: [UnfrozenVersions.Version] = []
    /// The files.
    package private(set) var files: [File] = []
    /// What is left to people.
    package private(set) var steps: [Step] = []

    /// - Parameters:
    ///   - repository: the project's repository; nil without one.
    ///   - sources: the repository's sources, read with code; nil without a commit.
    ///   - service: the service that is asked for; nil for the one that the project has.
    ///   - arguments: the options that say what of the project is read, which each check needs too.
    /// - Throws: ``AdoptionError/severalGroups(_:)`` or ``AdoptionError/shallowClone``, ``ProjectError``, `GitError`, `FileError`, or what the reader throws.
    package init(
        _ project: Project, repository: GitRepository?, sources: CommitSources?, service: Service?,
        arguments: ProjectSetup.ReadingArguments = ProjectSetup.ReadingArguments()
    ) throws {
        let history = repository.flatMap { repository in sources.map { (repository: repository, sources: $0) } }
        // Which version shipped as what, only tags say.
        guard try history?.repository.isShallow() != true else { throw AdoptionError.shallowClone }
        let groups = project.groups.filter { !$0.schemas.isEmpty }
        guard let group = groups.first else { throw project.noSchema }
        guard groups.count == 1 else { throw AdoptionError.severalGroups(groups.map(\.name)) }
        try addVersions(of: group, project, history)
        try addAttributes(project)
        try addWorkflow(project, repository, service, arguments)
        try addSteps(project, repository?.prefix ?? "", arguments)
    }

    // MARK: Versions

    private mutating func addVersions(
        of group: VersionGroup, _ project: Project,
        _ history: (repository: GitRepository, sources: CommitSources)?
    ) throws {
        guard let history, try !history.repository.tags().isEmpty else {
            versions = try UnfrozenVersions(of: group, in: project, nil).shipped
            return
        }
        let replayed = try ProjectHistory(project, repository: history.repository, sources: history.sources)
        let undeclared = replayed.shapes.count { !$0.isDescribed }
        let isUnversioned = group.schemas.contains(where: \.isUnversioned)
        // Models without a version are frozen and declared by `adopt`, all of their shapes.
        if undeclared > 0 || isUnversioned { steps.append(.adopt(shapes: replayed.shapes.count)) }
        guard !isUnversioned else { return }
        let unfrozen = try UnfrozenVersions(of: group, in: project, (history.repository, history.sources, replayed))
        versions = unfrozen.shipped
        unshipped = unfrozen.unshipped
    }

    // MARK: Files

    private mutating func addAttributes(_ project: Project) throws {
        let attributes = try FixtureAttributes(project, and: ["*+Frozen.swift linguist-generated=true"])
        if let file = attributes.file { files.append(file) }
        if !attributes.unwritable.isEmpty { steps.append(.attributes(attributes.unwritable)) }
    }

    private mutating func addWorkflow(
        _ project: Project, _ repository: GitRepository?, _ service: Service?,
        _ arguments: ProjectSetup.ReadingArguments
    ) throws {
        let directory = project.options.directory
        // A service takes its file from the repository's top only.
        let prefix = repository?.prefix ?? ""
        let top = prefix.split(separator: "/").reduce(directory) { path, _ in
            (path as NSString).deletingLastPathComponent
        }
        let hasGitHub = FileManager.default.fileExists(atPath: top + "/.github")
        guard let service = service ?? (hasGitHub ? .github : nil) else {
            if try !Workflow.isThere(.gitlab, in: top) { steps.append(.service) }
            return
        }
        guard try !Workflow.isThere(service, in: top) else { return }
        let tool = try ToolSource(of: directory)
        let workflow = Workflow(
            Workflow.Request(
                service: service, tool: tool, prefix: prefix, defaultBranch: try repository?.defaultBranch(),
                arguments: arguments))
        // The repository's top isn't the project's to write to.
        let isFree = try FileKind(of: top + "/" + workflow.path) == .absent
        if prefix.isEmpty, isFree {
            files.append(
                File(
                    path: workflow.path, old: nil, text: workflow.lines.map { $0 + "\n" }.joined(),
                    added: workflow.lines
                ))
        } else {
            steps.append(.workflow(service, path: workflow.path, lines: workflow.lines))
        }
        if tool.needsVariables { steps.append(.variables(service)) }
    }

    private mutating func addSteps(_ project: Project, _ prefix: String, _ arguments: ProjectSetup.ReadingArguments)
        throws
    {
        let directory = project.options.directory
        if let manifest = try RootFolder.NewFiles.existing(directory + "/Package.swift") {
            let text = String(decoding: manifest, as: UTF8.self)
            if !text.lowercased().contains("permafrost") { steps.append(.dependency) }
            if !text.contains("DriftGate") { steps.append(.plugin) }
            if !text.contains("PermafrostTesting") { steps.append(.testing) }
        }
        let hooks = try RootFolder.NewFiles.existing(directory + "/.pre-commit-config.yaml")
        if hooks.map({ !String(decoding: $0, as: UTF8.self).contains("permafrost-check") }) ?? true {
            let folder = prefix.isEmpty ? [] : ["--project", String(prefix.dropLast())]
            steps.append(.hook(arguments: folder + arguments.words(from: prefix)))
        }
    }
}

extension ProjectSetup {
    /// The options that say what of a project is read, as another checkout takes them: paths are relative.
    package struct ReadingArguments: Sendable, Hashable {
        /// The fixture tree, relative to the project's folder; nil if nobody named one.
        package var fixtures: String?
        /// Every other option with its value. A model's path is relative to the project's folder.
        package var others: [String]

        /// Options of a project.
        package init(fixtures: String? = nil, others: [String] = []) {
            self.fixtures = fixtures
            self.others = others
        }

        /// The options for a command that runs in the project's folder.
        package var words: [String] { words(from: "") }

        /// The options for a command that runs in a folder above.
        ///
        /// - Parameter prefix: the project's folder relative to that one, with a `/` at the end.
        func words(from prefix: String) -> [String] {
            (fixtures.map { ["--fixtures", $0.hasPrefix("/") ? $0 : prefix + $0] } ?? []) + others
        }
    }
}
