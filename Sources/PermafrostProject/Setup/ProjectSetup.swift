import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The setup of a project for checks: the versions to freeze, the files to add or change, and the steps that the user
/// must take.
package struct ProjectSetup: Sendable {
    /// A CI service whose files may run a check. A workflow is written only for GitHub.
    package enum Service: String, Sendable, CaseIterable {
        case github, gitlab, bitrise, circleci
        case xcodeCloud = "xcode-cloud"
    }

    /// A file to add or extend.
    package struct File: Sendable, Hashable {
        /// The path of the file relative to the project's folder.
        package let path: String
        /// The current bytes, or nil if the file doesn't exist.
        package let old: [UInt8]?
        package let text: String
        package let added: [String]

        /// Whether the change only adds text at the end of the existing file. Also true for a new file.
        package var isExtended: Bool { old.map { text.utf8.starts(with: $0) } ?? true }
    }

    /// A step that the user must take.
    package enum Step: Sendable, Hashable {
        /// Add Permafrost and its products to the manifest.
        case dependency(ManifestSetup.Additions)
        /// Add the plugin that runs a check in every build to a target. The values are the names of the plugin and of
        /// its package.
        case plugin(name: String, package: String)
        /// Add the product for tests, PermafrostTesting, to a test target. The value is the name of Permafrost's
        /// package.
        case testing(package: String)
        /// Add Permafrost's package and the fixture tree to an Xcode project.
        case xcode(XcodeSteps)
        /// Run a check in CI. No service's file runs one, and the repository has no `.github` folder.
        case service
        /// Add the pre-commit hook, with the given options.
        case hook(arguments: [String])
        /// Add a workflow that can't be written automatically. The value is its lines.
        case workflow(lines: [String])
        /// Set the variables for the address and the commit of Permafrost's repository.
        case variables
        /// Add the given lines to `.gitattributes`. They can't be added to the existing file automatically.
        case attributes([String])
        /// Run `adopt` to declare the schemas that shipped. The values are the number of different schemas that shipped, and
        /// the group to choose, or nil if the project has only one.
        case adopt(shapes: Int, group: String?)
        /// Declare schemas that shipped, besides the declared versions. The values are their number, and the group to
        /// choose, or nil if the project has only one.
        case undeclared(shapes: Int, group: String?)
    }

    /// The versions to freeze. Empty if `adopt` should freeze unversioned models instead.
    package private(set) var versions: [UnfrozenVersions.Version] = []
    /// The unfrozen versions that no tag contains. They will be frozen when they ship.
    package private(set) var unshipped: [UnfrozenVersions.Version] = []
    /// The files to add or change.
    package private(set) var files: [File] = []
    /// The steps that the user must take.
    package private(set) var steps: [Step] = []

    /// Determines the versions, files and steps that checks of a project need.
    ///
    /// - Parameters:
    ///   - repository: the project's repository, or nil if the project isn't in a repository.
    ///   - sources: the sources at the repository's commits, including code (`readsCode`), or nil if there is no
    ///     commit.
    ///   - needsWorkflow: whether to add a workflow even if the repository has no `.github` folder.
    ///   - executable: the path of this process's executable.
    ///   - arguments: the options that select what to read. Every check also needs them.
    /// - Throws: ``AdoptionError/shallowClone``; ``ProjectError`` if the project's versions can't be read; `GitError` if git fails; `FileError` if a file can't be read; or an error of
    ///   the source reader.
    package init(
        _ project: Project, repository: GitRepository?, sources: CommitSources?, needsWorkflow: Bool = false,
        executable: String? = nil,
        arguments: ReadingArguments = ReadingArguments()
    ) throws {
        let history = repository.flatMap { repository in sources.map { (repository: repository, sources: $0) } }
        // A shallow clone may lack tags, and only tags show which shapes shipped.
        guard try history?.repository.isShallow() != true else { throw AdoptionError.shallowClone }
        let groups = project.groups.filter { !$0.schemas.isEmpty }
        guard !groups.isEmpty else { throw project.noSchema }
        try addVersions(of: groups, project, history)
        try addAttributes(project)
        if !versions.isEmpty || project.tree.exists, let file = try FixtureReadme(project).file { files.append(file) }
        try addWorkflow(project, repository, arguments, isNeeded: needsWorkflow)
        addSteps(try ManifestSetup(project, groups, executable: executable))
        if let steps = try XcodeSteps(project) { self.steps.append(.xcode(steps)) }
        try addHook(project, repository?.prefix ?? "", arguments)
    }

    // MARK: Versions

    private mutating func addVersions(
        of groups: [VersionGroup], _ project: Project,
        _ history: (repository: GitRepository, sources: CommitSources)?
    ) throws {
        guard let history, try !project.releases(in: history.repository).isEmpty else {
            versions = try groups.flatMap { try UnfrozenVersions(of: $0, in: project, nil).shipped }
            return
        }
        let replayed = try ProjectHistory.run(project, repository: history.repository, sources: history.sources)
        for group in groups {
            let shapes = replayed.shapes.filter { groups.count == 1 || $0.group == group.name }
            let choice = project.groupCount > 1 ? group.name : nil
            let undeclared = shapes.count { !$0.isDescribed }
            // `adopt` freezes and declares all shapes of unversioned models.
            let isUnversioned = group.schemas.contains(where: \.isUnversioned)
            if isUnversioned {
                steps.append(.adopt(shapes: shapes.count, group: choice))
            } else if undeclared > 0 {
                steps.append(.undeclared(shapes: undeclared, group: choice))
            }
            guard !isUnversioned else { continue }
            let unfrozen = try UnfrozenVersions(of: group, in: project, (history.repository, history.sources, replayed))
            versions += unfrozen.shipped
            unshipped += unfrozen.unshipped
        }
    }

    // MARK: Files

    private mutating func addAttributes(_ project: Project) throws {
        let attributes = try FixtureAttributes(project, and: ["*+Frozen.swift linguist-generated=true"])
        if let file = attributes.file { files.append(file) }
        if !attributes.unwritable.isEmpty { steps.append(.attributes(attributes.unwritable)) }
    }

    private mutating func addWorkflow(
        _ project: Project, _ repository: GitRepository?, _ arguments: ReadingArguments, isNeeded: Bool
    ) throws {
        let directory = project.options.directory
        // GitHub reads workflows only at the top of the repository.
        let prefix = repository?.prefix ?? ""
        let top = prefix.split(separator: "/").reduce(directory) { path, _ in
            (path as NSString).deletingLastPathComponent
        }
        guard isNeeded || FileManager.default.fileExists(atPath: top + "/.github") else {
            if try !Service.allCases.contains(where: { try Workflow.isThere($0, in: top) }) { steps.append(.service) }
            return
        }
        guard try !Workflow.isThere(.github, in: top) else { return }
        let tool = try ToolSource(of: directory)
        let workflow = Workflow(
            Workflow.Request(
                tool: tool, prefix: prefix, defaultBranch: try repository?.defaultBranch(), arguments: arguments))
        // If the project isn't at the top of the repository, the file can't be written automatically.
        let isFree = try FileKind(of: top + "/" + Workflow.path) == .absent
        if prefix.isEmpty, isFree {
            files.append(
                File(
                    path: Workflow.path, old: nil, text: workflow.lines.map { $0 + "\n" }.joined(),
                    added: workflow.lines))
        } else {
            steps.append(.workflow(lines: workflow.lines))
        }
        if tool.needsVariables { steps.append(.variables) }
    }

    private mutating func addSteps(_ manifest: ManifestSetup) {
        if let additions = manifest.additions { steps.append(.dependency(additions)) }
        guard let text = manifest.text else { return }
        if !KnownTargets.useDriftGate(manifest: text) {
            steps.append(
                manifest.hasPrebuiltPlugins
                    ? .plugin(name: "PrebuiltDriftGate", package: ToolSource.plugins)
                    : .plugin(name: "DriftGate", package: manifest.package))
        }
        if manifest.needsTestTarget { steps.append(.testing(package: manifest.package)) }
    }

    private mutating func addHook(
        _ project: Project, _ prefix: String, _ arguments: ReadingArguments
    ) throws {
        let directory = project.options.directory
        let hooks = try NewFiles.existing(directory + "/.pre-commit-config.yaml")
        if hooks.map({ !Workflow.hasHook($0) }) ?? true {
            let folder = prefix.isEmpty ? [] : ["--project", String(prefix.dropLast())]
            steps.append(.hook(arguments: folder + arguments.words(from: prefix)))
        }
    }
}
