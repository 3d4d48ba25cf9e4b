import Foundation
import PermafrostStore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// An unused path in a hidden folder, for a new file or folder. When the item is complete, the caller moves it to its
/// final path with one rename. An item that remains at the path is removed when this instance is deallocated.
///
/// If the process dies, the hidden folder remains, and the next process removes it: see `LockedFolder`.
package final class PartialItem: Sendable {
    /// The item's path, relative to its root.
    package let path: String
    private let root: RootFolder
    private let owner: LockedFolder

    /// Chooses the path of an item that will be moved to a folder. Throws a ``FileError`` if the hidden folder can't be
    /// created or locked.
    package init(in parent: String, of root: RootFolder) throws {
        let folder = try root.openFolder(parent, for: .createDirectory)
        defer { close(folder) }
        owner = try LockedFolder.hidden(in: folder, root.complete(parent))
        path = (parent.isEmpty ? "" : parent + "/") + "\(owner.name)/new-\(UUID().uuidString)"
        self.root = root
    }

    deinit { try? root.remove(path) }

    /// Makes the move of a folder durable. Without the second sync, the hidden folder may still contain the folder after a
    /// power failure. The file system then has it at one of the two paths.
    ///
    /// - Parameter parent: the folder that the item was moved to.
    package func syncMove(to parent: String) throws {
        try root.sync(parent)
        try root.sync(path.parentPath)
    }

    /// Moves the item to an unused path. Fails with `EEXIST` if anything exists there.
    package func move(to target: String) throws {
        try LockedFolder.withoutRemoval { try root.renameNew(path, to: target) }
    }

    /// Moves the item to a path. Replaces the file or empty folder there.
    package func replace(_ target: String) throws {
        try LockedFolder.withoutRemoval { try root.rename(path, to: target) }
    }

    /// Exchanges the item with the one at a path atomically, and then calls `body`, which moves to the new item whatever
    /// must be kept of the old one.
    package func exchange(with target: String, keeping body: () throws -> Void = {}) throws {
        try LockedFolder.withoutRemoval {
            try root.exchange(path, target)
            try body()
        }
    }
}

extension RootFolder {
    /// Writes a file atomically. The file always has either its previous content or all of the new bytes.
    ///
    /// - Parameter replacing: whether to replace an existing regular file. The new file gets the old one's permissions,
    ///   owner and extended attributes. If false, an existing item at the path is an error (`EEXIST`). A link, folder,
    ///   pipe or device is never replaced.
    package func put(_ bytes: [UInt8], at path: String, replacing: Bool) throws {
        let complete = complete(path)
        let model = try inParent(of: path, for: .write) { folder, name in
            try replacing ? Self.openModel(name, in: folder, complete) : nil
        }
        defer { if let model { close(model) } }
        let partial: PartialItem
        let file: Int32
        do {
            partial = try PartialItem(in: path.parentPath, of: self)
            file = try open(partial.path, O_WRONLY | O_CREAT | O_EXCL)
        } catch let error as FileError {
            throw FileError(operation: .open, path: complete, code: error.code)
        }
        defer { close(file) }
        try bytes.withUnsafeBytes { try FileAccess.writeAll($0, to: file, complete) }
        if let model { try FileAccess.copyAttributes(of: model, to: file, complete) }
        try FileAccess.sync(file, complete)
        try model == nil ? partial.move(to: path) : partial.replace(path)
        try sync(path.parentPath)
    }

    /// Opens the file to replace, or returns nil if nothing exists at the path. Throws if the item isn't a regular
    /// file.
    private static func openModel(_ name: String, in folder: Int32, _ path: String) throws -> Int32? {
        switch try FileKind(of: name, in: folder, path) {
        case .absent: return nil
        case .symbolicLink: throw FileError(operation: .write, path: path, code: ELOOP)
        case .directory: throw FileError(operation: .write, path: path, code: EISDIR)
        case .other: throw FileError(operation: .write, path: path, code: EINVAL)
        case .regular:
            let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
            guard file >= 0 else { throw FileError.last(.open, path) }
            return file
        }
    }
}
