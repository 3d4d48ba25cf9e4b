import Foundation
import PermafrostStore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A folder whose files are accessed without following symbolic links.
///
/// The folder's own path may contain links, because the user specified it. All other paths are relative to this folder.
/// The folders in such a path are opened one by one, so that a different process can't redirect the path to another
/// location. Every function throws a ``FileError`` with the complete path and the code:
/// - `ELOOP` if a folder in the path is a link, or if a file would be read or written through a link
/// - `EINVAL` if the path is absolute, contains a NUL, or has a component that is empty, `.` or `..`
///
/// An empty path also fails, unless the function's documentation says that it refers to this folder.
package final class RootFolder: Sendable {
    /// The path as passed to the initializer.
    package let path: String
    private let descriptor: Int32

    /// Opens a folder, which must exist.
    package init(_ path: String) throws {
        self.path = path
        descriptor = try Self.open(path)
    }

    /// Opens a folder. Creates the folder and its missing parents if it doesn't exist.
    package convenience init(making path: String) throws {
        // The folder itself may be a symbolic link.
        if try FileKind(of: path + "/.") != .directory { try FileAccess.createDirectory(path, isDurable: true) }
        try self.init(path)
    }

    private static func open(_ path: String) throws -> Int32 {
        #if canImport(Darwin)
            let descriptor = Darwin.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #elseif canImport(Glibc)
            let descriptor = Glibc.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #else
            let descriptor = Musl.open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        #endif
        guard descriptor >= 0 else { throw FileError.last(.open, path) }
        return descriptor
    }

    deinit { close(descriptor) }

    // MARK: Paths

    /// Returns the complete path of an item below the folder.
    package func complete(_ path: String) -> String { path.isEmpty ? self.path : self.path + "/" + path }

    private func components(_ path: String, _ operation: FileError.Operation) throws -> [String] {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.allSatisfy({ !["", ".", ".."].contains($0) && !$0.utf8.contains(0) }) else {
            throw FileError(operation: operation, path: complete(path), code: EINVAL)
        }
        return parts
    }

    /// Opens the folder at a path. An empty path refers to this folder.
    func openFolder(_ path: String, for operation: FileError.Operation) throws -> Int32 {
        try openFolder(path.isEmpty ? [] : components(path, operation), for: operation)
    }

    private func openFolder(_ parts: [String], for operation: FileError.Operation) throws -> Int32 {
        var folder = try FileAccess.openFolder(".", in: descriptor, path, for: operation)
        var walked = path
        for part in parts {
            let parent = folder
            defer { close(parent) }
            walked += "/" + part
            folder = try FileAccess.openFolder(part, in: parent, walked, for: operation)
        }
        return folder
    }

    /// Calls `body` with the open folder that contains the item at a path, and with the item's name.
    func inParent<Result>(
        of path: String, for operation: FileError.Operation, _ body: (Int32, String) throws -> Result
    ) throws -> Result {
        var parts = try components(path, operation)
        let name = parts.removeLast()
        let folder = try openFolder(parts, for: operation)
        defer { close(folder) }
        return try body(folder, name)
    }

    // MARK: Reading

    /// Returns the kind of the item at a path, or `.absent` if nothing exists there. Doesn't follow a link at the path.
    /// Throws if a folder in the path is a link.
    package func kind(of path: String) throws -> FileKind {
        do {
            return try inParent(of: path, for: .read) { try FileKind(of: $1, in: $0, complete(path)) }
        } catch let error as FileError where error.code == ENOENT || error.code == ENOTDIR {
            return .absent
        }
    }

    /// Returns whether this process can write to a file or folder. At least one write bit must also be set in the
    /// item's permissions. An empty path refers to this folder.
    package func isWritable(_ path: String) throws -> Bool {
        guard !path.isEmpty else {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw FileError.last(.open, self.path) }
            return status.st_mode & 0o222 != 0 && faccessat(descriptor, ".", W_OK, 0) == 0
        }
        return try inParent(of: path, for: .open) { folder, name in
            var status = stat()
            guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
                throw FileError.last(.open, complete(path))
            }
            guard status.st_mode & S_IFMT != S_IFLNK else {
                throw FileError(operation: .open, path: complete(path), code: ELOOP)
            }
            return status.st_mode & 0o222 != 0 && faccessat(folder, name, W_OK, 0) == 0
        }
    }

    /// Returns the bytes of a regular file. Fails with `EFBIG` if the file is larger than `limit` bytes.
    package func read(_ path: String, limit: Int = FileAccess.sizeLimit) throws -> [UInt8] {
        let file = try open(path, O_RDONLY | O_NONBLOCK)
        defer { close(file) }
        return try FileAccess.read(file, complete(path), limit: limit)
    }

    /// Returns the bytes of a regular file, or nil if nothing exists at the path. Fails with `EFBIG` if the file is
    /// larger than `limit` bytes.
    package func existing(_ path: String, limit: Int = FileAccess.sizeLimit) throws -> [UInt8]? {
        try kind(of: path) == .absent ? nil : read(path, limit: limit)
    }

    /// Returns the names of the items in a folder, sorted by code unit. An empty path refers to this folder.
    package func list(_ path: String) throws -> [String] {
        try FileAccess.names(closing: openFolder(path, for: .list), complete(path))
    }

    /// Opens the item at a path. A link is an error.
    func open(_ path: String, _ flags: Int32, _ permissions: mode_t = 0o644) throws -> Int32 {
        try inParent(of: path, for: .open) { folder, name in
            let file = openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, permissions)
            guard file >= 0 else { throw FileError.last(.open, complete(path)) }
            return file
        }
    }

    // MARK: Writing

    /// Creates a folder and its missing parents. Does nothing if the folder exists, or if the path is empty and thus
    /// refers to this folder.
    ///
    /// - Parameter isDurable: whether the names of the created folders survive a power loss.
    package func makeFolders(_ path: String, isDurable: Bool = true) throws {
        guard !path.isEmpty else { return }
        var folder = try openFolder([], for: .createDirectory)
        defer { close(folder) }
        var walked = self.path
        for part in try components(path, .createDirectory) {
            let parent = walked
            walked += "/" + part
            if mkdirat(folder, part, 0o755) == 0 {
                if isDurable { try FileAccess.sync(folder, parent) }
            } else if errno != EEXIST {
                throw FileError.last(.createDirectory, walked)
            }
            let next = try FileAccess.openFolder(part, in: folder, walked, for: .createDirectory)
            close(folder)
            folder = next
        }
    }

    /// Writes a new file. Fails with `EEXIST` if anything exists at the path.
    ///
    /// - Parameter isDurable: whether to sync the file, so that its bytes survive a power loss.
    package func write(_ bytes: [UInt8], to path: String, isDurable: Bool = true) throws {
        let file = try open(path, O_WRONLY | O_CREAT | O_EXCL)
        defer { close(file) }
        try bytes.withUnsafeBytes { try FileAccess.writeAll($0, to: file, complete(path)) }
        if isDurable { try FileAccess.sync(file, complete(path)) }
    }

    /// Syncs a file's content or the names in a folder, so that they survive a power loss. An empty path refers to this
    /// folder.
    package func sync(_ path: String) throws {
        let file = path.isEmpty ? try openFolder([], for: .sync) : try open(path, O_RDONLY | O_NONBLOCK)
        defer { close(file) }
        try FileAccess.sync(file, complete(path))
    }

    /// Renames a file or folder. If a file already has the new name, it is replaced.
    package func rename(_ source: String, to target: String) throws {
        try rename(source, target) { renameat($0, $1, $2, $3) }
    }

    /// Renames a file or folder to an unused name. Fails with `EEXIST` if the name is in use.
    package func renameNew(_ source: String, to target: String) throws {
        try rename(source, target, FileAccess.moveNew)
    }

    /// Exchanges the items at two paths atomically. Fails with `EINVAL`, `ENOSYS` or `ENOTSUP` if the volume doesn't
    /// support exchanges.
    package func exchange(_ first: String, _ second: String) throws {
        try rename(first, second, FileAccess.exchange)
    }

    /// Gives the files in a folder second names in a new folder, with hard links, or copies them if the volume doesn't
    /// support links. Leaves out the hidden folders of ``PartialItem``.
    package func link(_ source: String, to target: String) throws {
        guard try kind(of: source) == .directory else {
            do {
                return try rename(source, target) { linkat($0, $1, $2, $3, 0) }
            } catch let error as FileError where FileAccess.isUnsupported(error.code) || error.code == EPERM {
                return try FileAccess.copy(complete(source), to: complete(target))
            }
        }
        _ = try components(target, .createDirectory)
        try makeFolders(target, isDurable: false)
        for name in try list(source) where !LockedFolder.isHidden(name) {
            try link(source + "/" + name, to: target + "/" + name)
        }
        try sync(target)
    }

    private func rename(
        _ source: String, _ target: String, _ call: (Int32, String, Int32, String) -> Int32
    ) throws {
        try inParent(of: source, for: .rename) { folder, name in
            try inParent(of: target, for: .rename) { targetFolder, targetName in
                guard call(folder, name, targetFolder, targetName) == 0 else {
                    throw FileError.last(.rename, complete(target))
                }
            }
        }
    }

    // MARK: Removing

    /// Removes a file or a link, or a folder and everything in it. Does nothing if nothing exists at the path.
    package func remove(_ path: String) throws {
        do {
            try inParent(of: path, for: .remove) { folder, name in
                switch try FileKind(of: name, in: folder, complete(path)) {
                case .absent: return
                case .directory: try FileAccess.removeFolder(name, in: folder, complete(path))
                case .regular, .symbolicLink, .other:
                    guard unlinkat(folder, name, 0) == 0 || errno == ENOENT else {
                        throw FileError.last(.remove, complete(path))
                    }
                }
            }
        } catch let error as FileError where error.code == ENOENT {
            // The parent folder doesn't exist either.
        }
    }

    /// Removes an empty folder. Fails with `ENOTEMPTY` if the folder isn't empty.
    package func removeEmptyFolder(_ path: String) throws {
        try inParent(of: path, for: .remove) { folder, name in
            guard unlinkat(folder, name, AT_REMOVEDIR) == 0 else { throw FileError.last(.remove, complete(path)) }
        }
    }
}
