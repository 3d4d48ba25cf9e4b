import Foundation
import PermafrostFiles
import PermafrostFixtures
import PermafrostModel
import PermafrostStore

/// Copies a store as it is at one moment, to a folder of its own: the rows of its -wal included, in one file, and the files
/// of its large values. The store and its folder stay as they are, byte for byte.
///
/// The copy is made through SQLite, so that other processes and other connections of this one may use the store meanwhile:
/// by its backup interface, which goes page by page, or block by block where the database's file holds all of it. It is read
/// back for its checksums, and synced.
package struct StoreCopying: Sendable {
    /// A file of a copy.
    package struct File: Sendable, Hashable, Codable {
        /// The path relative to the copy's folder, which is the one relative to the store's folder too.
        package var path: String
        /// The size in bytes.
        package var bytes: Int64
        /// SHA-256 in hexadecimal.
        package var sha256: String
    }

    private let files: FileSystem

    /// Copying by the given operations; the files of a copy's database are SQLite's.
    package init(files: FileSystem = FileSystem()) {
        self.files = files
    }

    /// The bytes that a copy of a store takes at most.
    package static func size(of store: URL) -> Int64 {
        let own = StoreFiles(path: store.path)
        return Int64(own.bytes + own.walBytes + (ExternalData(store: store.path).count()?.bytes ?? 0))
    }

    /// Copies a store under its own name into a folder, which is made.
    ///
    /// - Parameters:
    ///   - store: the store's file, no symbolic link.
    ///   - folder: where the copy goes; nothing may be there.
    ///   - progress: called now and then with what is copied of the database and what there is in all, in bytes or in
    ///     pages. What it throws ends the copy.
    /// - Returns: the files of the copy, the store's own first.
    /// - Throws: `StoreError`, `SQLiteError` or `FileError`, or what `progress` throws. What was copied until then stays.
    package func copy(
        _ store: URL, to folder: String, progress: (Int, Int) throws -> Void = { _, _ in }
    ) throws -> [File] {
        for _ in 0..<Self.attempts {
            try files.makeFolder(folder)
            let before = Self.externalFiles(of: store)
            let database = folder + "/" + store.lastPathComponent
            let own = try copyDatabase(of: store, to: database, progress: progress)
            // Of a value that a save removes while the rest is copied, nobody can tell whether the copy still names it.
            let copied = try copyExternalFiles(of: store, to: folder)
            if Set(before).isSubset(of: copied.map(\.path)) {
                try files.sync(folder)
                return [own] + copied
            }
            try files.remove(folder)
        }
        throw StoreError.unreadable(path: store.path, reason: "Another process removes values while it is copied.")
    }

    private static let attempts = 20

    private func copyDatabase(
        of store: URL, to database: String, progress: (Int, Int) throws -> Void
    ) throws -> File {
        let checksum = TrailingChecksum(path: database)
        let size = try StoreIdentity(path: store.path).read { connection in
            try connection.snapshot {
                guard let blocks = try DatabaseBlocks(connection) else {
                    try connection.copy(to: database, progress: progress)
                    return try connection.byteCount()
                }
                var written = 0
                try files.fill(database) {
                    checksum.advance(to: written)
                    try progress(written, Int(blocks.byteCount))
                    let block = try blocks.next()
                    written += block?.count ?? 0
                    return block
                }
                return blocks.byteCount
            }
        }
        checksum.advance(to: Int(size))
        try files.sync(database)
        let (bytes, hash) = try checksum.finish()
        guard bytes == size else {
            throw StoreError.unreadable(path: database, reason: "The copy is \(bytes) of \(size) bytes long.")
        }
        return File(path: store.lastPathComponent, bytes: bytes, sha256: Digest.hex(hash))
    }

    /// The files of the large values beside a store, relative to its folder. Those of a neighbour that differs by its ending
    /// alone are among them: such neighbours share the folder.
    static func externalFiles(of store: URL) -> [String] {
        let parent = store.deletingLastPathComponent().path + "/"
        let folder = externalFolder(of: store)
        return ((try? FileAccess.list(parent + folder)) ?? []).map { folder + "/" + $0 }
            .filter { FileKind(parent + $0) == .regular }
    }

    /// The folder of those files, relative to the store's folder.
    static func externalFolder(of store: URL) -> String {
        ".\(store.deletingPathExtension().lastPathComponent)_SUPPORT/_EXTERNAL_DATA"
    }

    private func copyExternalFiles(of store: URL, to folder: String) throws -> [File] {
        let parent = store.deletingLastPathComponent().path
        var copied: [File] = []
        for path in Self.externalFiles(of: store) {
            if copied.isEmpty { try files.makeFolder(((folder + "/" + path) as NSString).deletingLastPathComponent) }
            do { try files.copy(parent + "/" + path, folder + "/" + path) } catch let error as FileError
                where error.code == ENOENT
            { continue }
            copied.append(try Self.file(path, in: folder))
        }
        if let first = copied.first {
            let external = ((folder + "/" + first.path) as NSString).deletingLastPathComponent
            try files.sync(external)
            try files.sync((external as NSString).deletingLastPathComponent)
        }
        return copied
    }

    /// Size and checksum of a file as it is now.
    static func file(_ path: String, in folder: String) throws -> File {
        let (bytes, hash) = try FileAccess.digest(folder + "/" + path)
        return File(path: path, bytes: bytes, sha256: Digest.hex(hash))
    }
}
