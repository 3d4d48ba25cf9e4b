import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A folder whose files are reached without following a symbolic link.
///
/// The folder itself may be reached through links, since the user named it. Every path below it is relative, and is walked folder by
/// folder from an open descriptor: a link on the way, or in the last place, is an error (`ELOOP`), and nothing that another process
/// puts there meanwhile leads outside. A path that is empty, absolute, or has an empty component, `.`, `..` or a NUL is `EINVAL`.
///
/// Every function throws a ``FileError``, whose path is the complete one.
package final class RootFolder: Sendable {
    /// The folder's path, as it was given.
    package let path: String
    private let descriptor: Int32
    private let givenKey: GivenKey

    private enum GivenKey: Sendable {
        case users
        case given(UserKey?)
    }

    /// Opens a folder. It has to exist.
    package init(_ path: String) throws {
        self.path = path
        givenKey = .users
        descriptor = try Self.open(path)
    }

    /// Opens a folder in which left-overs are signed with the given key.
    package init(_ path: String, key: UserKey?) throws {
        self.path = path
        givenKey = .given(key)
        descriptor = try Self.open(path)
    }

    /// Opens a folder, and makes it and those above it if it does not exist.
    package convenience init(making path: String) throws {
        // Its own folder may be a link.
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

    /// The key that proves which left-overs are this user's; nil if there is none, or if it is kept in this folder.
    var key: UserKey? {
        switch givenKey {
        case .users: UserKey(outside: path)
        case .given(let key): key
        }
    }

    // MARK: Paths

    /// The complete path of one below the folder.
    package func complete(_ path: String) -> String { path.isEmpty ? self.path : self.path + "/" + path }

    private func components(_ path: String, _ operation: FileError.Operation) throws -> [String] {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard parts.allSatisfy({ !["", ".", ".."].contains($0) && !$0.utf8.contains(0) }) else {
            throw FileError(operation: operation, path: complete(path), code: EINVAL)
        }
        return parts
    }

    /// Opens the folder that a path names; the empty path is this folder.
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

    /// Calls the body with the open folder that holds what a path names, and with its name there.
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

    /// What is at a path: a link if it is one. Throws if a folder on the way is a link.
    package func kind(of path: String) throws -> FileKind {
        do {
            return try inParent(of: path, for: .read) { try FileKind(of: $1, in: $0, complete(path)) }
        } catch let error as FileError where error.code == ENOENT || error.code == ENOTDIR {
            return .absent
        }
    }

    /// Whether this process may write to a file or folder, and its permissions let anybody do so; the empty path is this folder.
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

    /// The bytes of a regular file of at most `limit` bytes.
    package func read(_ path: String, limit: Int = 1 << 31) throws -> [UInt8] {
        let file = try open(path, O_RDONLY | O_NONBLOCK)
        defer { close(file) }
        return try FileAccess.read(file, complete(path), limit: limit)
    }

    /// The bytes of a regular file; nil if nothing is there.
    package func existing(_ path: String, limit: Int = 1 << 31) throws -> [UInt8]? {
        try kind(of: path) == .absent ? nil : read(path, limit: limit)
    }

    /// The names in a folder, sorted by code unit; the empty path is this folder.
    package func list(_ path: String) throws -> [String] {
        try FileAccess.names(closing: openFolder(path, for: .list), complete(path))
    }

    /// Opens what is at a path. A link is an error.
    func open(_ path: String, _ flags: Int32, _ permissions: mode_t = 0o644) throws -> Int32 {
        try inParent(of: path, for: .open) { folder, name in
            let file = openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, permissions)
            guard file >= 0 else { throw FileError.last(.open, complete(path)) }
            return file
        }
    }

    // MARK: Writing

    /// Makes a folder and those above it.
    ///
    /// - Parameter isDurable: whether the names of the folders that it makes outlast a loss of power.
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

    /// Writes a file where nothing is.
    ///
    /// - Parameter isDurable: whether its bytes outlast a loss of power.
    package func write(_ bytes: [UInt8], to path: String, isDurable: Bool = true) throws {
        let file = try open(path, O_WRONLY | O_CREAT | O_EXCL)
        defer { close(file) }
        try bytes.withUnsafeBytes { try FileAccess.writeAll($0, to: file, complete(path)) }
        if isDurable { try FileAccess.sync(file, complete(path)) }
    }

    /// Makes what is in a file, or the names in a folder, outlast a loss of power; the empty path is this folder.
    package func sync(_ path: String) throws {
        let file = path.isEmpty ? try openFolder([], for: .sync) : try open(path, O_RDONLY | O_NONBLOCK)
        defer { close(file) }
        try FileAccess.sync(file, complete(path))
    }

    /// Gives a file or folder another name, in place of a file of that name.
    package func rename(_ source: String, to target: String) throws {
        try rename(source, target) { renameat($0, $1, $2, $3) }
    }

    /// Gives a file or folder another name, at which nothing may be: `EEXIST` if something is.
    package func renameNew(_ source: String, to target: String) throws {
        try rename(source, target, FileAccess.moveNew)
    }

    /// Exchanges two names in one step: `EINVAL`, `ENOSYS` or `ENOTSUP` if the volume cannot.
    package func exchange(_ first: String, _ second: String) throws {
        try rename(first, second, FileAccess.exchange)
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

    /// Removes a file or a link, or a folder and everything in it; nothing if nothing is there.
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
            // A folder above it isn't there either.
        }
    }

    /// Removes a folder if nothing is in it: `ENOTEMPTY` if something is.
    package func removeEmptyFolder(_ path: String) throws {
        try inParent(of: path, for: .remove) { folder, name in
            guard unlinkat(folder, name, AT_REMOVEDIR) == 0 else { throw FileError.last(.remove, complete(path)) }
        }
    }
}
