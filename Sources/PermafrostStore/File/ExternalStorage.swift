import Foundation

/// The large values of a store: each is a file in `.NAME_SUPPORT/_EXTERNAL_DATA` beside the store, and the row's cell has
/// the file's name, a UUID. [A]
///
/// What a row names is there:
/// - A value is on the disk, and so is its name in the folder, before the row that names it is committed: see
///   ``write(_:)`` and ``sync()``.
/// - A file is never written again under its name. It is removed only if no row of the store names it, which
///   ``unnamedFiles(in:columns:)`` proves, and only while nobody reads rows of an earlier moment: see ``ValueReaders``.
/// - While another store may keep its values in the same folder, none is removed: see ``mayBeShared()``.
/// - A folder that cannot be listed, and a file that cannot be read, is an error; it never counts as an absent one.
package struct ExternalStorage: Sendable, Hashable {
    /// Values larger than this are files, in bytes. [A]
    package static let inlineLimit = 100_000

    /// The folder that values are written to, whether there is one or not.
    package let folder: String
    /// The folders that values may be in, the one that they are written to first. A store that is reached through a symbolic
    /// link may have been moved without its values: those are beside the link.
    package let folders: [String]
    private let store: StoreFile

    /// The large values of a store.
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

    /// The folder of a store's large values, relative to the store's folder.
    ///
    /// - Parameter name: the store's file name. Its ending is left out: stores that differ by it alone share a folder.
    package static func relativeFolder(of name: String) -> String {
        ".\((name as NSString).deletingPathExtension)_SUPPORT/_EXTERNAL_DATA"
    }

    /// Whether a path, relative to some store's folder, is that of a large value's file.
    package static func isRelativePathOfFile(_ path: String) -> Bool {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 3 && parts[0].hasPrefix(".") && parts[0].hasSuffix("_SUPPORT")
            && parts[1] == "_EXTERNAL_DATA" && !["", ".", ".."].contains(parts[2])
    }

    // MARK: Reading

    /// The names of the files that are there, sorted.
    ///
    /// - Throws: `FileError` if a folder is there and cannot be listed.
    package func names() throws -> [String] {
        try Set(folders.flatMap { try Self.list($0) }).filter { UUID(uuidString: $0) != nil }.sorted()
    }

    /// The paths of all regular files that are there, by name.
    ///
    /// - Throws: `FileError` if a folder is there and cannot be listed.
    package func files() throws -> [(name: String, path: String)] {
        var known: Set<String> = []
        return try folders.flatMap { folder in
            try Self.list(folder).compactMap { name in
                let path = folder + "/" + name
                return try FileKind(of: path) == .regular && known.insert(name).inserted ? (name, path) : nil
            }
        }
    }

    /// How many files there are, and how many bytes they have.
    package struct Count: Sendable, Hashable {
        package var files = 0
        package var bytes = 0
    }

    /// Counts the files; nil if there is no folder for them.
    ///
    /// - Throws: `FileError` if a folder is there and cannot be listed.
    package func count() throws -> Count? {
        guard folders.contains(where: { FileStatus(at: $0)?.isFolder == true }) else { return nil }
        return try files().reduce(into: Count()) { count, file in
            count.files += 1
            count.bytes += Self.size(file.path) ?? 0
        }
    }

    /// The size of a value's file in bytes; nil if there is no such file. A symbolic link is not followed.
    package func size(of name: String) -> Int? {
        folders.lazy.compactMap { Self.size($0 + "/" + name) }.first
    }

    /// A value's file; nil if there is none.
    ///
    /// - Parameter name: the name in a cell.
    /// - Throws: `FileError` if it is there and cannot be read.
    package func content(named name: String) throws(FileError) -> Data? {
        for folder in folders {
            let path = folder + "/" + name
            do { return try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
                let code = Self.systemError(error)
                guard code == ENOENT || code == ENOTDIR else {
                    throw FileError(operation: .read, path: path, code: code)
                }
            }
        }
        return nil
    }

    /// The value of a cell; nil if it names a file that is not there, or does not have the form of a large value's cell.
    ///
    /// - Throws: `FileError` if the file is there and cannot be read.
    package func content(of cell: [UInt8]) throws(FileError) -> Data? {
        switch Cell(cell) {
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

    /// The system's error number behind an error of Foundation's.
    private static func systemError(_ error: any Error) -> Int32 {
        if (error as? CocoaError)?.code == .fileReadNoSuchFile { return ENOENT }
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey]
        if let error = underlying as? POSIXError { return error.code.rawValue }
        return (underlying as? NSError).map { Int32(clamping: $0.code) } ?? EIO
    }

    // MARK: Writing

    /// Writes a value to a file of its own, whose bytes are on the disk when this returns. Its name in the folder is so after
    /// ``sync()``. A value that cannot be written leaves no file.
    ///
    /// - Returns: the file's name.
    /// - Throws: `FileError`.
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

    /// Makes the names in the folder outlast a loss of power.
    ///
    /// - Parameter includesParents: whether also the names of the folder and of the one above it, which may be new.
    /// - Throws: `FileError`.
    package func sync(includesParents: Bool) throws {
        // Each of them may be a symbolic link to a folder elsewhere.
        try FileAccess.sync(folder + "/.")
        guard includesParents else { return }
        try FileAccess.sync(folder.parentPath + "/.")
        try FileAccess.sync(store.folder)
    }

    private func makeFolder() throws {
        // Each of them may be a symbolic link to a folder elsewhere.
        for path in [folder.parentPath, folder]
        where FileStatus(at: path)?.isFolder != true {
            guard mkdir(path, 0o755) == 0 || errno == EEXIST else { throw FileError.last(.createDirectory, path) }
        }
    }

    /// Moves the values of a copy of the store to its own, and makes their names there outlast a loss of power. One that is
    /// linked there already stays in the copy, too.
    ///
    /// - Parameter replaces: whether a value goes in place of one of its name. A file is never written again under its name,
    ///   so that one that is there is the same unless it is damaged.
    /// - Parameter areSynced: whether the copy's files have their bytes on the disk.
    /// - Throws: `FileError`. The values that were moved until then stay where they are.
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

    /// Removes files. One that cannot be removed is garbage, and found by a later opening.
    ///
    /// - Parameter names: names of files that no row names.
    package func remove(_ names: some Sequence<String>) {
        for name in names {
            for folder in folders { unlink(folder + "/" + name) }
        }
    }

    /// Whether another file may be a store whose values are in the same folder: one that differs from this by its ending
    /// alone, and could be a database by its size. It is not opened: closing it would drop the locks of this process on it.
    ///
    /// - Throws: `FileError` if the folder that the store is in cannot be listed.
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

    /// A database is a whole number of pages, of which the smallest has 512 bytes; what is beside it is part of one too.
    private static func mayBeDatabase(_ path: String) -> Bool {
        if StoreFile.endings.dropFirst().contains(where: { path.hasSuffix($0) }) { return true }
        // What a link leads to may be on a volume that is not there now.
        guard let status = FileStatus(at: path) else { return true }
        return status.isRegular && status.bytes.isMultiple(of: 512)
    }
}

extension ExternalStorage {
    /// A cell of an attribute with external storage, if it is not NULL: the value itself, or the name of its file. [A]
    ///
    /// The first byte says which: 1, and the bytes follow; 2, and the file's name follows, ended by NUL.
    package enum Cell: Sendable, Hashable {
        /// The value is in the cell.
        case inline([UInt8])
        /// The value is in the file of that name, a UUID.
        case file(String)
        /// The cell has neither form, or a name that could lead out of the folder.
        case unreadable

        /// The first byte of a cell that has the value.
        package static let inlineMark: UInt8 = 1
        /// The first byte of a cell that has a file's name.
        private static let fileMark: UInt8 = 2

        /// Reads a cell.
        package init(_ cell: [UInt8]) {
            switch cell.first {
            case Self.inlineMark: self = .inline(Array(cell.dropFirst()))
            case Self.fileMark: self = Cell.fileName(in: cell).map { .file($0) } ?? .unreadable
            case nil: self = .inline([])
            default: self = .unreadable
            }
        }

        /// The cell's bytes, of a value or of a name.
        package var bytes: [UInt8] {
            switch self {
            case .inline(let bytes): [Self.inlineMark] + bytes
            case .file(let name): [Self.fileMark] + Array(name.utf8) + [0]
            case .unreadable: []
            }
        }

        /// The name of the file that a cell names; nil if the value is in the cell, or the cell has another form.
        package static func fileName(in cell: [UInt8]) -> String? {
            guard cell.first == fileMark, cell.count <= 38 else { return nil }
            let name = String(decoding: cell.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
            // Nothing follows the NUL. The name comes from a file of unknown origin and must not lead out of the folder.
            return cell.count <= name.utf8.count + 2 && UUID(uuidString: name) != nil ? name : nil
        }
    }
}
