import Foundation
import PermafrostStore

/// The stores that were moved from their place to folders of their own, with all of their files under their own names.
/// The first store moves to `X.failed` itself, a store that was created in the place since then to `X.failed/2`, and so
/// on.
///
/// The store is exchanged with an empty folder in one step. A folder can't be opened as a store, and no store can be
/// created where a folder is. So the place is never empty while the `-wal` is still next to it. If the place were
/// empty, SQLite would remove that `-wal` as one without a store, or replay it over a new store. The folder stays until
/// the restored store replaces it. On a volume that can't exchange two names, such as HFS+, the place is empty in the
/// meantime.
struct MovedStores {
    let folder: SafetyFolder
    let files: FileSystem
    /// The folder of the first store.
    let path: String

    private var store: String { folder.store.path }

    /// The contents of the folders, if there are any.
    private struct Contents {
        /// The folders of the moved stores, in the order of the moves.
        var stores: [String] = []
        /// The first folder that contains no part of a store. An earlier folder may contain a `-wal` without its store.
        var free = ""
    }

    private func contents() throws -> Contents {
        var contents = Contents()
        var number = 1
        while true {
            contents.free = number == 1 ? path : "\(path)/\(number)"
            let found = try Self.endings(at: contents.free + "/" + folder.storeName)
            if found.isEmpty { return contents }
            if found.contains("") { contents.stores.append(contents.free) }
            number += 1
        }
    }

    /// Returns the endings of a store's files that exist. A folder that keeps the store's place doesn't count.
    private static func endings(at store: String) throws -> [String] {
        try StoreFile.endings.filter { ending in
            switch try FileKind(of: store + ending) {
            case .absent: false
            case .directory: try !FileAccess.list(store + ending).isEmpty
            case .regular, .symbolicLink, .other: true
            }
        }
    }

    /// Whether no store was moved yet.
    var isEmpty: Bool { get throws { try contents().stores.isEmpty } }

    /// Whether any part of a store is in the place.
    var hasMore: Bool { get throws { try !Self.endings(at: store).isEmpty } }

    /// Removes the folder if no part of a store was moved to it. A restore that was given up needs no folder, and the
    /// store still has its large values.
    func removeIfUnused() throws {
        if try contents().free == path { try files.remove(path) }
    }

    /// Moves the store in the place. Nobody else may write to the store meanwhile, as far as this can be prevented.
    ///
    /// A large value has its name in the folder on the disk before the store moves. The values are kept again
    /// afterwards, and for each store that was moved before: a process that doesn't wait for the lock may have saved in
    /// between, and its row moved with the store.
    func add() throws {
        let contents = try contents()
        let endings = try Self.endings(at: store)
        // If the store's own file is missing, the remaining files belong to the store that was moved last.
        let isNew = endings.contains("") || contents.stores.isEmpty
        let folders = isNew ? contents.stores + [contents.free] : contents.stores
        let placeholder = contents.free + "/" + folder.storeName
        if endings.contains("") { try files.makeFolder(placeholder) }
        for kept in folders where try !keepValues(in: kept) { try files.sync(kept, upTo: folder.path) }
        if endings.contains("") { try leavePlace(to: placeholder) }
        let rest = endings.filter { !$0.isEmpty }
        // A folder that somebody put in the place, with files in it, isn't a store. The remaining files belong to the
        // previous store.
        let isFolder = try endings.contains("") && FileKind(of: placeholder) == .directory
        var target = (isFolder ? contents.stores : folders).last ?? contents.free
        // A store that already has such a file isn't the one that it belongs to.
        if !isNew || isFolder, try Self.endings(at: target + "/" + folder.storeName).contains(where: rest.contains) {
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

    /// Moves the store's own file and puts an empty folder in its place.
    private func leavePlace(to target: String) throws {
        do { try files.exchange(store, target) } catch let error as FileError
            where [EINVAL, ENOSYS, ENOTSUP].contains(error.code)
        {
            try files.removeFolder(target)
            try files.rename(store, target)
        }
    }

    /// Keeps the files of the large values, because the restored store may not refer to them.
    ///
    /// - Returns: whether some of them were not kept yet.
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
                // Its owner has removed it meanwhile.
                guard try FileKind(of: value.path) != .absent else { continue }
                // An incomplete copy doesn't count as kept: it gets the value's name when it is complete.
                try files.remove(place + ".partial")
                try files.copy(value.path, place + ".partial")
                try files.rename(place + ".partial", place)
            }
        }
        if hasValues { try files.sync(target, upTo: folder.path) }
        return hasValues
    }
}
