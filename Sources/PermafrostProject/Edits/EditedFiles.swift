import Foundation
import PermafrostFixtures
import PermafrostStore

/// The files of a project that an edit changes. Symbolic links in paths are never followed.
struct EditedFiles: Sendable {
    /// The project's folder.
    let directory: String

    /// Calls `body`, which accesses the file at a path.
    ///
    /// - Throws: ``SourceEditError/isOutside(path:)`` if the path isn't inside the project or is in a git folder,
    ///   ``SourceEditError/isLink(path:)`` if it contains a symbolic link, or the error of `body`.
    private func reaching<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
        guard EditedPath.isAllowed(path) else { throw SourceEditError.isOutside(path: path) }
        do {
            return try body()
        } catch let error as FileError where error.code == ELOOP {
            let isInside = error.path.hasPrefix(directory + "/")
            throw SourceEditError.isLink(path: isInside ? String(error.path.dropFirst(directory.count + 1)) : path)
        }
    }

    func present(_ files: [SourceEdits.File], _ root: RootFolder) throws -> [Data?] {
        try files.map { try bytes(of: $0.path, root).map { Data($0) } }
    }

    func bytes(of path: String, _ root: RootFolder) throws -> [UInt8]? {
        try reaching(path) {
            switch try root.kind(of: path) {
            case .absent: return nil
            case .regular: return try root.read(path)
            case .symbolicLink: throw SourceEditError.isLink(path: path)
            case .directory, .other: throw SourceEditError.isNoFile(path: path)
            }
        }
    }

    /// Throws ``SourceEditError/notWritable(path:)`` if the file or the nearest existing folder that contains it is
    /// read-only. Without this check, an edit would replace a read-only file, because it renames another file to its
    /// path.
    func checkPlace(of path: String, _ root: RootFolder) throws {
        try reaching(path) {
            var folder = path.parentPath
            while !folder.isEmpty, try root.kind(of: folder) == .absent {
                folder = folder.parentPath
            }
            for item in [path, folder] where try item.isEmpty || root.kind(of: item) != .absent {
                guard try root.isWritable(item) else {
                    throw SourceEditError.notWritable(path: item.isEmpty ? "." : item)
                }
            }
        }
    }

    /// Writes the new bytes of files. If a folder of new files doesn't exist yet, adds it with its files atomically.
    ///
    /// - Throws: ``SourceEditError/changedMeanwhile(path:)`` if a file no longer contains its old bytes, or another
    ///   error if a file can't be written.
    func put(_ files: [SourceEdits.File], _ root: RootFolder) throws {
        let folders = Dictionary(grouping: files, by: \.path.parentPath)
        var done: Set<String> = []
        for (folder, files) in folders.sorted(by: { $0.key < $1.key }) where !folder.isEmpty {
            guard try reaching(folder, { try root.kind(of: folder) }) == .absent else { continue }
            try reaching(folder) { try put(folder, files, root) }
            done.formUnion(files.map(\.path))
        }
        for file in files where !done.contains(file.path) {
            // If the user has edited the file in the meantime, keep the edit.
            guard try bytes(of: file.path, root).map({ Data($0) }) == file.old else {
                throw SourceEditError.changedMeanwhile(path: file.path)
            }
            try put(file.new, at: file.path, replacing: file.old != nil, root)
        }
    }

    /// Writes a complete new folder atomically.
    private func put(_ folder: String, _ files: [SourceEdits.File], _ root: RootFolder) throws {
        let parent = folder.parentPath
        try root.makeFolders(parent)
        let names = Dictionary(files.map { (($0.path as NSString).lastPathComponent, $0.new) }) { first, _ in first }
        let partial = try PartialItem(in: parent, of: root)
        try root.makeFolders(partial.path, isDurable: false)
        for (name, bytes) in names { try root.write([UInt8](bytes), to: partial.path + "/" + name) }
        try root.sync(partial.path)
        try partial.move(to: folder)
        try partial.syncMove(to: parent)
    }

    private func put(_ bytes: Data, at path: String, replacing: Bool, _ root: RootFolder) throws {
        try reaching(path) {
            try root.makeFolders(path.parentPath)
            try root.put([UInt8](bytes), at: path, replacing: replacing)
        }
    }

    /// Removes a file, and the parent folders that become empty.
    private func remove(_ path: String, _ root: RootFolder) throws {
        try reaching(path) {
            if try root.kind(of: path) == .regular { try root.remove(path) }
            var folder = path.parentPath
            while !folder.isEmpty {
                switch try root.kind(of: folder) {
                case .absent: break
                case .directory:
                    guard try root.list(folder).isEmpty else {
                        try root.sync(folder)
                        return
                    }
                    try root.removeEmptyFolder(folder)
                case .regular, .symbolicLink, .other: return
                }
                folder = folder.parentPath
            }
            // Sync the removal before the journal is removed.
            try root.sync("")
        }
    }

    /// Reverts all files that contain their new bytes. Removes new files first, to free space for the other files.
    func putBack(_ files: [SourceEdits.File], _ root: RootFolder) throws {
        for file in files.reversed() where file.old == nil {
            let now = try bytes(of: file.path, root).map { Data($0) }
            // The folder for a new file may exist even if the file doesn't.
            if now == nil || now == file.new { try remove(file.path, root) }
        }
        for file in files.reversed() {
            guard let old = file.old, try bytes(of: file.path, root).map({ Data($0) }) == file.new else { continue }
            try put(old, at: file.path, replacing: true, root)
        }
    }
}
