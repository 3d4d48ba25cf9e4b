import Foundation
import PermafrostModel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import CFileSystem
    import Glibc
#elseif canImport(Musl)
    import CFileSystem
    import Musl
#endif

/// Operations on files that may be too large for memory.
extension FileAccess {
    private static let chunkSize = 1 << 20

    /// Copies a regular file to an unused path, and syncs the copy. The copy gets the file's permissions, owner,
    /// extended attributes and protection class before any bytes are written.
    package static func copy(_ source: String, to target: String) throws {
        try create(target, like: source)
        let descriptor = try openToWrite(target)
        defer { close(descriptor) }
        #if canImport(Darwin)
            let isShared = false
        #else
            let isShared = try sharesBlocks(of: source, with: descriptor)
        #endif
        if !isShared { try forEachChunk(of: source) { try writeAll($0, to: descriptor, target) } }
        try sync(descriptor, target)
    }

    /// Copies a regular file to an unused path without syncing it. Only this user can access the copy. If the file
    /// system supports it, the two files share their blocks until one of the files is written to. On APFS, this is
    /// tested only on a Mac.
    package static func clone(_ source: String, to target: String) throws {
        #if canImport(Darwin)
            if clonefile(source, target, UInt32(CLONE_NOFOLLOW)) == 0 {
                guard chmod(target, 0o600) == 0 else { throw FileError.last(.setAttributes, target) }
                return
            }
        #endif
        let descriptor = try createPrivate(target)
        defer { close(descriptor) }
        #if !canImport(Darwin)
            if try sharesBlocks(of: source, with: descriptor) { return }
        #endif
        try forEachChunk(of: source) { try writeAll($0, to: descriptor, target) }
    }

    #if !canImport(Darwin)
        private static func sharesBlocks(of source: String, with descriptor: Int32) throws -> Bool {
            let original = open(source, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
            guard original >= 0 else { throw FileError.last(.open, source) }
            defer { close(original) }
            return permafrost_clone(original, descriptor) == 0
        }
    #endif

    /// Makes the empty file `target` share the blocks of a file that this process has open, until one of the files is
    /// written to. Doesn't sync `target`.
    ///
    /// Closing a descriptor of the open file would drop every lock that the process holds on it, so this function uses
    /// one of the process's existing descriptors. The caller must keep the file open during the call.
    ///
    /// - Returns: whether the files now share their blocks. If false, `target` is still empty, because the file system
    ///   doesn't support sharing, or because this is an Apple platform, which can clone only to an unused path.
    package static func share(_ open: String, with target: String) throws -> Bool {
        #if canImport(Darwin)
            return false
        #else
            guard let wanted = FileStatus(at: open) else { throw FileError.last(.open, open) }
            let descriptor = try openToWrite(target)
            defer { close(descriptor) }
            for number in try list("/proc/self/fd").compactMap(Int32.init) {
                var status = stat()
                guard fstat(number, &status) == 0, UInt64(truncatingIfNeeded: status.st_dev) == wanted.volume,
                    UInt64(truncatingIfNeeded: status.st_ino) == wanted.number
                else { continue }
                if permafrost_clone(number, descriptor) == 0 { return true }
            }
            return false
        #endif
    }

    /// Fills an empty file with the blocks that `next` returns, until `next` returns nil. Doesn't sync the file.
    package static func fill(_ path: String, _ next: () throws -> UnsafeRawBufferPointer?) throws {
        let descriptor = try openToWrite(path)
        defer { close(descriptor) }
        while let block = try next() { try writeAll(block, to: descriptor, path) }
    }

    private static func openToWrite(_ path: String) throws -> Int32 {
        let descriptor = open(path, O_WRONLY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileError.last(.open, path) }
        return descriptor
    }

    package static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String) throws {
        var done = 0
        while let base = bytes.baseAddress, done < bytes.count {
            let count = retry { writeSome(descriptor, base + done, bytes.count - done) }
            guard count >= 0 else { throw FileError.last(.write, path) }
            done += count
        }
    }

    /// Calls `body` with a regular file's bytes, one chunk at a time. A chunk is valid only during the call.
    package static func forEachChunk(of path: String, _ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        let descriptor = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw FileError.last(.open, path) }
        defer { close(descriptor) }
        let kind = try FileKind(of: path)
        guard kind == .regular else {
            throw FileError(operation: .open, path: path, code: kind == .absent ? ENOENT : EINVAL)
        }
        let buffer = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: chunkSize)
        defer { buffer.deallocate() }
        while let base = buffer.baseAddress {
            let count = retry { readSome(descriptor, base, buffer.count) }
            guard count >= 0 else { throw FileError.last(.read, path) }
            guard count > 0 else { return }
            try body(UnsafeRawBufferPointer(start: base, count: count))
        }
    }
}

/// Operations that move, link and remove files, and that return the free space of a volume.
extension FileAccess {
    /// Renames a file or folder. Replaces the file that already has the new name, if any.
    package static func rename(_ source: String, to target: String) throws {
        #if canImport(Darwin)
            let code = Darwin.rename(source, target)
        #elseif canImport(Glibc)
            let code = Glibc.rename(source, target)
        #else
            let code = Musl.rename(source, target)
        #endif
        guard code == 0 else { throw FileError.last(.rename, source) }
    }

    /// Creates a hard link to a file. The new name must be unused and on the same volume.
    package static func link(_ source: String, to target: String) throws {
        guard linkat(AT_FDCWD, source, AT_FDCWD, target, 0) == 0 else { throw FileError.last(.rename, target) }
    }

    /// Removes a file, or a folder and everything in it. Does nothing if nothing exists at the path.
    package static func remove(_ path: String) throws {
        switch try FileKind(of: path) {
        case .absent: return
        case .directory: try removeDirectory(path)
        case .regular, .symbolicLink, .other:
            guard unlink(path) == 0 || errno == ENOENT else { throw FileError.last(.remove, path) }
        }
    }

    /// Returns the number of bytes that this user can still write to the path's volume. On iOS, macOS and visionOS, the
    /// number includes space on the system's volume that the system can free by removing caches and other restorable
    /// content.
    package static func freeSpace(_ path: String) throws -> Int64 {
        #if os(iOS) || os(macOS) || os(visionOS)
            // The system returns this number only for its own volume. For other volumes, use the free space.
            let values = try? URL(fileURLWithPath: path).resourceValues(
                forKeys: [.volumeAvailableCapacityForImportantUsageKey])
            if let bytes = values?.volumeAvailableCapacityForImportantUsage, bytes > 0 { return bytes }
        #endif
        var status = statvfs()
        guard statvfs(path, &status) == 0 else { throw FileError.last(.open, path) }
        return Int64(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).0)
    }
}

extension FileAccess {
    /// Returns the size in bytes and the SHA-256 of a regular file. The file may be larger than memory.
    package static func digest(_ path: String) throws -> (bytes: Int64, hash: [UInt8]) {
        let stream = DigestStream()
        var size: Int64 = 0
        try forEachChunk(of: path) { chunk in
            stream.update(chunk)
            size += Int64(chunk.count)
        }
        return (size, stream.finish())
    }
}
