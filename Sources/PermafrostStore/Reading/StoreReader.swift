import Foundation
import PermafrostModel

/// A reader for a store of any origin. It doesn't change the store's folder. Use it from one task at a time.
///
/// If a store has a `-wal`, the reader reads a copy, unless this process has the store open.
///
/// ## Topics
/// - Opening a store: ``init(path:temporaryFolder:)``
/// - Identity: ``metadata()``, ``model()``
/// - Content: ``statements()``, ``primaryKeys()``, ``tableNames()``, ``rowCounts()``, ``history()``, ``StoreRows``
/// - All of it at once: ``StoreInspection``
/// - Anything else: ``rows(_:)``, ``query(_:)``
package final class StoreReader {
    /// The path that was passed to the initializer.
    package let path: String
    /// The store's file and the files next to it.
    package let files: StoreReader.Files
    private let copy: UntrustedStore

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - path: the store's file. Rows that are only in its `-wal` are also read.
    ///   - temporaryFolder: the folder for the temporary copy of a store with a `-wal`.
    /// - Throws: `StoreError` if the file is missing, empty or isn't a database.
    package init(path: String, temporaryFolder: String = NSTemporaryDirectory()) throws(StoreError) {
        self.path = path
        guard let status = FileStatus(at: path) else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        guard status.isRegular else {
            throw .unreadable(path: path, reason: status.isFolder ? "it's a folder" : "it isn't a file")
        }
        guard status.bytes > 0 else { throw .empty(path: path) }
        guard FileStatus.isReadable(path) else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        copy = try UntrustedStore(path: path, temporaryFolder: temporaryFolder)
        files = StoreReader.Files(path: path)
        do {
            connection.limitWork(to: Self.workLimit(bytes: files.bytes + files.walBytes))
            // SQLite accesses a file only when necessary.
            _ = try connection.rows("PRAGMA schema_version")
            _ = try connection.rows("SELECT COUNT(*) FROM sqlite_master")
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// The connection to the store, or to its copy.
    var connection: SQLiteConnection { copy.connection }

    /// Returns the maximum number of virtual machine steps for all queries of a file with this size.
    ///
    /// Reading every cell of a store takes about two steps for each byte. In a malicious file, pages can form cycles,
    /// and a query may never end. A real store doesn't come close to the limit.
    private static func workLimit(bytes: Int) -> Int {
        200_000_000 + 16 * min(bytes, 1 << 30)
    }

    private var tables: StoreTables { StoreTables(connection, path: path) }

    /// Returns the store's metadata with all its keys.
    package func metadata() throws(StoreError) -> StoreMetadata { try naming { try tables.metadata() } }

    /// Returns the bytes of the model cache.
    package func modelCache() throws(StoreError) -> [UInt8] {
        guard let bytes = try naming({ try tables.modelCache() }) else { throw .noModelCache(path: path) }
        return bytes
    }

    /// Returns the model in the store, with the model's own version identifiers. The metadata contains the store's
    /// version identifiers.
    package func model() throws(StoreError) -> SchemaModel {
        do {
            return try ModelArchive.decode(modelCache())
        } catch let error as ModelArchive.Failure {
            throw .damagedModelCache(path: path, error: error)
        } catch let error as StoreError {
            throw error
        } catch {
            throw .noModelCache(path: path)
        }
    }

    /// Returns the schema's statements in creation order. For the query order, use ``Swift/Sequence/inQueryOrder()``.
    package func statements() throws(StoreError) -> [DDLStatement] {
        try rows("SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid").compactMap
        {
            guard case .text(let type) = $0[0], let kind = DDLStatement.Kind(rawValue: type),
                case .text(let name) = $0[1],
                case .text(let table) = $0[2], case .text(let sql) = $0[3]
            else { return nil }
            return DDLStatement(kind: kind, name: name, table: table, sql: sql)
        }
    }

    /// Returns the SHA-256 of the store's DDL in lowercase hexadecimal, as recorded in a fixture.
    package func ddlChecksum() throws(StoreError) -> String {
        Digest.hex(Digest.sha256(Array(try statements().inQueryOrder().text.utf8)))
    }

    /// Returns the rows of `Z_PRIMARYKEY` in the order of the entities' numbers, including the history's own entities.
    package func primaryKeys() throws(StoreError) -> [StoreLayout.PrimaryKey] {
        guard try hasTable("Z_PRIMARYKEY") else { return [] }
        return try rows("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT").map { row in
            func integer(_ index: Int) -> Int {
                if case .integer(let integer) = row[index] { Int(clamping: integer) } else { 0 }
            }
            var name = ""
            if case .text(let text) = row[1] { name = text }
            return StoreLayout.PrimaryKey(
                entityNumber: integer(0), name: name, superentityNumber: integer(2), highestKey: integer(3))
        }
    }

    /// Returns the rows of a query.
    package func rows(_ sql: String) throws(StoreError) -> [[SQLiteValue]] {
        do { return try connection.rows(sql) } catch { throw StoreError(error, path: path) }
    }

    /// Returns a query that reads one row at a time, without keeping the rows in memory.
    package func query(_ sql: String) throws(StoreError) -> SQLiteStatement {
        do { return try connection.prepare(sql) } catch { throw StoreError(error, path: path) }
    }

    /// Returns whether there is a table with this name that has its own rows.
    func hasTable(_ name: String) throws(StoreError) -> Bool { try naming { try tables.has(name) } }

    /// Returns the result of `read`. Adds the path that the user passed to SQLite's errors.
    private func naming<Value>(_ read: () throws -> Value) throws(StoreError) -> Value {
        do { return try read() } catch let error as StoreError { throw error } catch let error as SQLiteError {
            throw StoreError(error, path: path)
        } catch {
            throw .unreadable(path: path, reason: "\(error)")
        }
    }
}

extension StoreReader {
    /// Returns the names of the tables that have their own rows, sorted. Views and virtual tables are excluded and
    /// never read, because they can run arbitrary queries. Real stores don't have any.
    package func tableNames() throws(StoreError) -> [String] {
        try rows("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name").compactMap {
            if case .text(let name) = $0[0] { name } else { nil }
        }
    }

    /// Returns the columns of a table with their declared types, in order; empty if there is no such table. Generated
    /// columns, which real stores don't have, are excluded and never read.
    package func columns(of table: String) throws(StoreError) -> [(name: String, type: String)] {
        try hasTable(table) ? columns(ofPresent: table) : []
    }

    /// Returns the columns of a table that is known to exist: see ``columns(of:)``.
    func columns(ofPresent table: String) throws(StoreError) -> [(name: String, type: String)] {
        try rows("PRAGMA table_xinfo(\(SQLiteConnection.quoted(table)))").compactMap { row in
            guard case .text(let name) = row[1], case .text(let type) = row[2], row[6] == .integer(0) else {
                return nil
            }
            return (name, type)
        }
    }

    /// Returns the number of rows of each table.
    package func rowCounts() throws(StoreError) -> [String: Int] {
        var counts: [String: Int] = [:]
        for name in try tableNames() { counts[name] = try rowCount(of: name) }
        return counts
    }

    /// Returns the number of rows of a table.
    package func rowCount(of table: String) throws(StoreError) -> Int {
        // COUNT(*) reads all pages of a table without checking the work limit.
        let rows = try rows("SELECT SUM(1) FROM \(SQLiteConnection.quoted(table))")
        if case .integer(let count)? = rows.first?.first { return Int(clamping: count) }
        return 0
    }

    /// Returns the number of rows of each entity that has any, by the entity's number. Subentities are counted
    /// separately.
    package func rowCounts(byEntityIn table: String) throws(StoreError) -> [Int64: Int] {
        var counts: [Int64: Int] = [:]
        for row in try rows(
            "SELECT Z_ENT, SUM(1) FROM \(SQLiteConnection.quoted(table)) GROUP BY Z_ENT LIMIT \(Self.entityLimit)")
        {
            if case .integer(let number) = row[0], case .integer(let count) = row[1] {
                counts[number] = Int(clamping: count)
            }
        }
        return counts
    }

    /// Returns the model that is inferred from the tables, for a store that contains no model.
    package func tableModel() throws(StoreError) -> TableModel {
        var columns: [String: [(name: String, type: String)]] = [:]
        for table in try tableNames() { columns[table] = try self.columns(of: table) }
        return TableModel(
            .init(primaryKeys: try primaryKeys(), columns: columns, statements: try statements()))
    }

    /// A limit that exceeds the number of entities in any model.
    private static let entityLimit = 10_000
}

extension StoreReader {
    /// The sizes of a store's file and of the files next to it.
    package struct Files: Sendable, Hashable {
        /// The size of the store's own file, in bytes.
        package let bytes: Int
        /// The size of the `-wal`, whose rows belong to the store; 0 if there is none.
        package let walBytes: Int
        /// The size of a rollback journal that a crash left; 0 if there is none.
        package let journalBytes: Int

        /// Looks up the files of the store at the path.
        package init(path: String) {
            // SQLite looks for these files next to the target of a symbolic link.
            let resolved = FileStatus.resolved(path)
            bytes = FileStatus.bytes(at: resolved)
            walBytes = FileStatus.bytes(at: resolved + "-wal")
            journalBytes = FileStatus.bytes(at: resolved + "-journal")
        }
    }
}

extension StoreReader {
    /// The metadata of a store. It is valid until somebody writes to the file.
    struct RecentMetadata: Sendable {
        let path: String
        /// The file's status before it was read.
        let status: FileStatus
        let metadata: StoreMetadata

        /// The time in nanoseconds in which a file's timestamp may not show a second change. A file that was changed
        /// more recently is read again.
        private static let resolution: Int64 = 2_000_000_000

        /// Returns whether the path and the file are the same, and the file hasn't been written to since.
        func isStill(_ path: String) -> Bool {
            guard path == self.path, let now = FileStatus(at: path), now == status else { return false }
            let (age, isAbsurd) = Int64(Date().timeIntervalSince1970 * 1e9).subtractingReportingOverflow(status.changed)
            return age > Self.resolution && !isAbsurd
        }
    }
}
