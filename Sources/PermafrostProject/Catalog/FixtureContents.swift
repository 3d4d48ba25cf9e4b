import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostStore

/// The fixtures, settings, and records in git commits. They can be cached by object ID, because git objects never
/// change.
///
/// If the cache contains everything, git doesn't need to read any objects.
struct FixtureContents: Sendable, Codable {
    /// A version's folder in a commit.
    struct Entry: Sendable, Hashable, Codable {
        /// The fixture tree's path relative to the project's folder, such as `Fixtures`.
        let tree: String
        /// The version's folder relative to the tree.
        let folder: String
        let identity: FixtureIdentity
    }

    /// A version's folder in a tree, and the identity of its contents.
    private struct Content: Sendable, Codable {
        let folder: String
        let identity: FixtureIdentity
    }

    /// The object IDs of the fixture trees, keyed by commit and then by path. The value is ``absent`` if the commit
    /// doesn't contain the tree. Most commits contain the same fixtures, and therefore the same IDs.
    private var commits: [String: [String: String]] = [:]
    /// The version folders in each fixture tree, keyed by the tree's object ID.
    private var folders: [String: [Content]] = [:]

    /// The ID of the commit that each object refers to, keyed by the object's ID. An object is a tag or a commit. The
    /// value is ``absent`` if the object doesn't refer to a commit.
    private var targets: [String: String] = [:]
    /// The settings and records files that were read, keyed by `COMMIT:PATH`.
    private var files: [String: File] = [:]
    /// Whether this value contains anything that was read from git and isn't in the cache yet.
    private(set) var isNew = false

    /// The commits whose fixtures aren't available in a partial clone.
    private(set) var lacking: Set<String> = []

    private struct File: Sendable, Codable {
        /// The content of the file, or nil if the commit doesn't contain the file.
        let content: Data?
    }

    private enum CodingKeys: CodingKey { case commits, folders, targets, files }

    init() {}

    /// Creates a value with the contents that an earlier run cached. The value is empty if `cache` is nil, or if it
    /// doesn't contain readable contents.
    init(kept cache: CacheFolder?) {
        guard let bytes = cache?.read(Self.cacheName) else { return }
        // Treat a damaged cache as an empty one.
        if let kept = try? JSONDecoder().decode(FixtureContents.self, from: bytes) { self = kept }
    }

    private static let cacheName = "fixtures-git-2.json"

    /// Writes the contents to a cache.
    func keep(in cache: CacheFolder?) {
        // If the cache can't be written, the next run only takes longer.
        if let bytes = try? JSONEncoder().encode(self) { cache?.keep(bytes, as: Self.cacheName) }
    }

    /// Returns the commit that each tag or commit object refers to, keyed by the object's ID. Leaves out objects that
    /// don't refer to a commit. Forgets the results for all objects that aren't in `ids`.
    ///
    /// - Throws: ``GitError`` if git can't read the objects.
    mutating func targets(
        of ids: [String], from objects: GitObjects
    ) throws(GitError) -> [String: String] {
        let wanted = Set(ids)
        targets = targets.filter { wanted.contains($0.key) }
        let open = ids.unique.filter { targets[$0] == nil }
        for (id, commit) in zip(open, try objects.read(open.map { "\($0)^{commit}" })) {
            isNew = true
            targets[id] = commit?.id ?? Self.absent
        }
        return targets.filter { $0.value != Self.absent }
    }

    /// Returns the contents of files in a commit, keyed by path. Leaves out files that the commit doesn't contain.
    /// Forgets the files of all other commits.
    ///
    /// - Parameter paths: the paths relative to the top of the repository.
    /// - Throws: ``GitError`` if git can't read the files.
    mutating func files(
        at paths: [String], of commit: String, from objects: GitObjects
    ) throws(GitError) -> [String: [UInt8]] {
        files = files.filter { $0.key.hasPrefix(commit + ":") }
        let open = paths.filter { files["\(commit):\($0)"] == nil }
        for (path, object) in zip(open, try objects.read(open.map { "\(commit):\($0)" })) {
            isNew = true
            files["\(commit):\(path)"] = File(content: object.flatMap { $0.type == "blob" ? $0.content : nil })
        }
        var found: [String: [UInt8]] = [:]
        for path in paths { found[path] = files["\(commit):\(path)"]?.content.map { Array($0) } }
        return found
    }

    /// Returns the fixtures in a commit that was already read.
    func entries(of commit: String, in places: FixturePlaces, prefix: String) -> [Entry] {
        places.paths.flatMap { path in
            (commits[commit]?[prefix + path].flatMap { folders[$0] } ?? []).map {
                Entry(tree: path, folder: $0.folder, identity: $0.identity)
            }
        }
    }

    /// Reads the fixtures in the given commits, except for commits that were already read. If any commit is read, also
    /// removes the fixtures of all commits that aren't in `wanted`.
    ///
    /// - Parameters:
    ///   - prefix: the path of the project's folder relative to the top of the repository. It ends with `/`, and is
    ///     empty for the top.
    ///   - lacks: a closure that returns whether a partial clone lacks any part of the given folders in a commit. Such
    ///     a commit isn't read, but added to ``lacking``.
    /// - Throws: ``GitError`` if git can't read the fixtures, or the error that `lacks` throws.
    mutating func read(
        _ wanted: [String], in places: FixturePlaces, prefix: String, from objects: GitObjects,
        lacks: (_ paths: [String], _ commit: String) throws(GitError) -> Bool
    ) throws(GitError) {
        let paths = places.paths.map { prefix + $0 }
        var open: [String] = []
        for commit in wanted.unique where !paths.allSatisfy({ commits[commit]?[$0] != nil }) {
            if try lacks(paths, commit) { lacking.insert(commit) } else { open.append(commit) }
        }
        guard !open.isEmpty else { return }
        isNew = true
        let ids = try objects.read(open.flatMap { commit in paths.map { "\(commit):\($0)" } }).map { object in
            object.flatMap { $0.type == "tree" ? $0.id : nil }
        }
        try readFolders(ids.compactMap(\.self), objects)
        for (index, commit) in open.enumerated() {
            for (offset, path) in paths.enumerated() {
                commits[commit, default: [:]][path] = ids[index * paths.count + offset] ?? Self.absent
            }
        }
        let known = Set(wanted)
        commits = commits.filter { known.contains($0.key) }
        let used = Set(commits.values.flatMap(\.values))
        folders = folders.filter { used.contains($0.key) }
    }

    /// Reads the version folders of the fixture trees with the given object IDs. Skips trees that were already read.
    private mutating func readFolders(_ trees: [String], _ objects: GitObjects) throws(GitError) {
        var unread: [String: [Folder]] = [:]
        // Most trees have most of their version folders in common.
        var loaded = GitFolders(objects)
        for tree in trees.unique where folders[tree] == nil { unread[tree] = try Self.folders(in: tree, &loaded) }
        let files = Set(unread.values.flatMap { $0 }.map(\.files)).flatMap(\.ids.values).unique
        var contents: [String: Data] = [:]
        for (file, object) in zip(files, try objects.read(files)) {
            guard let object else { throw Self.missingObject("file", file) }
            contents[file] = object.content
        }
        var identities: [Folder.Files: FixtureIdentity?] = [:]
        func identity(of files: Folder.Files) -> FixtureIdentity? {
            if let known = identities[files] { return known }
            let identity = FixtureIdentity(of: files.version) { name in
                files.ids[name].flatMap { contents[$0] }.map { Array($0) }
            }
            identities[files] = .some(identity)
            return identity
        }
        for (tree, found) in unread {
            folders[tree] = found.compactMap { folder in
                identity(of: folder.files).map { Content(folder: folder.path, identity: $0) }
            }
        }
    }

    private static func missingObject(_ what: String, _ name: String) -> GitError {
        .failed(command: "cat-file", reason: "the repository lacks a fixture's \(what) (\(name))")
    }

    /// The text that is stored in place of an ID if the object doesn't exist.
    private static let absent = ""

    /// A version's folder in a git tree, with the object IDs of the files that identify the version.
    private struct Folder {
        /// The files that determine the folder's identity.
        struct Files: Hashable {
            let version: VersionName
            /// The object IDs of the files, keyed by name.
            let ids: [String: String]
        }

        let path: String
        let files: Files
    }

    /// Returns the version folders in a fixture tree, including those in group folders.
    ///
    /// - Parameter folders: the folders that other trees have loaded.
    private static func folders(in tree: String, _ folders: inout GitFolders) throws(GitError) -> [Folder] {
        func entries(of names: [String]) throws(GitError) -> [[GitFolders.Entry]] {
            var found: [[GitFolders.Entry]] = []
            _ = try folders.load(names.filter { folders[$0] == nil })
            for name in names {
                guard let entries = folders[name] else { throw missingObject("folder", name) }
                found.append(entries)
            }
            return found
        }
        let names = try entries(of: [tree])[0].filter(\.isFolder)
        var found: [Folder] = []
        for (entry, content) in zip(names, try entries(of: names.map(\.id))) {
            found += folder(entry.name, named: entry.name, content).map { [$0] } ?? []
            let groups = content.filter(\.isFolder)
            for (version, files) in zip(groups, try entries(of: groups.map(\.id))) {
                found += folder(entry.name + "/" + version.name, named: version.name, files).map { [$0] } ?? []
            }
        }
        return found
    }

    private static func folder(_ path: String, named name: String, _ content: [GitFolders.Entry]) -> Folder? {
        guard let version = try? VersionName(name) else { return nil }
        let known = FixtureIdentity.fileNames(of: version)
        let files = content.filter { $0.kind == .file && known.contains($0.name) }
        guard !files.isEmpty else { return nil }
        return Folder(
            path: path,
            files: Folder.Files(
                version: version, ids: Dictionary(files.map { ($0.name, $0.id) }) { first, _ in first }))
    }
}

/// The possible locations of a project's fixtures, relative to the project's folder.
struct FixturePlaces: Sendable, Hashable {
    let paths: [String]

    /// Collects the default locations of the fixture tree, and the location specified by `--fixtures` if it is in the
    /// project.
    ///
    /// A tree that was moved from one of these locations to another is still compared with its old contents.
    init(_ options: ProjectOptions) {
        let prefix = options.directory + "/"
        let given = options.fixtures.flatMap { $0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : nil }
        paths = ([given].compactMap(\.self) + Project.treePaths).unique
    }

    /// Returns the fixtures at all of these locations, except for the fixtures in the project's current fixture tree.
    ///
    /// - Throws: a `FileError` if a folder can't be listed.
    func otherFixtures(of project: Project) throws -> [FixtureFolder] {
        try paths.map { project.options.directory + "/" + $0 }.flatMap { path -> [FixtureFolder] in
            guard path != project.tree.directory, try FileKind(of: path) == .directory else { return [] }
            return try FixtureTree(directory: path).contents().fixtures
        }
    }
}
