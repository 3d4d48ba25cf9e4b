import Foundation
import PermafrostModel
import PermafrostStore

/// What a store is like, as the journal of a restoration keeps it: the next launch moves the store aside only if nobody has
/// changed it since.
///
/// The text has the file of the store, its `-wal`, and a digest of all rows, separated by `; `. A file has its number, its size
/// and the time of its last change. They say at once that nothing has changed. Whoever only closes the store changes them and
/// no row: SQLite then puts the `-wal` into the store's file. So the digest decides if they differ.
struct StoreState {
    let folder: SafetyFolder
    private static let separator = "; "

    /// What the store is like now; nil if its file is not at its place. A store that is damaged has no digest.
    ///
    /// The digest comes first: what somebody saves after it counts as a change, unless the files are the same as well.
    ///
    /// - Throws: `FileError` or ``MigrationError`` if that cannot be found out now.
    func text() throws -> String? {
        let rows = try digestOfSoundStore()
        guard let files = try fileState() else { return nil }
        return files + (rows.map { Self.separator + $0 } ?? "")
    }

    /// Whether somebody has changed the store since; a store that is not at its place has not been changed.
    ///
    /// - Throws: `FileError` or ``MigrationError`` if that cannot be found out now.
    func isChanged(since text: String) throws -> Bool {
        guard let files = try fileState() else { return false }
        let parts = text.components(separatedBy: Self.separator)
        guard parts.prefix(2).joined(separator: Self.separator) != files else { return false }
        guard parts.count > 2 else { return true }
        return try digestOfSoundStore() != parts[2]
    }

    /// What identifies the store's files as unchanged; nil if the store's own file is not at its place.
    private func fileState() throws -> String? {
        let path = folder.store.path
        guard try FileKind(of: path) == .regular else { return nil }
        return try ["", "-wal"].map { ending in
            guard try FileKind(of: path + ending) != .absent else { return "none" }
            guard let status = FileStatus(at: path + ending) else { throw FileError.last(.read, path + ending) }
            return "\(status.number) \(status.bytes) \(status.changed)"
        }.joined(separator: Self.separator)
    }

    /// The digest of all rows; nil if no later reading can do better: the store is damaged or gone, or has a value that is too
    /// large to be read.
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

    /// `SQLITE_TOOBIG`.
    private static let tooBig: Int32 = 18

    /// SHA-256 of all rows of all tables, those that are only in the `-wal` included.
    private func rowsDigest() throws -> String {
        try StoreOpening(path: folder.store.path).read { connection in
            try connection.snapshot {
                let digest = DigestStream()
                let tables = try connection.rows(
                    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name")
                for table in tables {
                    for value in table { Self.add(value, to: digest) }
                    guard case .text(let name)? = table.first else { continue }
                    // In the order of the table itself, whatever indexes there are.
                    let quoted = "\"\(name.replacing("\"", with: "\"\""))\""
                    let rows = try connection.prepare("SELECT * FROM \(quoted) NOT INDEXED")
                    while try rows.step() {
                        for value in rows.row { Self.add(value, to: digest) }
                    }
                }
                return Digest.hex(digest.finish())
            }
        }
    }

    /// Adds a value with its kind and its length, so that no two rows of values have the same bytes.
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
