#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

extension FileAccess {
    /// Renames a file or a folder to a name that nothing has, on every volume: 0, or -1 with the reason in `errno`.
    ///
    /// exFAT, SMB and NFS can't rename exclusively. There the name is reserved first, which fails if something has it: by an empty
    /// file, or an empty folder. The rename then replaces what was reserved in one step. A process that dies in between leaves the
    /// empty one and the source. Don't move a store this way: whoever opens it in between gets the empty file.
    static func moveNew(_ folder: Int32, _ name: String, _ targetFolder: Int32, _ target: String) -> Int32 {
        guard renameNew(folder, name, targetFolder, target) != 0 else { return 0 }
        guard isUnsupported(errno) else { return -1 }
        return moveReserving(folder, name, targetFolder, target)
    }

    /// Whether an error of an exclusive rename means that the volume can't rename so.
    static func isUnsupported(_ code: Int32) -> Bool { [ENOTSUP, EOPNOTSUPP, EINVAL, ENOSYS].contains(code) }

    /// Reserves the target, which must not exist, and renames to it.
    static func moveReserving(_ folder: Int32, _ name: String, _ targetFolder: Int32, _ target: String) -> Int32 {
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
        // A folder that somebody has put something into meanwhile stays.
        _ = unlinkat(targetFolder, target, isFolder ? AT_REMOVEDIR : 0)
        errno = code
        return -1
    }
}
