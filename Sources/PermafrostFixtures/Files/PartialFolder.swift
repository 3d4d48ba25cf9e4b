import Foundation
import PermafrostModel
import PermafrostStore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// A hidden folder, named `.permafrost-partial-<random>-<proof>`, where new files are written. When the folder is
/// complete, the caller moves it to its final path with one rename.
///
/// If the process dies, the folder remains. A later process removes it if:
/// - the proof in the name shows that this user's tool created the folder
/// - the lock shows that the creating process has ended
/// - the folder contains only files that the tool writes
package final class PartialFolder: Sendable {
    /// The folder's path, relative to its root.
    package let path: String
    private let root: RootFolder
    private let lock: ItemLock

    /// Creates an empty folder. It stays locked until this instance is deallocated or the process ends. Throws a
    /// ``FileError`` if the folder can't be created or locked.
    package init(in parent: String, of root: RootFolder) throws {
        let folder = try root.openFolder(parent, for: .createDirectory)
        defer { close(folder) }
        let names = PartialName(.folder, in: folder, key: root.key)
        while true {
            let name = names.next()
            let path = parent.isEmpty ? name : parent + "/" + name
            guard mkdirat(folder, name, 0o755) == 0 else {
                throw FileError.last(.createDirectory, root.complete(path))
            }
            // Until the folder is locked, a different process may consider it abandoned and remove the empty folder.
            guard let lock = try ItemLock(ofNew: name, O_RDONLY | O_DIRECTORY, in: folder, root.complete(path))
            else { continue }
            (self.path, self.root, self.lock) = (path, root, lock)
            return
        }
    }

    /// Removes each regular file in the folder for which `isOwn` returns true for its name. Then removes the folder if
    /// it is empty. Does nothing if the folder no longer exists.
    ///
    /// If the caller exchanged the folder with another one, this function removes files from the folder that is now at
    /// ``path``.
    ///
    /// - Returns: the names of the remaining items. If any remain, the folder also remains.
    package func remove(where isOwn: (String) -> Bool) throws -> [String] {
        do {
            return try root.inParent(of: path, for: .remove) { folder, name in
                try Self.remove(name, in: folder, root.complete(path), where: isOwn)
            }
        } catch let error as FileError where error.code == ENOENT {
            // A different process has removed the folder, because it considered it abandoned.
            return []
        }
    }

    fileprivate static func remove(
        _ name: String, in parent: Int32, _ path: String, where isOwn: (String) -> Bool
    ) throws -> [String] {
        let folder = try FileAccess.openFolder(name, in: parent, path, for: .remove)
        defer { close(folder) }
        var foreign: [String] = []
        for child in try FileAccess.names(closing: FileAccess.openFolder(".", in: folder, path, for: .list), path) {
            let childPath = path + "/" + child
            guard isOwn(child), try FileKind(of: child, in: folder, childPath) == .regular else {
                foreign.append(child)
                continue
            }
            guard unlinkat(folder, child, 0) == 0 || errno == ENOENT else { throw FileError.last(.remove, childPath) }
        }
        guard foreign.isEmpty else { return foreign }
        guard unlinkat(parent, name, AT_REMOVEDIR) == 0 else { throw FileError.last(.remove, path) }
        return []
    }
}

extension RootFolder {
    /// Writes a file atomically. The file always has either its previous content or all of the new bytes.
    ///
    /// - Parameter replacing: whether to replace an existing regular file. The new file gets the old one's permissions,
    ///   owner and extended attributes. If false, an existing item at the path is an error (`EEXIST`). A link, folder,
    ///   pipe or device is never replaced.
    package func put(_ bytes: [UInt8], at path: String, replacing: Bool) throws {
        try inParent(of: path, for: .write) { folder, name in
            let complete = complete(path)
            let model = try replacing ? Self.openModel(name, in: folder, complete) : nil
            defer { if let model { close(model) } }
            removeLeftovers(in: folder, self.complete(path.parentPath)) { _ in false }
            let names = PartialName(.file, in: folder, key: key)
            var partial: (name: String, lock: ItemLock)?
            while partial == nil {
                let name = names.next()
                partial = try ItemLock(ofNew: name, O_WRONLY | O_CREAT | O_EXCL, in: folder, complete)
                    .map { (name, $0) }
            }
            guard let partial else { return }
            do {
                let file = partial.lock.descriptor
                try bytes.withUnsafeBytes { try FileAccess.writeAll($0, to: file, complete) }
                if let model { try FileAccess.copyAttributes(of: model, to: file, complete) }
                try FileAccess.sync(file, complete)
                let done =
                    model == nil
                    ? FileAccess.moveNew(folder, partial.name, folder, name)
                    : renameat(folder, partial.name, folder, name)
                guard done == 0 else { throw FileError.last(.rename, complete) }
            } catch {
                unlinkat(folder, partial.name, 0)
                throw error
            }
            try FileAccess.sync(folder, complete)
        }
    }

    /// Opens the file to replace, or returns nil if nothing exists at the path. Throws if the item isn't a regular
    /// file.
    private static func openModel(_ name: String, in folder: Int32, _ path: String) throws -> Int32? {
        switch try FileKind(of: name, in: folder, path) {
        case .absent: return nil
        case .symbolicLink: throw FileError(operation: .write, path: path, code: ELOOP)
        case .directory: throw FileError(operation: .write, path: path, code: EISDIR)
        case .other: throw FileError(operation: .write, path: path, code: EINVAL)
        case .regular:
            let file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
            guard file >= 0 else { throw FileError.last(.open, path) }
            return file
        }
    }

    /// Removes the partial files and folders that killed processes of this user left in a folder. Items that can't be
    /// removed stay for the next process. They are hidden and harmless.
    ///
    /// - Parameter isOwn: returns whether the tool writes a file with the given name to a ``PartialFolder``.
    package func removeLeftovers(in folder: String, where isOwn: (String) -> Bool) throws {
        let descriptor = try openFolder(folder, for: .list)
        defer { close(descriptor) }
        removeLeftovers(in: descriptor, complete(folder), where: isOwn)
    }

    private func removeLeftovers(in folder: Int32, _ path: String, where isOwn: (String) -> Bool) {
        let entries = try? FileAccess.names(closing: FileAccess.openFolder(".", in: folder, path, for: .list), path)
        let named = (entries ?? []).filter { $0.hasPrefix(PartialName.prefix) }
        guard !named.isEmpty, let key else { return }
        for name in named {
            switch try? FileKind(of: name, in: folder, path) {
            case .regular where PartialName(.file, in: folder, key: key).isProved(name):
                guard let lock = ItemLock(ofLeft: name, O_RDONLY | O_NONBLOCK, in: folder) else { continue }
                unlinkat(folder, name, 0)
                withExtendedLifetime(lock) {}
            case .directory where PartialName(.folder, in: folder, key: key).isProved(name):
                guard let lock = ItemLock(ofLeft: name, O_RDONLY | O_DIRECTORY, in: folder) else { continue }
                _ = try? PartialFolder.remove(name, in: folder, path + "/" + name, where: isOwn)
                withExtendedLifetime(lock) {}
            default: continue
            }
        }
    }
}

/// A generator of names for the partial files or folders in a folder, which also verifies the names of leftovers. If
/// the user has a key, a name contains a proof that this user's tool created the item in that folder.
private struct PartialName {
    enum Kind: String {
        case file, folder
    }

    static let prefix = ".permafrost-partial-"

    private let kind: Kind
    private let key: UserKey?
    /// The folder's inode number. As a part of the proof, it makes the proof invalid in a copy or clone of the folder.
    private let number: UInt64

    init(_ kind: Kind, in folder: Int32, key: UserKey?) {
        var status = stat()
        // The status of an open folder is always available. If it weren't, no name would have a valid proof.
        let isKnown = fstat(folder, &status) == 0
        self.kind = kind
        self.key = isKnown ? key : nil
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    func next() -> String {
        let random = Digest.hex((0..<8).map { _ in UInt8.random(in: .min ... .max) })
        return Self.prefix + random + (proof(of: random).map { "-" + $0 } ?? "")
    }

    /// Returns whether a name contains a valid proof for this folder and kind.
    func isProved(_ name: String) -> Bool {
        let parts = name.dropFirst(Self.prefix.count).split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let proof = proof(of: String(parts[0])) else { return false }
        return proof == parts[1]
    }

    private func proof(of random: String) -> String? {
        key.map { key in
            Digest.hex(key.mac(Array("\(number) \(random)".utf8), purpose: "partial \(kind.rawValue)").prefix(16))
        }
    }
}
