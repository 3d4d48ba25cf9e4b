import Foundation
import PermafrostStore

/// The stores that a restore moved aside. Each is in a separate folder, with all of its files under their original
/// names. The first store moves to `X.failed`. A store that was created at the same path in the meantime moves to
/// `X.failed/2`, and so on.
///
/// The database file is swapped with an empty folder in one step. While the folder is at the store's path, no process
/// can open or create a store there. If the path were empty, a process could create a store next to the old `-wal`.
/// SQLite would then delete the `-wal`, or replay it over the new store. The folder stays until the restored store
/// replaces it. On a volume that can't swap two names, such as HFS+, the path is empty in the meantime.
struct MovedStores {
    let folder: SafetyFolder
    let files: FileSystem
    /// The path of the folder that the first store moves to.
    let path: String

    private var store: String { folder.store.path }
    private var place: RestorePlace { RestorePlace(folder: folder, files: files) }

    /// The folders of the moved stores, and the next free folder.
    private struct Contents {
        /// The folders of the moved stores, in the order of the moves.
        var stores: [String] = []
        /// The first folder without any part of a store. An earlier folder may contain a `-wal` without its store.
        var free = ""
    }

    private func contents() throws -> Contents {
        var contents = Contents()
        var number = 1
        while true {
            contents.free = number == 1 ? path : path + "/" + folder.nameNextToStore("\(number)")
            let found = try Self.endings(at: contents.free + "/" + folder.storeName)
            if found.isEmpty { return contents }
            if found.contains("") { contents.stores.append(contents.free) }
            number += 1
        }
    }

    /// Returns whether the folder at a path contains a second store.
    static func hasSecond(in path: String, of folder: SafetyFolder) throws -> Bool {
        try FileAccess.list(path).contains(folder.nameNextToStore("2"))
    }

    /// Returns the suffixes of the store's existing files: `-wal` for the write-ahead log, for example, or an empty
    /// string for the database file. An empty folder at a file's path isn't counted.
    private static func endings(at store: String) throws -> [String] {
        try StoreFile.endings.filter { ending in
            switch try FileKind(of: store + ending) {
            case .absent: false
            case .directory: try !FileAccess.list(store + ending).isEmpty
            case .regular, .symbolicLink, .other: true
            }
        }
    }

    /// Whether no store has been moved yet.
    var isEmpty: Bool { get throws { try contents().stores.isEmpty } }

    /// Whether any part of a store is still at the store's path.
    var hasMore: Bool { get throws { try !Self.endings(at: store).isEmpty } }

    /// Removes the folder for the first moved store if no part of a store was moved to it. After an abandoned restore,
    /// the folder can contain links to large values or copies of them. They aren't needed, because the store still has
    /// its large values.
    func removeIfUnused() throws {
        if try contents().free == path { try files.remove(path) }
    }

    /// Moves the store aside. The caller must first try to prevent other connections from writing to the store: see
    /// ``StoreUsers``.
    ///
    /// The large values are linked in the new folder before the store moves. If a process ignores the lock, it may save
    /// new values in between. The values are therefore linked again afterward, in the new folder and in the folders of
    /// all previously moved stores.
    ///
    /// - Parameter record: a closure that records the number of the empty folder before that folder is at the store's
    ///   path. It is called only if the folder can't be marked.
    func add(recordPlace record: (UInt64) throws -> Void) throws {
        let contents = try contents()
        let endings = try Self.endings(at: store)
        // If the database file is missing, the remaining files belong to the store that was moved last.
        let isNew = endings.contains("") || contents.stores.isEmpty
        let folders = isNew ? contents.stores + [contents.free] : contents.stores
        let placeholder = contents.free + "/" + folder.storeName
        if endings.contains(""), let number = try place.make(placeholder, for: (path as NSString).lastPathComponent) {
            try record(number)
        }
        for kept in folders where try !keepValues(in: kept) { try files.sync(kept, upTo: folder.path) }
        if endings.contains("") { try leavePlace(to: placeholder) }
        let rest = endings.filter { !$0.isEmpty }
        // A folder with files that someone created at the store's path isn't a store. The remaining files belong to the
        // previous store.
        let isFolder = try endings.contains("") && FileKind(of: placeholder) == .directory
        var target = (isFolder ? contents.stores : folders).last ?? contents.free
        // If the moved store already has such a file, or doesn't use write-ahead logging, this file belongs to a
        // different store. SQLite would replay another store's -wal.
        let moved = target + "/" + folder.storeName
        if !isNew || isFolder, !rest.isEmpty,
            try Self.endings(at: moved).contains(where: rest.contains)
                || FileKind(of: moved) == .regular && !StoreOpening(path: moved).usesLog()
        {
            target = contents.free
            try files.makeFolder(target)
        }
        for ending in rest where try FileKind(of: store + ending) != .absent {
            try files.rename(store + ending, target + "/" + folder.storeName + ending)
        }
        try files.sync(target, upTo: folder.path)
        try files.sync(folder.parent)
        for kept in folders { _ = try keepValues(in: kept) }
    }

    /// Moves the database file and puts an empty folder at its path. On a volume that can't swap two names, the path
    /// stays empty.
    private func leavePlace(to target: String) throws {
        do { try files.exchange(store, target) } catch let error as FileError
            where [EINVAL, ENOSYS, ENOTSUP].contains(error.code)
        {
            try files.removeFolder(target)
            try files.rename(store, target)
        }
    }

    /// Links or copies the files of the large values to the folder at `kept`. SwiftData can remove the originals,
    /// because the restored store may not refer to them.
    ///
    /// - Returns: whether a value was added to the folder.
    private func keepValues(in kept: String) throws -> Bool {
        try files.makeFolder(kept)
        let target = kept + "/" + ExternalStorage.relativeFolder(of: folder.storeName)
        var hasValues = false
        for value in try folder.file.externalStorage.files() {
            let place = target + "/" + value.name
            guard try FileKind(of: place) == .absent else { continue }
            hasValues = true
            try files.makeFolder(target)
            do { try files.link(value.path, place) } catch {
                // The process that uses the value has removed it in the meantime.
                guard try FileKind(of: value.path) != .absent else { continue }
                // An incomplete copy doesn't count as kept. The copy is renamed when it is complete.
                try files.remove(place + ".partial")
                try files.copy(value.path, place + ".partial")
                try files.rename(place + ".partial", place)
            }
        }
        if hasValues { try files.sync(target, upTo: folder.path) }
        return hasValues
    }
}
