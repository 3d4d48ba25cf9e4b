import Foundation
import PermafrostDeclarations

/// The folders of many commits, of which each is asked for once, however many commits share it.
struct GitTrees {
    private struct Entry {
        let name: String
        let id: String
        let isFolder: Bool
    }

    private let git: GitProcess
    private var folders: [String: [Entry]] = [:]
    /// The sources below each folder, by the folder and whether it is of a Core Data model.
    private var sources: [String: [GitRepository.File]] = [:]

    init(_ git: GitProcess) { self.git = git }

    /// The project's files at each commit, as `GitRepository.files(of:)` has them.
    ///
    /// - Parameter prefix: the project's folder in the repository, with a `/` at the end; empty for the top.
    /// - Returns: the files of each; nil for a commit of which not every folder is there.
    mutating func files(
        of commits: [GitRepository.Commit], below prefix: String
    ) throws(GitError) -> [[GitRepository.File]?] {
        let names = commits.map { "\($0.id):\(prefix.dropLast(prefix.isEmpty ? 0 : 1))" }
        let roots = try load(names)
        var open = Set(roots.compactMap(\.self))
        while true {
            let inner = open.flatMap { folders[$0] ?? [] }.filter { entry in
                entry.isFolder && folders[entry.id] == nil && !SourcePaths.isSkippedFolder(entry.name)
            }.map(\.id).unique
            guard !inner.isEmpty else { break }
            open = Set(try load(inner).compactMap(\.self))
        }
        return roots.map { root in
            root.flatMap { files(in: $0, isModel: false) }?.filter { !Self.isBareProjectFile($0.path) }
        }
    }

    private mutating func files(in folder: String, isModel: Bool) -> [GitRepository.File]? {
        let key = folder + (isModel ? "m" : "")
        if let known = sources[key] { return known }
        guard let entries = folders[folder] else { return nil }
        var found: [GitRepository.File] = []
        for entry in entries {
            if entry.isFolder {
                guard !SourcePaths.isSkippedFolder(entry.name) else { continue }
                guard let inner = files(in: entry.id, isModel: isModel || SourcePaths.isModelFolder(entry.name)) else {
                    return nil
                }
                let isProject = entry.name.hasSuffix(SourcePaths.projectSuffix)
                for file in inner where isProject || !Self.isBareProjectFile(file.path) {
                    found.append(GitRepository.File(path: entry.name + "/" + file.path, blob: file.blob))
                }
            } else if isModel || entry.name.hasSuffix(".swift") || entry.name == SourcePaths.projectFile {
                found.append(GitRepository.File(path: entry.name, blob: entry.id))
            }
        }
        sources[key] = found
        return found
    }

    /// Whether a path is that of a target list whose folder decides whether it is one of an Xcode project.
    private static func isBareProjectFile(_ path: String) -> Bool { path == SourcePaths.projectFile }

    /// Loads folders by their names in git.
    ///
    /// - Returns: the identity of each; nil for one that is not there.
    private mutating func load(_ names: [String]) throws(GitError) -> [String?] {
        let output = try git.run(
            ["cat-file", "--batch"], input: Data(names.joined(separator: "\n").utf8 + [10]))
        var rest = output[...]
        var identities: [String?] = []
        for _ in names {
            guard let end = rest.firstIndex(of: 10) else { break }
            let header = String(decoding: rest[..<end], as: UTF8.self).split(separator: " ").map(String.init)
            rest = rest[(end + 1)...]
            guard header.count == 3, let size = Int(header[2]), rest.count > size else {
                identities.append(nil)
                continue
            }
            let content = rest.prefix(size)
            rest = rest.dropFirst(size + 1)
            guard header[1] == "tree" else {
                identities.append(nil)
                continue
            }
            identities.append(header[0])
            folders[header[0]] = Self.entries(Array(content), identityLength: header[0].utf8.count / 2)
        }
        return identities + Array(repeating: nil, count: names.count - identities.count)
    }

    /// The folders and regular files of a folder: `<mode> <name>`, a zero byte and the identity's bytes for each.
    private static func entries(_ bytes: [UInt8], identityLength: Int) -> [Entry] {
        var entries: [Entry] = []
        var start = 0
        while let space = bytes[start...].firstIndex(of: 32), let zero = bytes[space...].firstIndex(of: 0),
            zero + identityLength < bytes.count
        {
            let mode = bytes[start..<space]
            let isFolder = mode.elementsEqual("40000".utf8)
            // Symbolic links and submodules have modes of their own.
            if isFolder || mode.starts(with: "100".utf8) {
                entries.append(
                    Entry(
                        name: String(decoding: bytes[(space + 1)..<zero], as: UTF8.self),
                        id: hex(bytes[(zero + 1)...(zero + identityLength)]), isFolder: isFolder))
            }
            start = zero + identityLength + 1
        }
        return entries
    }

    private static func hex(_ bytes: ArraySlice<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}
