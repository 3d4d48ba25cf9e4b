import Foundation
import PermafrostModel
import PermafrostSource

/// A reader for the sources at many commits. It reads a folder that several commits have in common only once.
struct GitTrees {
    /// The limits for a commit's folders. Real projects don't reach them. A malicious commit could: if each folder
    /// contains the next one many times, a few small folders result in a very large number of files.
    private enum Limit {
        static let depth = 128
        static let files = 200_000
    }

    private let git: GitProcess
    private var folders: GitFolders
    /// The sources in each folder. The key consists of the folder's object ID and whether the folder is inside a Core
    /// Data model.
    private var sources: [String: [GitRepository.File]] = [:]

    init(_ git: GitProcess) {
        self.git = git
        folders = GitFolders(GitObjects(git))
    }

    /// Returns the project's Swift files, Core Data models, project files and entitlements files at each commit.
    /// Folders that never contain a project's own sources are left out.
    ///
    /// - Returns: the files at each commit. Nil if the commit doesn't contain the project's folder, or if one of its
    ///   folders is missing from the repository.
    mutating func files(of commits: [GitRepository.Commit]) throws(GitError) -> [[GitRepository.File]?] {
        let prefix = git.workTree.prefix
        let roots = try folders.load(commits.map { "\($0.id):\(prefix.dropLast(prefix.isEmpty ? 0 : 1))" })
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
            open = Set(try folders.load(inner).compactMap(\.self))
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
        // A folder that was loaded for one commit may be nested more deeply in another commit.
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
            } else if entry.kind == .file,
                isModel || entry.name.hasSuffix(".swift") || entry.name == SourcePaths.projectFile
                    || SourcePaths.isEntitlementsFile(entry.name)
            {
                found.append(GitRepository.File(path: entry.name, blob: entry.id))
            }
            guard found.count <= Limit.files else {
                throw .failed(command: "cat-file", reason: "a commit has more than \(Limit.files) sources")
            }
        }
        sources[key] = found
        return found
    }

    /// Returns whether a path is `project.pbxproj` without a folder. Such a file is a source only if the folder that
    /// contains it is an Xcode project.
    private static func isBareProjectFile(_ path: String) -> Bool { path == SourcePaths.projectFile }
}
