import Foundation
import PermafrostModel
import PermafrostStore

/// The state of a store, as the journal of a restore records it. The next launch moves the store aside only if nothing
/// has changed it since.
///
/// The recorded string consists of a description of the store's file, a description of its `-wal`, and a digest of all
/// rows, separated by `; `. A file is described by its inode number, its size and the time of its last change. If both
/// descriptions are equal, nothing has changed. If a description differs, the digests are compared, because SQLite can
/// change the files without changing a row. For example, SQLite moves the `-wal` into the store's file when a process
/// closes the store.
struct StoreState {
    let folder: SafetyFolder
    private static let separator = "; "

    /// Returns the current state of the store, or nil if there is no file at its path. A damaged store has no digest.
    ///
    /// The digest is computed before the files are examined. If a save occurs in between, the digest doesn't include
    /// it. ``isChanged(since:)`` then returns true when the files change again, even if the rows stay equal.
    ///
    /// - Throws: `FileError` or ``MigrationError`` if the state can't be determined now.
    func text() throws -> String? {
        let rows = try digestOfSoundStore()
        guard let files = try fileState() else { return nil }
        return files + (rows.map { Self.separator + $0 } ?? "")
    }

    /// Returns whether the store has changed since the given state was recorded. A missing store counts as unchanged.
    ///
    /// - Throws: `FileError` or ``MigrationError`` if the store can't be read now.
    func isChanged(since text: String) throws -> Bool {
        guard let files = try fileState() else { return false }
        let parts = text.components(separatedBy: Self.separator)
        guard parts.prefix(2).joined(separator: Self.separator) != files else { return false }
        guard parts.count > 2 else { return true }
        return try digestOfSoundStore() != parts[2]
    }

    /// Returns a string that stays equal while the store's files are unchanged, or nil if there is no file at the
    /// store's path.
    private func fileState() throws -> String? {
        let path = folder.store.path
        guard try FileKind(of: path) == .regular else { return nil }
        return try ["", "-wal"].map { ending in
            guard try FileKind(of: path + ending) != .absent else { return "none" }
            guard let status = FileStatus(at: path + ending) else { throw FileError.last(.read, path + ending) }
            return "\(status.number) \(status.bytes) \(status.changed)"
        }.joined(separator: Self.separator)
    }

    /// Returns the digest of all rows; nil if the store is damaged or gone, or if a value is too large to be read.
    /// Throws any other error, because a later attempt may succeed.
    private func digestOfSoundStore() throws -> String? {
        do { return try rowsDigest() } catch let error as SQLiteError where error.primaryCode == Self.tooBig {
            return nil
        } catch {
            guard try FileKind(of: folder.store.path) == .regular else { return nil }
            let error = StoreFacts.error(error)
            switch error.cause {
            case .store(.damaged), .store(.notAStore): return nil
            default: throw error
            }
        }
    }

    /// The SQLite result code `SQLITE_TOOBIG`, for a value that is too large to be read.
    private static let tooBig: Int32 = 18

    /// Returns the digest of the store's rows, including rows that are only in the `-wal`.
    private func rowsDigest() throws -> String { try Self.rowsDigest(of: folder.store.path) }

    /// Returns the SHA-256 of all rows of all tables of the store at a path.
    static func rowsDigest(of path: String) throws -> String {
        try StoreOpening(path: path).read { connection in
            try connection.snapshot {
                let digest = DigestStream()
                let tables = try connection.rows(
                    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name")
                for table in tables {
                    for value in table { add(value, to: digest) }
                    guard case .text(let name)? = table.first else { continue }
                    // Read in the order of the table, regardless of its indexes.
                    let quoted = "\"\(name.replacing("\"", with: "\"\""))\""
                    let rows = try connection.prepare("SELECT * FROM \(quoted) NOT INDEXED")
                    while try rows.step() {
                        for value in rows.row { add(value, to: digest) }
                    }
                }
                return Digest.hex(digest.finish())
            }
        }
    }

    /// Adds a value with its type and length, so that different rows never have the same bytes.
    private static func add(_ value: SQLiteValue, to digest: DigestStream) {
        func append(_ kind: UInt8, _ bytes: some Collection<UInt8>) {
            var all = [kind]
            withUnsafeBytes(of: Int64(bytes.count).littleEndian) { all += $0 }
            all += bytes
            all.withUnsafeBytes { digest.update($0) }
        }
        switch value {
        case .null: append(0, [UInt8]())
        case .integer(let number): withUnsafeBytes(of: number.littleEndian) { append(1, $0) }
        case .real(let number): withUnsafeBytes(of: number.bitPattern.littleEndian) { append(2, $0) }
        case .text(let text): append(3, text.utf8)
        case .blob(let bytes): append(4, bytes)
        }
    }
}
