import Foundation
import PermafrostModel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The folder that contains a process's incomplete items in a parent folder: `permafrost-<UUID>` in a folder for
/// temporary files, or the hidden `.permafrost-<UUID>` in any other folder.
///
/// It exists while the process uses an item in it. The process holds its lock, so a different process can tell whether
/// it is in use. A folder with a free lock is a leftover: see ``removeLeftovers(in:)``. The process's folder in the
/// system's temporary folder contains a link to each of its hidden folders, so that leftovers are found wherever they
/// are.
package final class LockedFolder: Sendable {
    package let path: String
    private let parent: Int32
    private let lock: ItemLock
    private let link: Link?

    package var name: String { (path as NSString).lastPathComponent }

    /// Creates and locks a folder that only this user can access. Closes the parent's descriptor if that fails.
    ///
    /// - Parameter owner: this process's folder in the system's temporary folder, or nil if the new folder isn't hidden.
    private init(closing parent: Int32, _ parentPath: String, prefix: String, owner: LockedFolder?) throws(FileError) {
        do throws(FileError) {
            while true {
                let name = prefix + UUID().uuidString
                let path = parentPath + "/" + name
                let link = owner.flatMap { Link(to: path, in: $0) }
                guard mkdirat(parent, name, 0o700) == 0 else { throw FileError.last(.write, parentPath) }
                // Until the folder is locked, a different process may consider it abandoned and remove it.
                guard let lock = try ItemLock(ofNew: name, O_RDONLY | O_DIRECTORY, in: parent, parentPath) else {
                    continue
                }
                if prefix.hasPrefix(".") { try Self.mark(lock.descriptor, name, in: parent, parentPath) }
                (self.path, self.parent, self.lock, self.link) = (path, parent, lock, link)
                return
            }
        } catch {
            close(parent)
            throw error
        }
    }

    deinit {
        unlinkat(parent, name, AT_REMOVEDIR)
        close(parent)
    }

    /// Sets the sticky bit of a hidden folder. Git never sets it, so a folder in a commit doesn't count as a leftover.
    private static func mark(
        _ descriptor: Int32, _ name: String, in parent: Int32, _ path: String
    ) throws(FileError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, fchmod(descriptor, status.st_mode & 0o7777 | sticky) == 0 else {
            let error = FileError.last(.write, path)
            unlinkat(parent, name, AT_REMOVEDIR)
            throw error
        }
    }

    fileprivate static let sticky: mode_t = 0o1000
}

extension LockedFolder {
    /// A link to a hidden folder, in this process's folder in the system's temporary folder.
    private final class Link: Sendable {
        static let prefix = "hidden-"

        private let owner: LockedFolder
        private let path: String

        /// Creates the link. Returns nil if that fails. The hidden folder's leftovers then stay until a process writes
        /// to its parent.
        init?(to target: String, in owner: LockedFolder) {
            self.owner = owner
            path = owner.path + "/" + Self.prefix + UUID().uuidString
            guard symlink(target, path) == 0 else { return nil }
        }

        deinit { unlink(path) }
    }

    /// The folders of this process, and the parents whose leftovers were removed.
    private struct State: Sendable {
        struct Folder: Sendable {
            weak var folder: LockedFolder?
        }

        var folders: [String: Folder] = [:]
        var swept: Set<String> = []
    }

    private static let state = Locked(State())
    private static let prefix = "permafrost-"

    /// Returns this process's folder in a parent folder, and creates it if it doesn't exist. The first time, removes the
    /// parent's leftovers.
    static func ofProcess(in parent: String) throws(FileError) -> LockedFolder {
        let parent = FileStatus.resolved(parent)
        return try ofProcess(
            in: FileAccess.openFolder(parent, in: AT_FDCWD, parent, for: .createDirectory), parent, owner: nil)
    }

    /// Returns this process's hidden folder in a parent folder, and creates it if it doesn't exist. The first time,
    /// removes the parent's leftovers.
    package static func hidden(in parent: Int32, _ path: String) throws(FileError) -> LockedFolder {
        let own = try FileAccess.openFolder(".", in: parent, path, for: .createDirectory)
        return try ofProcess(
            in: own, FileStatus.resolved(path), prefix: "." + prefix,
            owner: try? ofProcess(in: TemporaryFolder.parent.path))
    }

    private static func ofProcess(
        in parent: Int32, _ path: String, prefix: String = prefix, owner: LockedFolder?
    ) throws(FileError) -> LockedFolder {
        if state.withLock({ $0.swept.insert(path).inserted }) { removeLeftovers(in: parent, path) }
        let result: Result<LockedFolder, FileError> = state.withLock { state in
            if let folder = state.folders[path + "/" + prefix]?.folder {
                close(parent)
                return .success(folder)
            }
            do throws(FileError) {
                let folder = try LockedFolder(closing: parent, path, prefix: prefix, owner: owner)
                state.folders[path + "/" + prefix] = State.Folder(folder: folder)
                return .success(folder)
            } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Removes this process's folders, and then ends the process. Other threads that create an incomplete item or move
    /// it to its path wait until the process has ended. Other threads may still write to the folders, so removing them
    /// is tried repeatedly.
    package static func removeAll(end: () -> Never) -> Never {
        state.withLock { state in
            let folders = state.folders.values.compactMap(\.folder)
            // If a second signal ends the process first, the links to the other folders are still there.
            for folder in folders.filter({ $0.link != nil }) + folders.filter({ $0.link == nil }) {
                for _ in 0..<100 where (try? FileKind(of: folder.name, in: folder.parent, folder.path)) != .absent {
                    try? FileAccess.removeFolder(folder.name, in: folder.parent, folder.path)
                }
            }
            end()
        }
    }

    /// Calls `body` while no other thread removes this process's folders. A thread that moves an item out of a folder
    /// calls this function, so that it never moves an item of which a part was removed.
    package static func withoutRemoval<Result>(_ body: () throws -> Result) rethrows -> Result {
        try state.withLock { _ in try body() }
    }
}

extension LockedFolder {
    /// Removes the folders that processes of this user left in a parent folder, and the hidden folders that those contain
    /// links to. Items that can't be removed stay for the next process.
    ///
    /// A folder is a leftover if it has such a name, only this user can access it, no process has its lock, and it
    /// contains nothing but incomplete items. A hidden one is empty or has the sticky bit. Other links are never followed.
    package static func removeLeftovers(in parent: String = TemporaryFolder.parent.path) {
        let descriptor = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        removeLeftovers(in: descriptor, parent)
    }

    private static func removeLeftovers(in parent: Int32, _ path: String) {
        let names = try? FileAccess.names(closing: FileAccess.openFolder(".", in: parent, path, for: .list), path)
        for name in names ?? [] { removeLeftover(name, in: parent, path + "/" + name) }
    }

    private static func removeLeftover(_ name: String, in parent: Int32, _ path: String) {
        let isHidden = name.hasPrefix(".")
        guard isName(isHidden ? name.dropFirst() : name[...], after: prefix),
            let lock = ItemLock(ofLeft: name, O_RDONLY | O_DIRECTORY | O_NONBLOCK, in: parent)
        else { return }
        defer { withExtendedLifetime(lock) {} }
        var status = stat()
        guard fstat(lock.descriptor, &status) == 0, status.st_uid == geteuid(),
            let children = try? FileAccess.names(
                closing: FileAccess.openFolder(".", in: lock.descriptor, path, for: .list), path)
        else { return }
        let mode = status.st_mode & 0o1777
        guard mode == (isHidden ? 0o700 | sticky : 0o700) || mode == 0o700 && children.isEmpty else { return }
        for child in children {
            switch try? FileKind(of: child, in: lock.descriptor, path + "/" + child) {
            case .directory where isName(child[...], after: child.prefix { $0 != "-" } + "-"): continue
            case .regular where isHidden && isName(child[...], after: child.prefix { $0 != "-" } + "-"): continue
            case .symbolicLink where !isHidden && isName(child[...], after: Link.prefix): continue
            default: return
            }
        }
        for child in children where child.hasPrefix(Link.prefix) {
            guard removeTarget(of: child, in: lock.descriptor) else { return }
        }
        try? FileAccess.removeFolder(name, in: parent, path)
    }

    /// Removes the hidden folder that a link refers to, if it is a leftover. Returns whether nothing is left at its path.
    private static func removeTarget(of link: String, in folder: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(folder, link, &bytes, bytes.count)
        // A directory with such a name has no target.
        guard count > 0 else { return true }
        let target = String(decoding: bytes.prefix(count), as: UTF8.self) as NSString
        let parent = open(target.deletingLastPathComponent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { return errno == ENOENT || errno == ENOTDIR }
        defer { close(parent) }
        guard target.lastPathComponent.hasPrefix(".") else { return true }
        removeLeftover(target.lastPathComponent, in: parent, target as String)
        return (try? FileKind(of: target.lastPathComponent, in: parent, target as String)) == .absent
    }

    /// Returns whether a name is that of a hidden folder.
    package static func isHidden(_ name: String) -> Bool { isName(name[...], after: "." + prefix) }

    /// Returns whether a name consists of a prefix and a UUID.
    private static func isName(_ name: Substring, after prefix: some StringProtocol) -> Bool {
        name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil
    }
}
