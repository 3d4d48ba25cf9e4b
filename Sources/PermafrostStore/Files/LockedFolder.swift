import Foundation
import PermafrostModel

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// The folder that contains a process's temporary folders in a parent folder: `permafrost-<UUID>`, or
/// `.permafrost-<UUID>` if it is hidden.
///
/// It exists while the process uses a temporary folder in the parent. The process holds its lock, so a different process
/// can tell whether it is in use. A folder with a free lock is a leftover. See ``removeLeftovers(in:)``.
package final class LockedFolder: Sendable {
    let path: String
    private let lock: ItemLock

    var name: String { (path as NSString).lastPathComponent }

    /// Creates and locks a folder that only this user can access.
    private init(in parent: String, prefix: String) throws(TemporaryFolderError) {
        while true {
            let path = parent + "/" + prefix + UUID().uuidString
            do throws(FileError) {
                guard mkdir(path, 0o700) == 0 else { throw FileError.last(.createDirectory, path) }
                // Until the folder is locked, a different process may consider it abandoned and remove it.
                guard let lock = try ItemLock(ofNew: path, O_RDONLY | O_DIRECTORY, in: AT_FDCWD, path) else { continue }
                (self.path, self.lock) = (path, lock)
                return
            } catch {
                throw TemporaryFolderError(in: URL(fileURLWithPath: parent), code: error.code)
            }
        }
    }

    deinit { rmdir(path) }
}

extension LockedFolder {
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
    static func ofProcess(in parent: String, isHidden: Bool) throws(TemporaryFolderError) -> LockedFolder {
        let parent = FileStatus.resolved(parent)
        if state.withLock({ $0.swept.insert(parent).inserted }) { removeLeftovers(in: parent) }
        let prefix = (isHidden ? "." : "") + prefix
        let result: Result<LockedFolder, TemporaryFolderError> = state.withLock { state in
            if let folder = state.folders[parent + "/" + prefix]?.folder { return .success(folder) }
            do throws(TemporaryFolderError) {
                let folder = try LockedFolder(in: parent, prefix: prefix)
                state.folders[parent + "/" + prefix] = State.Folder(folder: folder)
                return .success(folder)
            } catch { return .failure(error) }
        }
        return try result.get()
    }

    /// Removes the folders that processes of this user left in a parent folder. Items that can't be removed stay for the
    /// next process.
    ///
    /// A folder is a leftover if it has such a name, only this user can access it, no process has its lock, and it
    /// contains nothing but temporary folders. Links are never followed.
    package static func removeLeftovers(in parent: String = TemporaryFolder.parent.path) {
        let descriptor = open(parent, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        let names = try? FileAccess.names(
            closing: FileAccess.openFolder(".", in: descriptor, parent, for: .list), parent)
        for name in names ?? [] where isName(name.hasPrefix(".") ? name.dropFirst() : name[...], after: prefix) {
            guard let lock = ItemLock(ofLeft: name, O_RDONLY | O_DIRECTORY | O_NONBLOCK, in: descriptor) else {
                continue
            }
            defer { withExtendedLifetime(lock) {} }
            let path = parent + "/" + name
            var status = stat()
            guard fstat(lock.descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o7777 == 0o700,
                let children = try? FileAccess.names(
                    closing: FileAccess.openFolder(".", in: lock.descriptor, path, for: .list), path),
                children.allSatisfy({ child in
                    isName(child[...], after: child.prefix { $0 != "-" } + "-")
                        && (try? FileKind(of: child, in: lock.descriptor, path + "/" + child)) == .directory
                })
            else { continue }
            try? FileAccess.removeFolder(name, in: descriptor, path)
        }
    }

    /// Returns whether a name consists of a prefix and a UUID.
    private static func isName(_ name: Substring, after prefix: some StringProtocol) -> Bool {
        name.hasPrefix(prefix) && UUID(uuidString: String(name.dropFirst(prefix.count))) != nil
    }

    /// Removes this process's folders, and then ends the process. Other threads that create a temporary folder wait
    /// until the process has ended. Other threads may still write to the folders, so removing them is tried repeatedly.
    package static func removeAll(end: () -> Never) -> Never {
        state.withLock { state in
            for folder in state.folders.values.compactMap(\.folder) {
                for _ in 0..<100 where FileStatus(at: folder.path, followsLink: false) != nil {
                    try? FileAccess.removeDirectory(folder.path)
                }
            }
            end()
        }
    }

    /// Waits while another thread removes this process's folders, until it has ended the process. Otherwise, does
    /// nothing.
    package static func waitForRemoval() { state.withLock { _ in } }
}
