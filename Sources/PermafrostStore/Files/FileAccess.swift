import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import CFileSystem
    import Glibc
#elseif canImport(Musl)
    import CFileSystem
    import Musl
#endif

/// File operations. The functions that read or write a file's bytes don't follow a symbolic link at the path.
package enum FileAccess {
    /// The usual limit on a file's size in bytes. `Int` has only 32 bits on some watches.
    package static let sizeLimit = Int(clamping: Int64(1) << 31)

    /// Returns the bytes of a regular file.
    ///
    /// - Throws: ``FileError`` if the file can't be read. The code is `EFBIG` if the file is larger than `limit` bytes.
    package static func read(_ path: String, limit: Int = sizeLimit) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError.last(.open, path) }
        defer { close(descriptor) }
        return try read(descriptor, path, limit: limit)
    }

    /// Returns the bytes of an open regular file from the descriptor's current position, which must be the beginning.
    /// Throws a ``FileError`` if the file can't be read. The code is `EINVAL` if the file isn't a regular file, and
    /// `EFBIG` if it is larger than `limit` bytes.
    package static func read(_ descriptor: Int32, _ path: String, limit: Int) throws -> [UInt8] {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw FileError(operation: .open, path: path, code: EINVAL)
        }
        guard status.st_size <= limit else { throw FileError(operation: .read, path: path, code: EFBIG) }
        let size = Int(status.st_size)
        var failed = false
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = 0
            while let base = buffer.baseAddress, count < size {
                let got = retry { Self.readSome(descriptor, base + count, size - count) }
                if got < 0 { failed = true }
                if got <= 0 { break }
                count += got
            }
        }
        if failed { throw FileError.last(.read, path) }
        return bytes
    }

    /// Writes a new file and syncs it. Fails with `EEXIST` if anything exists at the path.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileError.last(.open, path) }
        defer { close(descriptor) }
        try bytes.withUnsafeBytes { try writeAll($0, to: descriptor, path) }
        try sync(descriptor, path)
    }

    /// Creates a folder and its missing parents. Does nothing if the folder exists. Fails with `ENOTDIR` if anything
    /// else exists at the path.
    ///
    /// - Parameter isDurable: whether the names of the created folders survive a power loss.
    package static func createDirectory(_ path: String, isDurable: Bool = false) throws {
        switch try FileKind(of: path) {
        case .directory: return
        case .symbolicLink, .regular, .other:
            throw FileError(operation: .createDirectory, path: path, code: ENOTDIR)
        case .absent: break
        }
        let parent = path.parentPath
        if !parent.isEmpty, parent != path, try FileKind(of: parent) == .absent {
            try createDirectory(parent, isDurable: isDurable)
        }
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw FileError.last(.createDirectory, path) }
        if isDurable { try sync(parent.isEmpty ? "." : parent) }
    }

    /// Renames a file or folder to an unused name. Fails with `EEXIST` if the name is in use, and with `EINVAL`,
    /// `ENOSYS` or `ENOTSUP` if the volume doesn't support exclusive renames.
    package static func renameNew(_ source: String, to target: String) throws(FileError) {
        guard renameNew(AT_FDCWD, source, AT_FDCWD, target) == 0 else { throw FileError.last(.rename, target) }
    }

    /// Exchanges the items at two paths atomically. Fails with `EINVAL`, `ENOSYS` or `ENOTSUP` if the volume doesn't
    /// support exchanges.
    package static func exchange(_ first: String, _ second: String) throws(FileError) {
        guard exchange(AT_FDCWD, first, AT_FDCWD, second) == 0 else { throw FileError.last(.rename, second) }
    }

    // The next two functions require a volume that supports exclusive renames and exchanges. On other volumes, they
    // fail with EINVAL, ENOTSUP or ENOSYS.

    /// Moves an item from an open folder to an unused name in another open folder. Returns 0, or -1 with the error
    /// number in `errno`.
    package static func renameNew(_ folder: Int32, _ name: String, _ targetFolder: Int32, _ target: String) -> Int32 {
        #if canImport(Darwin)
            renameatx_np(folder, name, targetFolder, target, UInt32(RENAME_EXCL))
        #else
            permafrost_rename(folder, name, targetFolder, target, PERMAFROST_RENAME_NOREPLACE)
        #endif
    }

    /// Exchanges two items in open folders atomically. Returns 0, or -1 with the error number in `errno`.
    package static func exchange(_ folder: Int32, _ name: String, _ otherFolder: Int32, _ other: String) -> Int32 {
        #if canImport(Darwin)
            renameatx_np(folder, name, otherFolder, other, UInt32(RENAME_SWAP))
        #else
            permafrost_rename(folder, name, otherFolder, other, PERMAFROST_RENAME_EXCHANGE)
        #endif
    }

    /// Renames a file or folder to an unused name, on any volume. Returns 0, or -1 with the error number in `errno`.
    ///
    /// exFAT, SMB and NFS don't support exclusive renames. On these volumes, an empty file or folder first reserves the
    /// name, which fails if the name is in use. The rename then replaces the empty item atomically. If the process dies
    /// between the two steps, the empty item and the source remain. Don't move a store this way, because a process that
    /// opens the store between the two steps opens the empty file.
    package static func moveNew(_ folder: Int32, _ name: String, _ targetFolder: Int32, _ target: String) -> Int32 {
        guard renameNew(folder, name, targetFolder, target) != 0 else { return 0 }
        guard isUnsupported(errno) else { return -1 }
        return moveReserving(folder, name, targetFolder, target)
    }

    /// Returns whether an error number means that the volume doesn't support exclusive renames.
    package static func isUnsupported(_ code: Int32) -> Bool { [ENOTSUP, EOPNOTSUPP, EINVAL, ENOSYS].contains(code) }

    /// Reserves the target name, which must be unused, and renames the item to it. Returns 0, or -1 with the error
    /// number in `errno`.
    package static func moveReserving(
        _ folder: Int32, _ name: String, _ targetFolder: Int32, _ target: String
    ) -> Int32 {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return -1 }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        if isFolder {
            guard mkdirat(targetFolder, target, 0o700) == 0 else { return -1 }
        } else {
            let descriptor = openat(targetFolder, target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return -1 }
            close(descriptor)
        }
        guard renameat(folder, name, targetFolder, target) != 0 else { return 0 }
        let code = errno
        // If the folder is no longer empty, it isn't removed.
        _ = unlinkat(targetFolder, target, isFolder ? AT_REMOVEDIR : 0)
        errno = code
        return -1
    }

    /// Returns the names of all items in a folder, sorted by code unit. Throws an error if the folder can't be listed
    /// completely.
    package static func list(_ path: String) throws -> [String] {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError.last(.list, path) }
        return try names(closing: descriptor, path)
    }

    /// Returns the names in an open folder, sorted by code unit, and closes the folder's descriptor.
    package static func names(closing descriptor: Int32, _ path: String) throws -> [String] {
        guard let directory = fdopendir(descriptor) else {
            let error = FileError.last(.list, path)
            close(descriptor)
            throw error
        }
        defer { closedir(directory) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else {
                if errno != 0 { throw FileError.last(.list, path) }
                break
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: tuple.pointee)) {
                    String(cString: $0)
                }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Removes a folder and everything in it. Symbolic links in it are removed, not followed. Fails with `ELOOP` if the
    /// path itself is a link.
    package static func removeDirectory(_ path: String) throws {
        try removeFolder(path, in: AT_FDCWD, path)
    }

    /// Removes a subfolder of an open folder and everything in it, without following symbolic links.
    package static func removeFolder(_ name: String, in parent: Int32, _ path: String) throws {
        let folder = try openFolder(name, in: parent, path, for: .remove)
        defer { close(folder) }
        for child in try names(closing: openFolder(".", in: folder, path, for: .list), path) {
            let childPath = path + "/" + child
            switch try FileKind(of: child, in: folder, childPath) {
            case .absent: continue
            case .directory: try removeFolder(child, in: folder, childPath)
            case .regular, .symbolicLink, .other:
                guard unlinkat(folder, child, 0) == 0 || errno == ENOENT else {
                    throw FileError.last(.remove, childPath)
                }
            }
        }
        guard unlinkat(parent, name, AT_REMOVEDIR) == 0 else { throw FileError.last(.remove, path) }
    }

    /// Opens a subfolder of an open folder. Fails with `ELOOP` if the subfolder is a symbolic link.
    package static func openFolder(
        _ name: String, in parent: Int32, _ path: String, for operation: FileError.Operation
    ) throws(FileError) -> Int32 {
        let descriptor = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        if descriptor >= 0 { return descriptor }
        var error = FileError.last(operation, path)
        if error.code == ENOTDIR, (try? FileKind(of: name, in: parent, path)) == .symbolicLink { error.code = ELOOP }
        throw error
    }

    package static func readSome(_ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
        #if canImport(Darwin)
            Darwin.read(descriptor, buffer, count)
        #elseif canImport(Glibc)
            Glibc.read(descriptor, buffer, count)
        #else
            Musl.read(descriptor, buffer, count)
        #endif
    }

    package static func writeSome(_ descriptor: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
        #if canImport(Darwin)
            Darwin.write(descriptor, buffer, count)
        #elseif canImport(Glibc)
            Glibc.write(descriptor, buffer, count)
        #else
            Musl.write(descriptor, buffer, count)
        #endif
    }

    package static func retry(_ body: () -> Int) -> Int {
        while true {
            let result = body()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}
