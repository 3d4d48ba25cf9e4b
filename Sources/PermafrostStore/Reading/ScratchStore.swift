import Foundation

/// A copy of a store's files in a different folder: the database and the large values. If this process doesn't have the
/// store open, ``init(of:in:)`` also copies the `-wal` and any journal that a crash left.
package struct ScratchStore {
    /// The URL of the copied database. The copy is writable even if the original isn't.
    package let url: URL

    /// Copies a store to a folder, and creates the folder if it doesn't exist. Its parent must exist. Keeps the file's
    /// name, because the name of the folder with the large values depends on it.
    ///
    /// - Throws: `StoreError`, `SQLiteError`, `FileError` or a Foundation error if the store can't be read or the copy
    ///   can't be written.
    package init(of store: URL, in folder: URL) throws {
        url = folder.appendingPathComponent(store.lastPathComponent)
        try TemporaryFolder.make(folder)
        if try !Self.copyFiles(of: store, to: url) { try Self.copySnapshot(of: store, to: url) }
        try Self.copyLargeValues(of: store, to: url)
    }

    /// Copies a snapshot of a store that other processes may be writing to. The copy consists of the large values and
    /// one database file, which includes the rows of the `-wal`. The folder must not exist yet, but its parent must. It is
    /// created with the store's protection class.
    ///
    /// While the store is copied, a process that doesn't respect ``ValueReaders`` may remove a large value that the
    /// copied rows refer to. If so, the copy is made again, up to 20 times.
    ///
    /// - Throws: `StoreError` or `SQLiteError` if the store can't be read, or if values are removed during every
    ///   attempt; `FileError` or a Foundation error if the copy can't be written.
    package init(snapshotOf store: URL, in folder: URL) throws {
        url = folder.appendingPathComponent(store.lastPathComponent)
        let source = StoreFile(store)
        for _ in 0..<Self.attempts {
            try TemporaryFolder.make(folder)
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
            path: source.path,
            reason: "another process deleted large values during every attempt to copy the store. "
                + "Close the store there, and try again")
    }

    private static let attempts = 20

    /// Copies the files directly, unless this process has the store open. In that case, closing a second descriptor
    /// would drop the process's locks.
    ///
    /// - Returns: whether the files were copied.
    private static func copyFiles(of store: URL, to copy: URL) throws -> Bool {
        try OpenDatabases.alone {
            guard !OpenDatabases.mayContain(store.path) else { return false }
            // SQLite looks for the -wal and the journal next to the file that a link points to.
            let source = FileStatus.resolved(store.path)
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

    /// Copies the large values.
    ///
    /// - Returns: the names of the copied values. A value that is removed in the meantime isn't copied.
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
