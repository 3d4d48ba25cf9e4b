import Foundation

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A lock on a partial file or a temporary folder (`flock`). The process that creates the item, or removes it as a
/// leftover, holds the lock until this instance is deallocated or the process ends.
package final class ItemLock: Sendable {
    package let descriptor: Int32

    private init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Opens and locks a new item: a folder that this process just created, or a file that this function creates if
    /// `flags` contains `O_CREAT`. Returns nil if a different process considers the item abandoned and removes it.
    ///
    /// If the volume doesn't support locks, the item isn't locked. Leftovers on such a volume stay, because they can't
    /// be locked either.
    ///
    /// - Throws: a ``FileError`` if the item can't be opened, or if its status can't be read. The item is then removed:
    ///   trying another name would fail in the same way, and leave one more item.
    package convenience init?(ofNew name: String, _ flags: Int32, in folder: Int32, _ path: String) throws(FileError) {
        let descriptor = openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            guard errno == ENOENT, flags & O_CREAT == 0 else { throw FileError.last(.open, path) }
            return nil
        }
        self.init(descriptor)
        let isTaken = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
        do throws(FileError) {
            guard !isTaken, try Self.isNamed(descriptor, name, folder, path) else { return nil }
        } catch {
            unlinkat(folder, name, flags & O_CREAT == 0 ? AT_REMOVEDIR : 0)
            throw error
        }
    }

    /// Opens and locks an item that a different process may have left. Returns nil if it can't be opened or locked,
    /// because the process that created it may still be running.
    package convenience init?(ofLeft name: String, _ flags: Int32, in folder: Int32) {
        let descriptor = openat(folder, name, flags | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        self.init(descriptor)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, (try? Self.isNamed(descriptor, name, folder, name)) == true
        else { return nil }
    }

    /// Returns whether the name still refers to the open item. Throws a ``FileError`` if that can't be determined.
    private static func isNamed(
        _ descriptor: Int32, _ name: String, _ folder: Int32, _ path: String
    ) throws(FileError) -> Bool {
        var open = stat()
        var named = stat()
        guard fstat(descriptor, &open) == 0 else { throw FileError.last(.open, path) }
        guard fstatat(folder, name, &named, AT_SYMLINK_NOFOLLOW) == 0 else {
            if errno == ENOENT { return false }
            throw FileError.last(.open, path)
        }
        return open.st_ino == named.st_ino && open.st_dev == named.st_dev
    }
}
