import Foundation
import PermafrostDeclarations
import PermafrostFiles
import PermafrostFixtures
import PermafrostModel

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

    /// A version that is not frozen yet.
    package struct Version: Sendable, Hashable {
        package let name: String
        package let schema: String
        /// The last tag that declares it; nil if it is frozen as the sources have it.
        package let tag: String?
    }

    /// Something that is left to people.
    package enum Step: Sendable, Hashable {
        /// The manifest does not name Permafrost.
        case dependency
        /// No target has the plugin that checks at each build.
        case plugin
        /// No target of tests imports what tests of fixtures need.
        case testing
        /// The hook before a commit.
        case hook
        /// A workflow that cannot be written: what it is for, and its lines.
        case workflow(Service, path: String, lines: [String])
        /// Shapes shipped that no version declares.
        case adopt(shapes: Int)
    }

    /// The versions to freeze.
    package private(set) var versions: [Version] = []
    /// Versions that no tag has: they are frozen when they ship.
    package private(set) var unshipped: [Version] = []
    /// The files.
    package private(set) var files: [File] = []
    /// What is left to people.
    package private(set) var steps: [Step] = []

    /// - Parameters:
    ///   - history: the repository and its sources, read with code; nil without a repository or a commit.
    ///   - service: the service that is asked for; nil for the one that the project has.
    /// - Throws: ``AdoptionError/severalGroups(_:)``, ``ProjectError``, `GitError`, `FileError`, or what the reader throws.
    package init(
        _ project: Project, history: (repository: GitRepository, sources: CommitSources)?, service: Service?
    ) throws {
        let groups = project.groups.filter { !$0.schemas.isEmpty }
        guard let group = groups.first else { throw project.noSchema }
        guard groups.count == 1 else { throw AdoptionError.severalGroups(groups.map(\.name)) }
        try addVersions(of: group, project, history)
        if let attributes = try Self.attributes(project) { files.append(attributes) }
        try addWorkflow(project, history?.repository, service)
        try addSteps(project)
    }

    // MARK: Versions

    private mutating func addVersions(
        of group: VersionGroup, _ project: Project,
        _ history: (repository: GitRepository, sources: CommitSources)?
    ) throws {
        let owned = try FixturePairing(project).pairs.compactMap { $0.owner.declaration?.schema.name }
        let frozen = Set(owned)
        let open = group.schemas.filter { !frozen.contains($0.name) }
        let tags = try history?.repository.tags() ?? []
        guard let history, !tags.isEmpty else {
            versions = open.map { Version(name: project.versionName(of: $0), schema: $0.name, tag: nil) }
            return
        }
        try history.sources.prepare(tags.map(\.commit))
        var last: [String: String] = [:]
        for (tag, commit) in tags {
            for schema in try history.sources.declarations(at: commit).schemas where schema.model != nil {
                last[schema.name] = tag
            }
        }
        let replayed = try ProjectHistory(project, repository: history.repository, sources: history.sources)
        let undeclared = replayed.shapes.count { !$0.isDescribed }
        let isUnversioned = group.schemas.contains(where: \.isUnversioned)
        // Models without a version are frozen and declared by `adopt`, all of their shapes.
        if undeclared > 0 || isUnversioned { steps.append(.adopt(shapes: replayed.shapes.count)) }
        guard !isUnversioned else { return }
        for schema in open {
            let version = Version(name: project.versionName(of: schema), schema: schema.name, tag: last[schema.name])
            if version.tag == nil { unshipped.append(version) } else { versions.append(version) }
        }
    }

    // MARK: Files

    private static func attributes(_ project: Project) throws -> File? {
        let prefix = project.options.directory + "/"
        let tree = project.tree.directory
        let folder = tree.hasPrefix(prefix) ? String(tree.dropFirst(prefix.count)) : "Fixtures"
        let wanted =
            ["\(folder)/**/*.sqlite binary"] + ["sha256", "sql", "json"].map { "\(folder)/**/*.\($0) -text" }
            + ["*+Frozen.swift linguist-generated=true"]
        let path = project.options.directory + "/.gitattributes"
        return try file(".gitattributes", at: path, adding: wanted)
    }

    /// A file with further lines; nil if it has them all. A line whose pattern the file has is left as it is.
    private static func file(_ name: String, at path: String, adding wanted: [String]) throws -> File? {
        let old = try NewFiles.existing(path)
        let text = old.map { String(decoding: $0, as: UTF8.self) } ?? ""
        let patterns = Set(text.split(whereSeparator: \.isNewline).compactMap { $0.split(separator: " ").first })
        let added = wanted.filter { line in
            line.split(separator: " ").first.map { !patterns.contains($0) } ?? false
        }
        guard !added.isEmpty else { return nil }
        let lineEnd = text.contains("\r\n") ? "\r\n" : "\n"
        let start = text.isEmpty || text.last?.isNewline == true ? text : text + lineEnd
        return File(path: name, old: old, text: start + added.map { $0 + lineEnd }.joined(), added: added)
    }

    private mutating func addWorkflow(
        _ project: Project, _ repository: GitRepository?, _ service: Service?
    ) throws {
        let directory = project.options.directory
        let hasGitHub = FileManager.default.fileExists(atPath: directory + "/.github")
        guard let service = service ?? (hasGitHub ? .github : nil) else { return }
        let isPackage = FileManager.default.fileExists(atPath: directory + "/Package.swift")
        let workflow = Workflow(service, isPackage: isPackage)
        guard try !Workflow.isThere(service, in: directory) else { return }
        // A service takes its file from the repository's top alone.
        let isAtTop = repository?.isAtTop ?? true
        let isFree = try NewFiles.existing(directory + "/" + workflow.path) == nil
        guard isPackage, isAtTop, isFree else {
            steps.append(.workflow(service, path: workflow.path, lines: workflow.lines))
            return
        }
        files.append(
            File(
                path: workflow.path, old: nil, text: workflow.lines.map { $0 + "\n" }.joined(), added: workflow.lines))
    }

    private mutating func addSteps(_ project: Project) throws {
        let directory = project.options.directory
        if let manifest = try NewFiles.existing(directory + "/Package.swift") {
            let text = String(decoding: manifest, as: UTF8.self)
            if !text.lowercased().contains("permafrost") { steps.append(.dependency) }
            if !text.contains("DriftGate") { steps.append(.plugin) }
            if !text.contains("PermafrostTesting") { steps.append(.testing) }
        }
        let hooks = try NewFiles.existing(directory + "/.pre-commit-config.yaml")
        if hooks.map({ !String(decoding: $0, as: UTF8.self).contains("permafrost-check") }) ?? true {
            steps.append(.hook)
        }
    }
}
