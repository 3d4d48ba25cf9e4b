import Dispatch
import Foundation
import PermafrostModel
import PermafrostStore

/// A copier that makes a consistent snapshot of a store. The copy is a folder with one database file and the files of
/// the large values. The database file contains all rows, including the rows in the `-wal`. Copying doesn't change a
/// byte of the store or its folder.
///
/// The copy has the permissions, the owner, the extended attributes and the protection class of the store.
///
/// SQLite makes the copy, so other processes and other connections of this process can use the store in the meantime.
/// If the `-wal` contains no rows that the database file lacks, the file's blocks are copied. Otherwise, SQLite's
/// backup API copies page by page. On Linux file systems such as btrfs and XFS, the copy shares its blocks with the
/// store until one of the files changes, so it takes no additional space. The copy is synced, and read back to compute
/// its checksums.
package struct StoreCopy: Sendable {
    package struct File: Sendable, Hashable, Codable {
        /// The path relative to the copy's folder, which is also the path relative to the store's folder.
        package var path: String
        /// The file's size in bytes.
        package var bytes: Int64
        /// The SHA-256 digest of the file in hexadecimal.
        package var sha256: String
    }

    private let files: FileSystem

    /// Creates a copier that uses the given file operations. If SQLite's backup API copies the database, SQLite writes
    /// that file itself.
    package init(files: FileSystem = FileSystem()) {
        self.files = files
    }

    /// Returns the maximum size of a copy of a store, in bytes.
    ///
    /// - Throws: `FileError` if the folder of the store's large values can't be listed.
    package static func size(of store: StoreFile) throws -> Int64 {
        let own = StoreReaderFiles(path: store.path)
        return Int64(own.bytes + own.walBytes + (try store.externalStorage.count()?.bytes ?? 0))
    }

    /// Copies a store to a new folder and keeps its file name. Also copies every file in the store's folder for large
    /// values.
    ///
    /// A save during the copy can remove a large value that the copied rows refer to. The copier holds the lock of
    /// ``PermafrostStore/ValueReaders``, so processes that use this lock don't remove any values. If another process
    /// removes a value, the copy starts again.
    ///
    /// - Parameters:
    ///   - store: the store's file, or a symbolic link to it. The copy has the name of the file, not of the link.
    ///   - folder: the folder of the copy. Nothing may exist there.
    ///   - connection: a connection to the store to copy the database through, or nil to open one.
    ///   - progress: called repeatedly with the amount that was copied and the total, in bytes or pages. If it throws,
    ///     copying ends.
    /// - Returns: the files of the copy, the store's own file first.
    /// - Throws: `StoreError`, `SQLiteError` or `FileError` if the store can't be copied, or the error that `progress`
    ///   throws. Files that were already copied aren't removed.
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
            throw StoreError.unreadable(
                path: store.path,
                reason: "another process deleted large values during every attempt to copy the "
                    + "store. Close the store there, and try again")
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
            throw StoreError.unreadable(path: database, reason: "the copy has \(bytes) of \(size) bytes")
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

    /// Returns the current size and checksum of a file.
    static func file(_ path: String, in folder: String) throws -> File {
        let (bytes, hash) = try FileAccess.digest(folder + "/" + path)
        return File(path: path, bytes: bytes, sha256: Digest.hex(hash))
    }
}

/// A checksum of a file that is still being written. A background thread reads the bytes that are already written, so
/// that few bytes remain to be read when the file is complete.
///
/// The class is sendable, because only its serial queue accesses its state.
private final class TrailingChecksum: @unchecked Sendable {
    private let path: String
    private let queue = DispatchQueue(label: "permafrost.checksum")
    private var handle: FileHandle?
    private let digest = DigestStream()
    private var count = 0
    private var failure: (any Error)?

    private static let blockSize = 1 << 20

    /// Creates a checksum for a file. The file doesn't need to exist yet.
    init(path: String) {
        self.path = path
    }

    /// Reads the bytes up to an offset in the background. The bytes must already be written, and must not change any
    /// more.
    func advance(to end: Int) {
        queue.async { self.read(to: end) }
    }

    /// Returns the size and the SHA-256 of the complete file. Don't call any other function afterward.
    ///
    /// - Throws: Foundation's error if the file couldn't be read.
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
