#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#else
    import Musl
#endif

extension FileAccess {
    /// Renames a file or a folder to a path that must not exist, on every volume.
    ///
    /// exFAT, SMB and NFS can't rename exclusively. There the name is reserved first, which fails if something has it: by an empty
    /// file, or an empty folder. The rename then replaces what was reserved in one step. A process that dies in between leaves the
    /// empty one and the source. Don't move a store this way: whoever opens it in between gets the empty file.
    ///
    /// - Throws: ``FileError``, with the code `EEXIST` if something is at the target.
    package static func moveNew(_ source: String, to target: String) throws(FileError) {
        do { try renameNew(source, to: target) } catch {
            guard isUnsupported(error) else { throw error }
            try moveReserving(source, to: target)
        }
    }

    /// Whether an error of an exclusive rename means that the volume can't rename so.
    static func isUnsupported(_ error: FileError) -> Bool {
        [ENOTSUP, EOPNOTSUPP, EINVAL, ENOSYS].contains(error.code)
    }

    /// Reserves the target, which must not exist, and renames to it.
    static func moveReserving(_ source: String, to target: String) throws(FileError) {
        var status = stat()
        guard lstat(source, &status) == 0 else { throw FileError.last(.rename, source) }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        if isFolder {
            guard mkdir(target, 0o700) == 0 else { throw FileError.last(.rename, target) }
        } else {
            let descriptor = open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { throw FileError.last(.rename, target) }
            close(descriptor)
        }
        do { try rename(source, to: target) } catch {
            // A folder that somebody has put something into meanwhile stays.
            _ = isFolder ? rmdir(target) : unlink(target)
            throw error as? FileError ?? FileError(operation: .rename, path: target, code: EIO)
        }
    }
}
