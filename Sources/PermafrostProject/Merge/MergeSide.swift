import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A project at one of the commits of a merge, or at the merge itself, with its fixtures and findings.
struct MergeSide {
    let project: Project
    /// The findings of `lint` about versions, plans and containers, and their identities.
    let lint: [(finding: Finding, identity: FindingIdentity)]
    /// The findings of `check`.
    let check: [Finding]
    /// The findings about sources that can't be read.
    let sources: [Finding]

    /// Reads a project at a commit. Nothing is written to the project.
    ///
    /// - Parameters:
    ///   - replacements: the objects to use for some of the fixture files, keyed by path relative to the project's
    ///     folder. A nil value leaves the file out.
    ///   - needsFindings: whether to check and lint the project.
    /// - Throws: ``GitError`` if git fails, ``ProjectError``, an error of the source reader, or a `FileError` if the
    ///   fixtures can't be written to the temporary folder.
    init(
        at commit: GitRepository.Commit, in repository: GitRepository, _ options: ProjectOptions,
        reader: CachedSourceReader, folder: URL, replacing replacements: [String: String?] = [:],
        needsFindings: Bool = true
    ) throws {
        var read = options
        // Compare the versions of both branches, even if their groups have different names.
        (read.plan, read.schema) = (nil, nil)
        read.requiresTree = false
        read.readsCode = true
        let sources = MergeReader(repository: repository, commit: commit, reader: reader, request: read.request)
        let places = FixturePlaces(options)
        try Self.layOut(places, at: commit, in: repository, replacing: replacements, to: folder)
        let prefix = options.directory + "/"
        read.directory = folder.path
        if let fixtures = options.fixtures, fixtures.hasPrefix(prefix) {
            read.fixtures = folder.path + "/" + fixtures.dropFirst(prefix.count)
        }
        project = try Project(options: read, reader: sources)
        self.sources = project.sourceFindings
        guard needsFindings, !project.declarations.schemas.isEmpty else {
            (lint, check) = ([], [])
            return
        }
        let matcher = try VersionMatcher(project)
        lint = try ProjectLint(
            project, checksCloudKit: false, matcher, contents: SourceContents(of: repository, at: commit)
        ).identified()
        check = try ProjectCheck(project, needsFixtures: false, matcher).findings.filter { !$0.isAboutSources }
    }

    /// Writes the fixture tree of a commit to a folder.
    private static func layOut(
        _ places: FixturePlaces, at commit: GitRepository.Commit, in repository: GitRepository,
        replacing replacements: [String: String?], to folder: URL
    ) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let root = try RootFolder(folder.path, key: nil)
        let objects = GitObjects(repository.git)
        let committed = CommittedFiles(repository)
        for place in places.paths {
            let files = try committed.files(below: place, at: [commit.id])[0] ?? []
            let wanted = files.filter { !$0.isSpecial }.compactMap { file -> (path: String, blob: String)? in
                guard let replacement = replacements[file.path] else { return (file.path, file.blob) }
                return replacement.map { (file.path, $0) }
            }
            for (file, object) in zip(wanted, try objects.read(wanted.map(\.blob))) {
                guard let object else {
                    throw GitError.failed(command: "cat-file", reason: "the repository lacks \(file.path)")
                }
                // The names were already validated when they were read.
                guard SourcePaths.TreePath.isInside(file.path) else { throw GitError.unsafeName(file.path) }
                try root.makeFolders(file.path.parentPath, isDurable: false)
                try root.write([UInt8](object.content), to: file.path, isDurable: false)
            }
        }
    }

    /// Returns the identity of the fixture in a folder, or nil if the folder isn't a fixture.
    ///
    /// - Parameter folder: the path relative to the project's folder.
    /// - Throws: a `FileError` if a file can't be read.
    func identity(ofFixtureAt folder: String) throws -> FixtureIdentity? {
        guard let name = folder.split(separator: "/").last, let version = try? VersionName(String(name)) else {
            return nil
        }
        return try FixtureIdentity(of: version) { file in
            let path = project.options.directory + "/" + folder + "/" + file
            return try FileKind(of: path) == .regular ? try FileAccess.read(path) : nil
        }
    }

    /// Returns the group that declares a type, or nil if no group does.
    func group(declaring schema: String) -> VersionGroup? {
        project.groups.first { group in group.schemas.contains { $0.name == schema } }
    }

    /// The declared versions with a `VersionedSchema`, keyed by the names of their types.
    var versions: [String: DeclaredVersion] {
        Dictionary(
            project.groups.flatMap(\.schemas).filter { !$0.isUnversioned }.map { ($0.name, $0) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The files that declare versions, their models and value types, and plans.
    var schemaFiles: Set<String> {
        let places = project.declarations.schemas.flatMap { schema -> [SourceLocation] in
            let parts = schema.places.parts
            return [schema.location] + Array(parts.entities.values) + parts.properties.values.flatMap(\.values)
                + parts.valueTypes.values.flatMap(\.values).flatMap { $0 }.map(\.location)
        }
        return Set((places + project.groups.compactMap { $0.plan?.location }).map(\.file))
    }
}

/// A reader of the sources at a commit. It always uses a request with the project's folder, so that the declarations
/// are cached.
private struct MergeReader: ProjectReader {
    let repository: GitRepository
    let commit: GitRepository.Commit
    let reader: CachedSourceReader
    let request: SourceRequest

    func declarations(_ request: SourceRequest) throws -> ProjectDeclarations {
        var own = self.request
        own.allowsMissingModels = true
        return try CommitSources(repository: repository, request: own, reader: reader).declarations(at: commit)
    }
}
