import Foundation

/// A file's size, kind, time of change and identity, from a single system call. This is faster than Foundation's file
/// attributes, because Foundation also looks up the names of the owner and the group.
package struct FileStatus: Equatable {
    /// The size in bytes.
    package let bytes: Int
    /// The time of the last change to the file or its metadata, in nanoseconds since 1970. Programs can't set this
    /// time.
    package let changed: Int64
    /// The number of the volume (`st_dev`), and the number of the file on that volume (`st_ino`).
    package let volume, number: UInt64
    /// Whether the item is a regular file, and not a folder, link, pipe or device.
    package let isRegular: Bool
    package let isFolder: Bool

    /// Reads the status of the item at a path. Returns nil if that fails, with the error number in `errno`.
    ///
    /// - Parameter followsLink: whether to follow a symbolic link instead of describing the link itself.
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

    /// Returns whether this status belongs to the item at a path, because both have the same volume and number. Doesn't
    /// follow a symbolic link.
    package func isSameFile(as path: String) -> Bool {
        guard let other = FileStatus(at: path, followsLink: false) else { return false }
        return other.volume == volume && other.number == number
    }

    /// Returns the size of the file at a path in bytes. Returns 0 if the file doesn't exist or its status can't be
    /// read.
    package static func bytes(at path: String) -> Int { FileStatus(at: path)?.bytes ?? 0 }

    /// Returns whether anything exists at a path. Follows symbolic links, and returns false if a link's target doesn't
    /// exist.
    package static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    /// Returns whether this process can read the item at a path. If not, the error number is in `errno`.
    package static func isReadable(_ path: String) -> Bool { access(path, R_OK) == 0 }

    /// Returns whether this process can write to the item at a path.
    package static func isWritable(_ path: String) -> Bool { access(path, W_OK) == 0 }

    /// Returns a path with all symbolic links resolved. Returns the path unchanged if it can't be resolved, for example
    /// because nothing exists there.
    package static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

/// The kind of item at a path. A symbolic link isn't followed.
package enum FileKind {
    case regular, directory, symbolicLink, other, absent

    /// Looks up the kind of item at a path. The kind is ``absent`` only if the item or one of its parent folders
    /// doesn't exist, or if a parent isn't a folder.
    ///
    /// - Throws: `FileError` if the lookup fails for another reason.
    package init(of path: String) throws(FileError) {
        try self.init(of: path, in: AT_FDCWD, path)
    }

    /// Looks up the kind of an item in an open folder. The path is only used in errors.
    package init(of name: String, in folder: Int32, _ path: String) throws(FileError) {
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
