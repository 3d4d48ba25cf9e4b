import Foundation
import PermafrostStore

/// The folder with what keeps a store safe: `.permafrost-backups/App.store/` beside `App.store`, so that neighbours of whatever
/// names share nothing.
///
/// ```
/// .permafrost-backups/App.store/
///   journal.json                     while a migration or a restore is under way
///   lock                             while a process has its turn
///   PostsPlan-20250101T120000.000Z/  a backup: App.store, .App_SUPPORT/_EXTERNAL_DATA/…, manifest.json
///   20250101T120000.000Z.failed/     a store that a backup took the place of, with its -wal and its large values;
///                                    in 2/ one that somebody made in the empty place meanwhile
///   restoring/                       the copy that is about to take the store's place
/// ```
struct SafetyFolder: Sendable {
    static let name = ".permafrost-backups"

    /// The store, which may be reached through symbolic links.
    let file: StoreFile

    /// The folder of a store, which may be reached through symbolic links.
    init(store: URL) {
        file = StoreFile(store)
    }

    /// The store's file, no symbolic link.
    var store: URL { file.resolved }

    /// The store's file name.
    var storeName: String { store.lastPathComponent }
    /// The folder that contains the store.
    var parent: String { store.deletingLastPathComponent().path }
    /// The folder of all that is kept for stores in that folder.
    var common: String { parent + "/" + Self.name }
    /// The folder of what is kept for the store.
    var path: String { common + "/" + storeName }
    var journal: String { path + "/journal.json" }
    var lock: String { path + "/lock" }
    var restoreFolder: String { path + "/restoring" }

    /// The folder of a backup, or of a failed store.
    func folder(_ name: String) -> String { path + "/" + name }

    /// The names of the folders in it, sorted; none if it is not there.
    ///
    /// - Throws: `FileError` if it cannot be listed.
    var folders: [String] {
        get throws {
            do { return try FileAccess.list(path).filter { try FileKind(of: folder($0)) == .directory } } catch let
                error
                as FileError where error.code == ENOENT
            { return [] }
        }
    }

    /// Makes the folder. What is in the way there, such as a symbolic link, is an error.
    func make(_ files: FileSystem) throws {
        guard try FileKind(of: path) != .directory else { return }
        try files.makeFolder(path)
        try files.sync(common)
        try files.sync(parent)
    }

    /// Removes the folders that hold nothing; not to be removed is no error.
    func removeIfEmpty() {
        rmdir(path)
        rmdir(common)
    }
}
