import Foundation
import PermafrostFiles

/// A store's files under another folder: the database, a -wal with rows that are not in it yet, a journal left by a crash,
/// and the folder with its large values.
package struct StoreDuplicate {
    /// The copy's database, which may be written to whatever the original allows.
    package let url: URL

    /// Copies a store into a folder, under its own name: large values are found by it.
    package init(of store: URL, in folder: URL) throws {
        url = folder.appendingPathComponent(store.lastPathComponent)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if try !Self.copyFiles(of: store, to: url) { try Self.copySnapshot(of: store, to: url) }
        try copyLargeValues(of: store)
    }

    /// Copies a store that other processes may be writing to: the database as it is at one moment, in one file, rows of the
    /// -wal included. Large values are those that are there right afterwards.
    ///
    /// - Throws: `StoreError` or `SQLiteError` where it cannot be read, Foundation's error where it cannot be written.
    package init(snapshotOf store: URL, in folder: URL) throws {
        url = folder.appendingPathComponent(store.lastPathComponent)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Self.copySnapshot(of: store, to: url)
        try copyLargeValues(of: store)
    }

    /// Copies the files themselves, unless this process has the store open: closing a second descriptor would drop its locks.
    ///
    /// - Returns: whether it copied them.
    private static func copyFiles(of store: URL, to copy: URL) throws -> Bool {
        try OpenDatabases.alone {
            guard !OpenDatabases.mayContain(store.path) else { return false }
            // SQLite looks for -wal and journal beside the file that a link leads to.
            let source = store.resolvingSymlinksInPath().path
            for ending in ["", "-wal", "-journal"] where ending.isEmpty || FileStatus.exists(source + ending) {
                try FileAccess.clone(source + ending, to: copy.path + ending)
            }
            return true
        }
    }

    private static func copySnapshot(of store: URL, to copy: URL) throws {
        try StoreIdentity(path: store.path).read { connection in
            try connection.snapshot { try connection.copy(to: copy.path) }
        }
    }

    private func copyLargeValues(of store: URL) throws {
        let values = try StoreFile(store).externalStorage.files()
        guard !values.isEmpty else { return }
        let copied = StoreFile(url).externalStorage.folder
        try FileManager.default.createDirectory(atPath: copied, withIntermediateDirectories: true)
        for value in values { try FileManager.default.copyItem(atPath: value.path, toPath: copied + "/" + value.name) }
    }
}
