import Foundation
import PermafrostStore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Functions for private files and folders, which only this user can change.
extension RootFolder {
    /// Returns whether this user owns the item at a path and its parent folders below this folder, and no other user
    /// has write permission for any of them. A missing item or a link is an error.
    package func isPrivate(_ path: String) throws -> Bool {
        let parts = path.split(separator: "/").map(String.init)
        return try parts.indices.allSatisfy { index in
            let file = try open(parts[...index].joined(separator: "/"), O_RDONLY | O_NONBLOCK)
            defer { close(file) }
            var status = stat()
            guard fstat(file, &status) == 0 else { throw FileError.last(.open, complete(path)) }
            return status.st_uid == geteuid() && status.st_mode & 0o022 == 0
        }
    }

    /// Creates a folder and its missing parents, and syncs their names. Only this user can open the new folders.
    package func makePrivateFolders(_ path: String) throws {
        let parts = path.split(separator: "/").map(String.init)
        for index in parts.indices {
            let folder = parts[...index].joined(separator: "/")
            try inParent(of: folder, for: .createDirectory) { parent, name in
                if mkdirat(parent, name, 0o700) == 0 {
                    try FileAccess.sync(parent, complete(folder).parentPath)
                } else if errno != EEXIST {
                    throw FileError.last(.createDirectory, complete(folder))
                }
            }
        }
    }

    /// Writes and syncs a new file that only its owner can access. Fails with `EEXIST` if anything exists at the path.
    package func writePrivate(_ bytes: [UInt8], to path: String) throws {
        let file = try open(path, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        defer { close(file) }
        try bytes.withUnsafeBytes { try FileAccess.writeAll($0, to: file, complete(path)) }
        try FileAccess.sync(file, complete(path))
    }

    /// Atomically writes a file that only its owner can read. Replaces any file, link or pipe at the path. Doesn't sync
    /// the file, so its content is undefined after a power loss.
    package func putPrivate(_ bytes: [UInt8], at path: String) throws {
        let partial = "\(path).\(UInt64.random(in: .min ... .max))"
        let file = try open(partial, O_WRONLY | O_CREAT | O_EXCL, 0o600)
        defer { close(file) }
        do {
            try bytes.withUnsafeBytes { try FileAccess.writeAll($0, to: file, complete(partial)) }
            try rename(partial, to: path)
        } catch {
            // The first error is thrown. The partial file is hidden and private.
            try? remove(partial)
            throw error
        }
    }
}
