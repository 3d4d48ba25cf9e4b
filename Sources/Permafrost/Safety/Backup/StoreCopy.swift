import Dispatch
import Foundation
import PermafrostModel
import PermafrostStore

/// Copies a store as it is at one moment, to a folder of its own: the rows of its -wal included, in one file, and the files
/// of its large values. The store and its folder stay as they are, byte for byte.
///
/// The copy has the permissions, the owner, the extended attributes and the protection class of the store.
///
/// The copy is made through SQLite, so that other processes and other connections of this one may use the store meanwhile:
/// by its backup interface, which goes page by page, or block by block where the database's file holds all of it. On Linux the
/// two files share those blocks if the file system can (btrfs and XFS, for example), until one is written to: the copy takes no
/// space of its own then. It is read back for its checksums, and synced.
package struct StoreCopy: Sendable {
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
    ///
    /// - Throws: `FileError` if the folder of its large values cannot be listed.
    package static func size(of store: StoreFile) throws -> Int64 {
        let own = StoreReader.Files(path: store.path)
        return Int64(own.bytes + own.walBytes + (try store.externalStorage.count()?.bytes ?? 0))
    }

    /// Copies a store under its own name into a folder, which is made. All the files that are beside it as those of large
    /// values are copied.
    ///
    /// A value that a save removes meanwhile may be one that the copied rows name. So nobody removes one while it is copied,
    /// as far as others keep to ``PermafrostStore/ValueReaders``; and the copy is made anew if one has gone.
    ///
    /// - Parameters:
    ///   - store: the store's file, or a symbolic link to it. The copy has the name of the file itself.
    ///   - folder: where the copy goes; nothing may be there.
    ///   - connection: a connection to the store that the database is copied through; nil for one of its own.
    ///   - progress: called now and then with what is copied of the database and what there is in all, in bytes or in
    ///     pages. What it throws ends the copy.
    /// - Returns: the files of the copy, the store's own first.
    /// - Throws: `StoreError`, `SQLiteError` or `FileError`, or what `progress` throws. What was copied until then stays.
    package func copy(
        _ store: URL, to folder: String, through connection: SQLiteConnection? = nil,
        progress: (Int, Int) throws -> Void = { _, _ in }
    ) throws -> [File] {
        let store = StoreFile(store)
        return try ValueReaders(of: store).read {
            for _ in 0..<Self.attempts {
                try files.makeFolder(folder)
                try files.copyProtection(store.path, folder)
                let before = try store.externalStorage.files().map(\.name)
                let database = folder + "/" + store.resolved.lastPathComponent
                let own = try copyDatabase(of: store, to: database, through: connection, progress: progress)
                let copied = try copyLargeValues(of: store, to: folder)
                if Set(before).isSubset(of: copied.map { ($0.path as NSString).lastPathComponent }) {
                    try files.sync(folder)
                    return [own] + copied
                }
                try files.remove(folder)
            }
            throw StoreError.unreadable(path: store.path, reason: "Another process removes values while it is copied.")
        }
    }

    private static let attempts = 20

    private func copyDatabase(
        of store: StoreFile, to database: String, through connection: SQLiteConnection?,
        progress: (Int, Int) throws -> Void
    ) throws -> File {
        let checksum = TrailingChecksum(path: database)
        try files.create(database, store.path)
        let size = try read(store, through: connection) { connection in
            try connection.snapshot {
                guard let blocks = try DatabaseBlocks(connection) else {
                    try connection.copy(to: database, progress: progress)
                    return try connection.byteCount()
                }
                try progress(0, Int(blocks.byteCount))
                if try files.share(store.resolved.path, database) { return blocks.byteCount }
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
        return File(path: store.resolved.lastPathComponent, bytes: bytes, sha256: Digest.hex(hash))
    }

    private func read<Result>(
        _ store: StoreFile, through connection: SQLiteConnection?, _ body: (SQLiteConnection) throws -> Result
    ) throws -> Result {
        if let connection { return try body(connection) }
        return try StoreOpening(path: store.path).read(body)
    }

    private func copyLargeValues(of store: StoreFile, to folder: String) throws -> [File] {
        let relative = ExternalStorage.relativeFolder(of: store.resolved.lastPathComponent)
        let target = folder + "/" + relative
        var copied: [File] = []
        for value in try store.externalStorage.files() {
            if copied.isEmpty { try files.makeFolder(target) }
            do { try files.copy(value.path, target + "/" + value.name) } catch let error as FileError
                where error.code == ENOENT
            { continue }
            copied.append(try Self.file(relative + "/" + value.name, in: folder))
        }
        if !copied.isEmpty {
            try files.sync(target)
            try files.sync(target.parentPath)
        }
        return copied
    }

    /// Size and checksum of a file as it is now.
    static func file(_ path: String, in folder: String) throws -> File {
        let (bytes, hash) = try FileAccess.digest(folder + "/" + path)
        return File(path: path, bytes: bytes, sha256: Digest.hex(hash))
    }
}

/// The checksum of a file that is being written: a thread of its own reads it back behind the writer, so that little is left
/// to be read once the file is whole and synced.
///
/// It is sound to send since its state is touched on its queue alone.
private final class TrailingChecksum: @unchecked Sendable {
    private let path: String
    private let queue = DispatchQueue(label: "permafrost.checksum")
    private var handle: FileHandle?
    private let digest = DigestStream()
    private var count = 0
    private var failure: (any Error)?

    private static let blockSize = 1 << 20

    /// The checksum of a file that need not be there yet.
    init(path: String) {
        self.path = path
    }

    /// Lets the bytes up to an offset be read, which are written and stay as they are.
    func advance(to end: Int) {
        queue.async { self.read(to: end) }
    }

    /// The number of bytes in the file, which is whole by now, and their SHA-256. Nothing may follow.
    ///
    /// - Throws: Foundation's error if the file could not be read.
    func finish() throws -> (bytes: Int64, hash: [UInt8]) {
        try queue.sync {
            read(to: .max)
            if let failure { throw failure }
            return (Int64(count), digest.finish())
        }
    }

    private func read(to end: Int) {
        guard failure == nil else { return }
        do {
            let handle = try self.handle ?? FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            self.handle = handle
            while count < end {
                guard let bytes = try handle.read(upToCount: min(Self.blockSize, end - count)), !bytes.isEmpty else {
                    return
                }
                bytes.withUnsafeBytes { digest.update($0) }
                count += bytes.count
            }
        } catch {
            failure = error
        }
    }
}
