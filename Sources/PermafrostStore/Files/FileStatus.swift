import Foundation

/// What the file system says of a path, in one call: Foundation would also ask for the names of its owner and group, which
/// takes longer than all else that there is to read of a small store.
package struct FileStatus: Equatable {
    /// The size in bytes.
    package let bytes: Int
    /// When the file, or what is known of it, was changed last, in nanoseconds since 1970. No program can set it back.
    package let changed: Int64
    /// The number of its volume, and its own there.
    package let volume, number: UInt64
    /// Whether it is a file, and no folder, link, pipe or device.
    package let isRegular: Bool
    /// Whether it is a folder.
    package let isFolder: Bool

    /// The status of what is at a path; nil if nothing is known of it, for the reason in `errno`.
    ///
    /// - Parameter followsLink: whether it is of what a symbolic link leads to, instead of the link.
    package init?(at path: String, followsLink: Bool = true) {
        var status = stat()
        guard (followsLink ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
        bytes = Int(clamping: status.st_size)
        #if canImport(Darwin)
            let time = status.st_ctimespec
        #else
            let time = status.st_ctim
        #endif
        changed = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
        volume = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
        isRegular = status.st_mode & S_IFMT == S_IFREG
        isFolder = status.st_mode & S_IFMT == S_IFDIR
    }

    /// Whether it is of the very file at a path.
    package func isSameFile(as path: String) -> Bool {
        guard let other = FileStatus(at: path, followsLink: false) else { return false }
        return other.volume == volume && other.number == number
    }

    /// The size of the file at a path; 0 if there is none.
    package static func bytes(at path: String) -> Int { FileStatus(at: path)?.bytes ?? 0 }

    /// Whether anything is at a path.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Whether this process may read what is at a path; why not is in `errno`.
    package static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

    /// Whether this process may write to what is at a path.
    package static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

    /// The path without symbolic links; the same path where nothing is there.
    package static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

/// What a path is, without following a symbolic link.
package enum FileKind {
    case regular, directory, symbolicLink, other, absent

    /// What is at a path.
    ///
    /// - Throws: `FileError` if that cannot be found out. It never counts as ``absent``.
    package init(of path: String) throws(FileError) {
        try self.init(of: path, in: AT_FDCWD, path)
    }

    /// What is under a name in an open folder; the path is the one that an error names.
    init(of name: String, in folder: Int32, _ path: String) throws(FileError) {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { throw FileError.last(.read, path) }
            self = .absent
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .regular
        case S_IFDIR: self = .directory
        case S_IFLNK: self = .symbolicLink
        default: self = .other
        }
    }
}
