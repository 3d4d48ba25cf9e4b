import Foundation
import PermafrostStore

/// Moves what is at a store's place to a folder of its own, with all that belongs to it under its own names: the first store to
/// `X.failed` itself, and one that somebody has made in the place since to `X.failed/2`, and so on.
///
/// The store changes places with an empty folder, in one step. Nobody can open a folder as a store, or make a store where one
/// is: so nobody finds the place empty while the `-wal` is still beside it. SQLite would remove that `-wal` as one of no store,
/// or replay it over a store that is new. The folder stays until the restored store takes the place. A volume that cannot
/// exchange two names, such as HFS+, has the place empty meanwhile.
struct MovedStores {
    let folder: SafetyFolder
    let files: FileSystem
    /// The folder of the first store.
    let path: String

    private var store: String { folder.store.path }

    /// What is in the folders, as far as there are any.
    private struct Contents {
        /// The folders of the stores that were moved, in the order in which they were.
        var stores: [String] = []
        /// The first folder that nothing of a store is in. A `-wal` without its store may be in one before.
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

    /// The endings of the files that are there of a store; a folder that keeps its place is not one.
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

    /// Whether something of a store is at the place.
    var hasMore: Bool { get throws { try !Self.endings(at: store).isEmpty } }

    /// Removes the folder if nothing of a store was moved to it: a restoration that was given up needs no folder, and the store has
    /// its large values at their place.
    func removeIfUnused() throws {
        if try contents().free == path { try files.remove(path) }
    }

    /// Moves what is at the place. Nobody else may write to the store meanwhile, as far as that can be helped.
    ///
    /// A large value has its name in the folder on the disk before the store moves. The values are kept once more afterwards,
    /// and for each store that was moved before: who does not wait for the lock may have saved in between, and the row has gone
    /// with the store.
    func add() throws {
        let contents = try contents()
        let endings = try Self.endings(at: store)
        // Without its own file, what is left is the rest of the store that was moved last.
        let isNew = endings.contains("") || contents.stores.isEmpty
        let folders = isNew ? contents.stores + [contents.free] : contents.stores
        let placeholder = contents.free + "/" + folder.storeName
        if endings.contains("") { try files.makeFolder(placeholder) }
        for kept in folders where try !keepValues(in: kept) { try files.sync(kept, upTo: folder.path) }
        if endings.contains("") { try leavePlace(to: placeholder) }
        let rest = endings.filter { !$0.isEmpty }
        // A folder in the place, in which somebody has put something, is not a store: the rest is that of the store before it.
        let isFolder = try endings.contains("") && FileKind(of: placeholder) == .directory
        var target = (isFolder ? contents.stores : folders).last ?? contents.free
        // A store that has such a file already is another one's.
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

    /// Moves the store's own file, in exchange for an empty folder.
    private func leavePlace(to target: String) throws {
        do { try files.exchange(store, target) } catch let error as FileError
            where [EINVAL, ENOSYS, ENOTSUP].contains(error.code)
        {
            try files.removeFolder(target)
            try files.rename(store, target)
        }
    }

    /// Keeps the files of the large values, which the restored store may not name.
    ///
    /// - Returns: whether there were any that were not kept yet.
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
                // A copy that was cut short does not count as kept: it gets the value's name once it is whole.
                try files.remove(place + ".partial")
                try files.copy(value.path, place + ".partial")
                try files.rename(place + ".partial", place)
            }
        }
        if hasValues { try files.sync(target, upTo: folder.path) }
        return hasValues
    }
}
