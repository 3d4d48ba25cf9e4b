import Foundation

/// A store's files under another folder: the database, a -wal with rows that are not in it yet, a journal left by a crash,
/// and the folder with its large values.
package struct ScratchStore {
    /// The copy's database, which may be written to whatever the original allows.
    package let url: URL

    /// Copies a store into a folder, under its own name: large values are found by it.
    package init(of store: URL, in folder: URL) throws {
        url = folder.appendingPathComponent(store.lastPathComponent)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if try !Self.copyFiles(of: store, to: url) { try Self.copySnapshot(of: store, to: url) }
        try Self.copyLargeValues(of: store, to: url)
    }

    /// Copies a store that other processes may be writing to: the database as it is at one moment, in one file, rows of the
    /// -wal included, and its large values. The folder, which must be new, gets the protection class of the store.
    ///
    /// A value that a save removes meanwhile may be one that the copied rows name. So nobody removes one while it is copied, as
    /// far as others keep to ``ValueReaders``; and the copy is made anew if one has gone.
    ///
    /// - Throws: `StoreError` or `SQLiteError` if it cannot be read, `FileError` or Foundation's error if it cannot be written.
    package init(snapshotOf store: URL, in folder: URL) throws {
        url = folder.appendingPathComponent(store.lastPathComponent)
        let source = StoreFile(store)
        for _ in 0..<Self.attempts {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileAccess.copyProtection(of: source.path, to: folder.path)
            let isWhole = try ValueReaders(of: source).read { [url] in
                let named = try source.externalStorage.files().map(\.name)
                try Self.copySnapshot(of: store, to: url)
                return try Set(named).isSubset(of: Self.copyLargeValues(of: store, to: url))
            }
            if isWhole { return }
            try FileManager.default.removeItem(at: folder)
        }
        throw StoreError.unreadable(
            path: source.path, reason: "Another process deletes values while it is being copied.")
    }

    private static let attempts = 20

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
        try StoreOpening(path: store.path).read { connection in
            try connection.snapshot { try connection.copy(to: copy.path) }
        }
    }

    /// - Returns: the names of the values that were there until they were copied.
    @discardableResult
    private static func copyLargeValues(of store: URL, to copy: URL) throws -> [String] {
        let values = try StoreFile(store).externalStorage.files()
        guard !values.isEmpty else { return [] }
        let folder = StoreFile(copy).externalStorage.folder
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        return try values.filter { value in
            let target = folder + "/" + value.name
            do { try FileAccess.clone(value.path, to: target) } catch let error as FileError where error.code == ENOENT
            {
                try FileAccess.remove(target)
                return false
            }
            return true
        }.map(\.name)
    }
}
