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

/// File operations that never follow a symbolic link and make their writes durable.
package enum FileAccess {
    /// The bytes of a regular file of at most `limit` bytes.
    package static func read(_ path: String, limit: Int = 1 << 31) throws -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError.last(.open, path) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw FileError(operation: .open, path: path, code: EINVAL)
        }
        let size = Int(status.st_size)
        guard size <= limit else { throw FileError(operation: .read, path: path, code: EFBIG) }
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

    /// Writes a new file and syncs it.
    package static func write(_ bytes: [UInt8], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw FileError.last(.open, path) }
        defer { close(descriptor) }
        try bytes.withUnsafeBytes { try writeAll($0, to: descriptor, path) }
        try sync(descriptor, path)
    }

    /// Makes a folder and those above it.
    ///
    /// - Parameter isDurable: whether the names of the folders that it makes outlast a loss of power.
    package static func createDirectory(_ path: String, isDurable: Bool = false) throws {
        switch try FileKind(of: path) {
        case .directory: return
        case .symbolicLink, .regular, .other:
            throw FileError(operation: .createDirectory, path: path, code: ENOTDIR)
        case .absent: break
        }
        let parent = (path as NSString).deletingLastPathComponent
        if !parent.isEmpty, parent != path, try FileKind(of: parent) == .absent {
            try createDirectory(parent, isDurable: isDurable)
        }
        guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw FileError.last(.createDirectory, path) }
        if isDurable { try sync(parent.isEmpty ? "." : parent) }
    }

    /// Renames to a path that must not exist.
    package static func renameNew(_ source: String, to target: String) throws(FileError) {
        #if canImport(Darwin)
            let done = renamex_np(source, target, UInt32(RENAME_EXCL))
        #else
            let done = permafrost_rename(source, target, PERMAFROST_RENAME_NOREPLACE)
        #endif
        guard done == 0 else { throw FileError.last(.rename, target) }
    }

    /// Exchanges two paths in one step.
    package static func exchange(_ first: String, _ second: String) throws(FileError) {
        #if canImport(Darwin)
            let done = renamex_np(first, second, UInt32(RENAME_SWAP))
        #else
            let done = permafrost_rename(first, second, PERMAFROST_RENAME_EXCHANGE)
        #endif
        guard done == 0 else { throw FileError.last(.rename, second) }
    }

    /// The names in a folder, sorted by code unit: all of them, or none and an error.
    package static func list(_ path: String) throws -> [String] {
        guard let directory = opendir(path) else { throw FileError.last(.list, path) }
        defer { closedir(directory) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else {
                if errno != 0 { throw FileError.last(.list, path) }
                break
            }
            let name = withUnsafePointer(to: &entry.pointee.d_name) { tuple in
                tuple.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// Removes a folder of files; symbolic links are removed, not followed.
    package static func removeDirectory(_ path: String) throws {
        for name in try list(path) {
            let child = path + "/" + name
            if try FileKind(of: child) == .directory {
                try removeDirectory(child)
            } else if unlink(child) != 0 {
                throw FileError.last(.remove, child)
            }
        }
        guard rmdir(path) == 0 else { throw FileError.last(.remove, path) }
    }

    static func readSome(_ descriptor: Int32, _ buffer: UnsafeMutablePointer<UInt8>, _ count: Int) -> Int {
        #if canImport(Darwin)
            Darwin.read(descriptor, buffer, count)
        #elseif canImport(Glibc)
            Glibc.read(descriptor, buffer, count)
        #else
            Musl.read(descriptor, buffer, count)
        #endif
    }

    static func writeSome(_ descriptor: Int32, _ buffer: UnsafeRawPointer, _ count: Int) -> Int {
        #if canImport(Darwin)
            Darwin.write(descriptor, buffer, count)
        #elseif canImport(Glibc)
            Glibc.write(descriptor, buffer, count)
        #else
            Musl.write(descriptor, buffer, count)
        #endif
    }

    static func retry(_ body: () -> Int) -> Int {
        while true {
            let result = body()
            if result >= 0 || errno != EINTR { return result }
        }
    }
}
