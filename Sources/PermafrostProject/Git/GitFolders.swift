import Foundation
import PermafrostModel
import PermafrostSource

/// The folders that were loaded from a repository's commits. Each folder is parsed only once, even if many commits
/// contain it.
///
/// Only this type reads and validates the names in git's tree objects.
struct GitFolders {
    /// A file, subfolder, symbolic link or submodule in a folder.
    struct Entry: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            case folder, file, link, submodule
        }

        let name: String
        let id: String
        let kind: Kind

        var isFolder: Bool { kind == .folder }
    }

    private let objects: GitObjects
    private var known: [String: [Entry]] = [:]

    init(_ objects: GitObjects) { self.objects = objects }

    /// The entries of the folder with the given object ID, or nil if the folder hasn't been loaded.
    subscript(_ id: String) -> [Entry]? { known[id] }

    /// Loads the folders with the given object names, such as object IDs or `COMMIT:PATH`.
    ///
    /// - Returns: the object ID of each folder, or nil if the name doesn't refer to a folder in the repository.
    mutating func load(_ names: [String]) throws(GitError) -> [String?] {
        var identities: [String?] = []
        for object in try objects.read(names) {
            guard let object, object.type == "tree" else {
                identities.append(nil)
                continue
            }
            identities.append(object.id)
            if known[object.id] == nil {
                known[object.id] = Self.entries(
                    Array(object.content), identityLength: object.id.utf8.count / 2)
            }
        }
        return identities
    }

    /// Returns the entries of the folders with the given object names, such as object IDs or `COMMIT:PATH`.
    ///
    /// - Returns: the entries of each folder. Empty if the name doesn't refer to a folder.
    static func entries(of names: [String], _ objects: GitObjects) throws(GitError) -> [[Entry]] {
        var folders = GitFolders(objects)
        return try folders.load(names).map { id in id.flatMap { folders[$0] } ?? [] }
    }

    /// Returns the entries in a tree object. Each entry is stored as `<mode> <name>`, a zero byte, and the bytes of the
    /// object ID.
    ///
    /// Leaves out entries with an unknown mode, or with a name that can't be checked out. If several entries have the
    /// same name, only the first one is used.
    private static func entries(_ bytes: [UInt8], identityLength: Int) -> [Entry] {
        var entries: [Entry] = []
        var names: Set<String> = []
        var start = 0
        while let space = bytes[start...].firstIndex(of: 32), let zero = bytes[space...].firstIndex(of: 0),
            zero + identityLength < bytes.count
        {
            let identity = bytes[(zero + 1)...(zero + identityLength)]
            if let kind = kind(String(decoding: bytes[start..<space], as: UTF8.self)),
                let name = TreePath.name(bytes[(space + 1)..<zero]), names.insert(name).inserted
            {
                entries.append(Entry(name: name, id: Digest.hex(identity), kind: kind))
            }
            start = zero + identityLength + 1
        }
        return entries
    }

    private static func kind(_ mode: String) -> Entry.Kind? {
        switch mode {
        case "40000", "040000": .folder
        case "120000": .link
        case "160000": .submodule
        case _ where mode.hasPrefix("100"): .file
        default: nil
        }
    }
}
