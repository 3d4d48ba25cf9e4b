import Foundation
import PermafrostDeclarations
import PermafrostModel

/// The folders of many commits. Each folder is read once, no matter how many commits share it.
struct GitTrees {
    /// A folder or regular file of a folder.
    struct Entry {
        let name: String
        let id: String
        let isFolder: Bool
    }

    /// Limits that no project reaches, but a few small folders that repeat each other do.
    private enum Limit {
        static let depth = 128
        static let files = 200_000
    }

    private let git: GitProcess
    private let objects: GitObjects
    private var folders: [String: [Entry]] = [:]
    /// The sources below each folder, by the folder and whether it is part of a Core Data model.
    private var sources: [String: [GitRepository.File]] = [:]

    init(_ git: GitProcess) {
        self.git = git
        objects = GitObjects(git)
    }

    /// The project's files at each commit: Swift files, Core Data models and lists of targets, without folders that never hold a
    /// project's own sources.
    ///
    /// - Returns: the files of each commit; nil for a commit with a folder that the repository lacks.
    mutating func files(of commits: [GitRepository.Commit]) throws(GitError) -> [[GitRepository.File]?] {
        let prefix = git.workTree.prefix
        let roots = try load(commits.map { "\($0.id):\(prefix.dropLast(prefix.isEmpty ? 0 : 1))" })
        var open = Set(roots.compactMap(\.self))
        var depth = 0
        while true {
            let inner = open.flatMap { folders[$0] ?? [] }.filter { entry in
                entry.isFolder && folders[entry.id] == nil && !SourcePaths.isSkippedFolder(entry.name)
            }.map(\.id).unique
            guard !inner.isEmpty else { break }
            depth += 1
            guard depth <= Limit.depth else {
                throw .failed(command: "cat-file", reason: "a commit has more than \(Limit.depth) nested folders")
            }
            open = Set(try load(inner).compactMap(\.self))
        }
        var found: [[GitRepository.File]?] = []
        for root in roots {
            guard let root, let files = try files(in: root, isModel: false, depth: 0) else {
                found.append(nil)
                continue
            }
            found.append(files.filter { !Self.isBareProjectFile($0.path) })
        }
        return found
    }

    private mutating func files(
        in folder: String, isModel: Bool, depth: Int
    ) throws(GitError) -> [GitRepository.File]? {
        let key = folder + (isModel ? "m" : "")
        if let known = sources[key] { return known }
        // A folder that is at several depths is only as deep as the first way to it was followed.
        guard depth <= Limit.depth else {
            throw .failed(command: "cat-file", reason: "a commit has more than \(Limit.depth) nested folders")
        }
        guard let entries = folders[folder] else { return nil }
        var found: [GitRepository.File] = []
        for entry in entries {
            if entry.isFolder {
                guard !SourcePaths.isSkippedFolder(entry.name) else { continue }
                let isInModel = isModel || SourcePaths.isModelFolder(entry.name)
                guard let inner = try files(in: entry.id, isModel: isInModel, depth: depth + 1) else { return nil }
                let isProject = entry.name.hasSuffix(SourcePaths.projectSuffix)
                for file in inner where isProject || !Self.isBareProjectFile(file.path) {
                    found.append(GitRepository.File(path: entry.name + "/" + file.path, blob: file.blob))
                }
            } else if isModel || entry.name.hasSuffix(".swift") || entry.name == SourcePaths.projectFile {
                found.append(GitRepository.File(path: entry.name, blob: entry.id))
            }
            guard found.count <= Limit.files else {
                throw .failed(command: "cat-file", reason: "a commit has more than \(Limit.files) sources")
            }
        }
        sources[key] = found
        return found
    }

    /// Whether a path is a list of targets whose folder decides whether it belongs to an Xcode project.
    private static func isBareProjectFile(_ path: String) -> Bool { path == SourcePaths.projectFile }

    /// Loads folders by their names in git.
    ///
    /// - Returns: the identity of each; nil for one that the repository lacks.
    private mutating func load(_ names: [String]) throws(GitError) -> [String?] {
        var identities: [String?] = []
        for object in try objects.read(names) {
            guard let object, object.type == "tree" else {
                identities.append(nil)
                continue
            }
            identities.append(object.id)
            folders[object.id] = Self.entries(Array(object.content), identityLength: object.id.utf8.count / 2)
        }
        return identities
    }

    /// The folders and regular files of some folders, by the folders' names in git.
    ///
    /// - Returns: what is in each; nothing for a name that isn't a folder's.
    static func entries(of names: [String], _ objects: GitObjects) throws(GitError) -> [[Entry]] {
        try objects.read(names).map { object in
            guard let object, object.type == "tree" else { return [] }
            return entries(Array(object.content), identityLength: object.id.utf8.count / 2)
        }
    }

    /// The folders and regular files of a folder: `<mode> <name>`, a zero byte and the identity's bytes for each.
    ///
    /// This is the only place that reads names out of trees. Names that no checkout has are left out; of several entries of one
    /// name, only the first counts.
    private static func entries(_ bytes: [UInt8], identityLength: Int) -> [Entry] {
        var entries: [Entry] = []
        var names: Set<String> = []
        var start = 0
        while let space = bytes[start...].firstIndex(of: 32), let zero = bytes[space...].firstIndex(of: 0),
            zero + identityLength < bytes.count
        {
            let mode = bytes[start..<space]
            let isFolder = mode.elementsEqual("40000".utf8)
            // Symbolic links and submodules have modes of their own.
            if let name = TreePath.name(bytes[(space + 1)..<zero]), names.insert(name).inserted,
                isFolder || mode.starts(with: "100".utf8)
            {
                entries.append(
                    Entry(name: name, id: Digest.hex(bytes[(zero + 1)...(zero + identityLength)]), isFolder: isFolder))
            }
            start = zero + identityLength + 1
        }
        return entries
    }
}
