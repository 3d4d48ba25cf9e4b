import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The setup of a project: what it lacks to guard its versions, and the parts that can be added automatically.
package struct ProjectSetup: Sendable {
    /// A service that runs checks.
    package enum Service: String, Sendable, CaseIterable {
        case github, gitlab
    }

    /// A file that is added, or that gets additional lines.
    package struct File: Sendable, Hashable {
        /// The path relative to the project's folder.
        package let path: String
        /// The current bytes; nil if the file doesn't exist.
        package let old: [UInt8]?
        package let text: String
        /// The added lines.
        package let added: [String]
    }

    /// A step that the user must do manually.
    package enum Step: Sendable, Hashable {
        /// The manifest doesn't mention Permafrost.
        case dependency
        /// No target uses the plugin that checks in every build.
        case plugin
        /// No test target imports the module for testing with fixtures.
        case testing
        /// Add a workflow. No service was named, and the project has none.
        case service
        /// Add the hook that runs before a commit, with the options that it needs.
        case hook(arguments: [String])
        /// Add a workflow that can't be written: its service, path and lines.
        case workflow(Service, path: String, lines: [String])
        /// Set the variables of a service that tell its workflow where to get Permafrost.
        case variables(Service)
        /// Add attributes that can't be added to the existing file: their lines.
        case attributes([String])
        /// Adopt shapes that shipped and that no version declares.
        case adopt(shapes: Int)
    }

    /// The versions to freeze.
    package private(set) var versions: [UnfrozenVersions.Version] = []
    /// The versions that no tag has. They are frozen when they ship.
    package private(set) var unshipped: [UnfrozenVersions.Version] = []
    /// The files to add or change.
    package private(set) var files: [File] = []
    /// The steps that the user must do manually.
    package private(set) var steps: [Step] = []

    /// - Parameters:
    ///   - repository: the project's repository; nil without one.
    ///   - sources: the repository's sources, read with code; nil without a commit.
    ///   - service: the requested service; nil to use the project's service.
    ///   - arguments: the options that select what to read. Every check needs them, too.
    /// - Throws: ``AdoptionError/severalGroups(_:)`` or ``AdoptionError/shallowClone``, ``ProjectError``, `GitError`,
    ///   `FileError`, or an error of the reader.
    package init(
        _ project: Project, repository: GitRepository?, sources: CommitSources?, service: Service?,
        arguments: ProjectSetup.ReadingArguments = ProjectSetup.ReadingArguments()
    ) throws {
        let history = repository.flatMap { repository in sources.map { (repository: repository, sources: $0) } }
        // Only tags show the shapes that versions shipped with.
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
        // `adopt` freezes and declares all shapes of models without a version.
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
        // A service only reads its file at the repository's top.
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
        // Only the project's own folder may be written to, not the repository's top.
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
    /// The options that select what to read in a project. Their paths are relative, so that they work in other
    /// checkouts.
    package struct ReadingArguments: Sendable, Hashable {
        /// The fixture tree, relative to the project's folder; nil if the user named none.
        package var fixtures: String?
        /// All other options with their values. A model's path is relative to the project's folder.
        package var others: [String]

        package init(fixtures: String? = nil, others: [String] = []) {
            self.fixtures = fixtures
            self.others = others
        }

        /// The options for a command that runs in the project's folder.
        package var words: [String] { words(from: "") }

        /// Returns the options for a command that runs in a folder above the project.
        ///
        /// - Parameter prefix: the project's folder relative to that folder, with a `/` at the end.
        func words(from prefix: String) -> [String] {
            (fixtures.map { ["--fixtures", $0.hasPrefix("/") ? $0 : prefix + $0] } ?? []) + others
        }
    }
}
