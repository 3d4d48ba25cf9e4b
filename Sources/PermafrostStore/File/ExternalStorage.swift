import Foundation

/// The files that contain a store's large values. Each value has its own file in `.NAME_SUPPORT/_EXTERNAL_DATA` next to
/// the store. The row's cell contains the file's name, a UUID. This format isn't verified with a store that Apple's
/// framework wrote.
///
/// A file that a row refers to always exists:
/// - A value's bytes and its file name reach the disk before the row that refers to the file is committed. See
///   ``write(_:)`` and ``sync(includesParents:)``.
/// - A file is never overwritten. It is removed only if no row refers to it, and only while no process reads an earlier
///   state of the store. See ``UnreferencedValues`` and ``ValueReaders``.
/// - No file is removed if a different store may keep its values in the same folder. See ``mayBeShared()``.
/// - A folder that can't be listed, or a file that can't be read, is an error. It is never treated as absent.
package struct ExternalStorage: Sendable, Hashable {
    /// The maximum size of a value that is stored in its cell, in bytes. Larger values are stored in files. This limit
    /// isn't verified with Core Data.
    package static let inlineLimit = 100_000

    /// The folder for new values. It may not exist yet.
    package let folder: String
    /// The folders that may contain values, starting with ``folder``. If a symbolic link in the store's path points to
    /// another folder, there is a second one next to the link. It contains values if someone moved the store without
    /// its values and replaced it with the link.
    package let folders: [String]
    private let store: StoreFile

    package init(store: StoreFile) {
        self.store = store
        let places = [store.resolved, store.url].map { url in
            url.deletingLastPathComponent().path + "/" + Self.relativeFolder(of: url.lastPathComponent)
        }
        folder = places[0]
        folders =
            store.resolved.path == store.url.path || FileStatus.resolved(places[0]) == FileStatus.resolved(places[1])
            ? [places[0]] : places
    }

    /// Returns the folder of a store's large values, such as `.Trips_SUPPORT/_EXTERNAL_DATA` for `Trips.store`. The
    /// result is relative to the store's folder.
    ///
    /// - Parameter name: the store's file name. The extension is ignored, so stores whose names differ only in the
    ///   extension share a folder.
    package static func relativeFolder(of name: String) -> String {
        ".\((name as NSString).deletingPathExtension)_SUPPORT/_EXTERNAL_DATA"
    }

    /// Returns whether a path relative to a store's folder is the path of a large value's file.
    package static func isRelativePathOfFile(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0].hasPrefix(".") && parts[0].hasSuffix("_SUPPORT")
            && parts[1] == "_EXTERNAL_DATA" && !["", ".", ".."].contains(parts[2])
    }

    // MARK: Reading

    /// Returns the names of the value files in ``folders``, sorted and without duplicates. Omits items whose names
    /// aren't UUIDs.
    ///
    /// - Throws: `FileError` if a folder exists but can't be listed.
    package func names() throws -> [String] {
        try Set(folders.flatMap { try Self.list($0) }).filter { UUID(uuidString: $0) != nil }.sorted()
    }

    /// Returns the names and paths of all regular files in ``folders``. If both folders contain a file with the same
    /// name, only the file in ``folder`` is returned.
    ///
    /// - Throws: `FileError` if a folder exists but can't be listed, or if an item can't be examined.
    package func files() throws -> [(name: String, path: String)] {
        var known: Set<String> = []
        return try folders.flatMap { folder in
            try Self.list(folder).compactMap { name in
                let path = folder + "/" + name
                return try FileKind(of: path) == .regular && known.insert(name).inserted ? (name, path) : nil
            }
        }
    }

    /// The number of files and their total size in bytes.
    package struct Count: Sendable, Hashable {
        package var files = 0
        package var bytes = 0
    }

    /// Counts the regular files in ``folders``. Returns nil if none of the folders exists.
    ///
    /// - Throws: `FileError` if a folder exists but can't be listed, or if an item can't be examined.
    package func count() throws -> Count? {
        guard folders.contains(where: { FileStatus(at: $0)?.isFolder == true }) else { return nil }
        return try files().reduce(into: Count()) { count, file in
            count.files += 1
            count.bytes += Self.size(file.path) ?? 0
        }
    }

    /// Returns the size of a value's file in bytes, or nil if there isn't a regular file with that name. Doesn't follow
    /// a symbolic link.
    package func size(of name: String) -> Int? {
        folders.lazy.compactMap { Self.size($0 + "/" + name) }.first
    }

    /// Returns the content of a value's file, or nil if the file doesn't exist.
    ///
    /// - Parameter name: the file's name, from a cell.
    /// - Throws: `FileError` if the file exists but can't be read, or if it isn't a regular file. A symbolic link isn't
    ///   followed, because in a checkout it can point to any file.
    package func content(named name: String) throws(FileError) -> Data? {
        for folder in folders {
            let path = folder + "/" + name
            do { return Data(try FileAccess.read(path, limit: .max)) } catch {
                let error = error as? FileError ?? FileError(operation: .read, path: path, code: EIO)
                guard error.code == ENOENT || error.code == ENOTDIR else { throw error }
            }
        }
        return nil
    }

    /// Returns the value of a cell, from the cell itself or from its file. Returns nil if the file doesn't exist, or if
    /// the cell is ``Cell/unreadable``.
    ///
    /// - Throws: `FileError` if the file exists but can't be read.
    package func content(of cell: [UInt8]) throws(FileError) -> Data? {
        switch LargeValueCell(cell) {
        case .inline(let bytes): Data(bytes)
        case .file(let name): try content(named: name)
        case .unreadable: nil
        }
    }

    private static func list(_ folder: String) throws -> [String] {
        do { return try FileAccess.list(folder) } catch let error as FileError where error.code == ENOENT { return [] }
    }

    private static func size(_ path: String) -> Int? {
        guard let status = FileStatus(at: path, followsLink: false), status.isRegular else { return nil }
        return status.bytes
    }

    // MARK: Writing

    /// Writes a value to a new file and syncs the file's bytes. The file's name reaches the disk only after
    /// ``sync(includesParents:)``. If writing fails, the file is removed.
    ///
    /// - Returns: the file's name.
    /// - Throws: `FileError` if the folder or the file can't be written.
    package func write(_ bytes: [UInt8]) throws -> String {
        let name = UUID().uuidString
        if FileStatus(at: folder)?.isFolder != true { try makeFolder() }
        let path = folder + "/" + name
        do { try FileAccess.write(bytes, to: path) } catch {
            unlink(path)
            throw error
        }
        return name
    }

    /// Syncs the folder of the large values, so that the file names in it survive a power loss.
    ///
    /// - Parameter includesParents: whether to also sync the folder's parents, because the folder may be new.
    /// - Throws: `FileError` if a folder can't be synced.
    package func sync(includesParents: Bool) throws {
        // Any of these folders may be a symbolic link to another folder.
        try FileAccess.sync(folder + "/.")
        guard includesParents else { return }
        try FileAccess.sync(folder.parentPath + "/.")
        try FileAccess.sync(store.folder)
    }

    private func makeFolder() throws {
        // Any of these folders may be a symbolic link to another folder.
        for path in [folder.parentPath, folder]
        where FileStatus(at: path)?.isFolder != true {
            guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw FileError.last(.createDirectory, path) }
        }
    }

    /// Moves the values of a store's copy to this store's ``folder``. Syncs that folder and its parents up to the
    /// store's folder. Skips a value whose file is a hard link to the file with the same name in ``folder``.
    ///
    /// - Parameters:
    ///   - copy: the storage of the copy.
    ///   - replaces: whether to replace an existing file with the same name. Names are unique, so both files have the
    ///     same content unless one is damaged.
    ///   - areSynced: whether the bytes of the copy's files are already on the disk.
    /// - Throws: `FileError` if the values can't be listed, moved or synced. Values that were already moved stay in
    ///   this store's folder.
    package func takeValues(
        of copy: ExternalStorage, replaces: Bool, areSynced: Bool, files system: FileSystem
    ) throws {
        let values = try copy.files()
        guard !values.isEmpty else { return }
        if FileStatus(at: folder)?.isFolder != true { try system.makeFolder(folder) }
        for value in values {
            let place = folder + "/" + value.name
            guard try replaces || FileKind(of: place) == .absent else { continue }
            if let own = FileStatus(at: value.path, followsLink: false), own.isSameFile(as: place) { continue }
            if !areSynced { try system.sync(value.path) }
            try system.rename(value.path, place)
        }
        try system.sync(folder, upTo: store.folder)
    }

    // MARK: Removing

    /// Removes files. A file that can't be removed now is removed the next time the store is opened.
    ///
    /// - Parameter names: the names of files that no row refers to.
    package func remove(_ names: some Sequence<String>) {
        for name in names {
            for folder in folders { unlink(folder + "/" + name) }
        }
    }

    /// Returns whether another store may keep its values in the same folder. This is possible if a file that may be a
    /// database or part of one has the store's name with a different extension. The file isn't opened to find out,
    /// because closing it would release all of this process's locks on it.
    ///
    /// - Throws: `FileError` if the store's folder can't be listed.
    package func mayBeShared() throws -> Bool {
        try Set([store.resolved, store.url]).contains { own in
            let stem = (own.lastPathComponent as NSString).deletingPathExtension
            let companions = Set(StoreFile.endings.map { own.lastPathComponent + $0 })
            let parent = own.deletingLastPathComponent().path
            return try FileAccess.list(parent).contains { name in
                (name as NSString).deletingPathExtension == stem && !companions.contains(name)
                    && Self.mayBeDatabase(parent + "/" + name)
            }
        }
    }

    /// Returns whether a file may be a database or part of one, such as a `-wal`. Returns true if its size is a
    /// multiple of 512 bytes (the smallest page size) or can't be read.
    private static func mayBeDatabase(_ path: String) -> Bool {
        if StoreFile.endings.dropFirst().contains(where: { path.hasSuffix($0) }) { return true }
        // The target of a link may be on a volume that isn't mounted now.
        guard let status = FileStatus(at: path) else { return true }
        return status.isRegular && status.bytes.isMultiple(of: 512)
    }
}
