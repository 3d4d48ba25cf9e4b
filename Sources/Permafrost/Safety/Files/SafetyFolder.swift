import Foundation
import PermafrostStore

/// The folder with a store's backups, journal and lock. It is next to the store and named after it, so different stores
/// never share files.
///
/// ```
/// .permafrost-backups/App.store/
///   journal.json                     during a migration or a restore
///   lock                             while a process has exclusive access
///   PostsPlan-20250101T120000.000Z/  a backup: App.store, .App_SUPPORT/_EXTERNAL_DATA/…, manifest.json
///   PostsPlan-20250101T120000.000Z@20250101T120003.000Z.failed/
///                                    a store that was replaced with this backup after its migration failed, with its
///                                    -wal and its large values; in 2/ a store that was created at the store's path in
///                                    the meantime
///   20250101T120000.000Z.replaced/   the same for a restore that the app requested
///   20250101T120000.000Z.aside/      a store that the app moved aside to begin with an empty one; in restoring/ the
///                                    copy of an unfinished restore
///   restoring/                       the copy that is about to replace the store
///   migrating/                       the copy of a progressive migration
/// ```
struct SafetyFolder: Sendable {
    static let name = ".permafrost-backups"

    /// The store's file. The path may contain symbolic links.
    let file: StoreFile

    /// Creates the paths for a store. The URL may contain symbolic links.
    init(store: URL) {
        file = StoreFile(store)
    }

    /// The URL of the store's file, with symbolic links resolved.
    var store: URL { file.resolved }

    var storeName: String { store.lastPathComponent }
    /// The path of the folder that contains the store.
    var parent: String { store.deletingLastPathComponent().path }
    /// The path of the `.permafrost-backups` folder, which all stores in the same folder use.
    var common: String { parent + "/" + Self.name }
    var path: String { common + "/" + storeName }
    var journal: String { path + "/journal.json" }
    var lock: String { path + "/lock" }
    var restoreFolder: String { path + "/restoring" }

    /// Returns a name for an item that is next to a copy of the store: the given name, unless the store has it. The
    /// comparison ignores case, because some volumes do.
    func nameNextToStore(_ name: String) -> String {
        storeName.lowercased() == name ? "other-" + name : name
    }

    /// Returns the path of a folder in the store's safety folder, such as the folder of a backup.
    func folder(_ name: String) -> String { path + "/" + name }

    /// The names of the folders in the store's safety folder, sorted; empty if the safety folder doesn't exist.
    ///
    /// - Throws: `FileError` if the folder can't be listed, or if it or the `.permafrost-backups` folder is a symbolic
    ///   link.
    var folders: [String] {
        get throws {
            try requireNoLink()
            do { return try FileAccess.list(path).filter { try FileKind(of: folder($0)) == .directory } } catch let
                error
                as FileError where error.code == ENOENT
            { return [] }
        }
    }

    /// Throws a `FileError` if the safety folder or the `.permafrost-backups` folder is a symbolic link. The link's
    /// target may be any folder, so nothing is created, listed or removed there.
    private func requireNoLink() throws {
        for path in [common, path] where try FileKind(of: path) == .symbolicLink {
            throw FileError(operation: .open, path: path, code: ELOOP)
        }
    }

    /// Creates the store's safety folder if it doesn't exist. Throws an error if anything other than a folder exists at
    /// its path or at the path of the `.permafrost-backups` folder, such as a symbolic link.
    func make(_ files: FileSystem) throws {
        try requireNoLink()
        guard try FileKind(of: path) != .directory else { return }
        try files.makeFolder(path)
        try files.sync(common)
        try files.sync(parent)
    }

    /// Removes the store's safety folder and the `.permafrost-backups` folder if they are empty. Ignores errors.
    func removeIfEmpty() {
        rmdir(path)
        rmdir(common)
    }
}
