import Foundation
import PermafrostModel

/// A reader for untrusted stores. It doesn't change the store's folder. Use it from one task at a time.
///
/// If a store has a `-wal`, or a journal that a crash left, the reader reads a copy, unless this process has the store
/// open.
///
/// ## Topics
/// - Opening a store: ``init(path:temporaryFolder:)``
/// - Identity: ``metadata()``, ``model()``
/// - Content: ``statements()``, ``primaryKeys()``, ``tableNames()``, ``rowCounts()``, ``history()``, ``StoreRows``
/// - Everything at once: ``StoreInspection``
/// - Custom queries: ``rows(_:)``, ``query(_:)``
package final class StoreReader {
    /// The path that was passed to the initializer.
    package let path: String
    /// The sizes of the store's file and of the files next to it.
    package let files: StoreReaderFiles
    private let copy: UntrustedStore

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - path: the path of the store's file. The reader also reads rows that are only in its `-wal`.
    ///   - temporaryFolder: the folder for the temporary copy of the store, if one is needed.
    ///   - busyTimeout: the maximum time to wait until a transaction of this process ends, in milliseconds.
    /// - Throws: `StoreError` if the file is missing, unreadable or empty, or isn't a database.
    package init(
        path: String, temporaryFolder: String = NSTemporaryDirectory(), busyTimeout: Int = 10_000
    ) throws(StoreError) {
        self.path = path
        guard let status = FileStatus(at: path) else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        guard status.isRegular else {
            throw .unreadable(path: path, reason: status.isFolder ? "it is a folder" : "it isn't a file")
        }
        guard status.bytes > 0 else { throw .empty(path: path) }
        guard FileStatus.isReadable(path) else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        copy = try UntrustedStore(path: path, temporaryFolder: temporaryFolder, busyTimeout: busyTimeout)
        files = StoreReaderFiles(path: path)
        do {
            connection.limitWork(to: Self.workLimit(bytes: files.bytes + files.walBytes))
            // SQLite doesn't access the file until it is needed.
            _ = try connection.rows("PRAGMA schema_version")
            _ = try connection.rows("SELECT COUNT(*) FROM sqlite_master")
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// Throws a `StoreError` if another process has changed the store since it was opened. The rows that were read can
    /// then come from several states. Doesn't throw if a copy is read.
    package func assertUnchanged() throws(StoreError) { try copy.assertUnchanged() }

    /// The connection to the store, or to its copy.
    package var connection: SQLiteConnection { copy.connection }

    /// Returns the maximum number of virtual machine steps that all queries together may take, for a store with the
    /// given size in bytes.
    ///
    /// Reading every cell of a store takes about two steps per byte, so a real store doesn't come close to the limit.
    /// In a malicious file, pages can form cycles, and without the limit a query would never end.
    private static func workLimit(bytes: Int) -> Int64 {
        200_000_000 + 16 * min(Int64(bytes), 1 << 30)
    }

    private var tables: StoreTables { StoreTables(connection, path: path) }

    /// Returns the store's metadata, with all its keys.
    package func metadata() throws(StoreError) -> StoreMetadata { try naming { try tables.metadata() } }

    /// Returns the bytes of the model cache. Throws `StoreError.noModelCache(path:)` if the store has no model cache,
    /// or if the model cache exceeds ``ModelArchive/sizeLimit``.
    package func modelCache() throws(StoreError) -> [UInt8] {
        guard let bytes = try naming({ try tables.modelCache() }) else { throw .noModelCache(path: path) }
        return bytes
    }

    /// Returns the model in the store's model cache. Its version identifiers may differ from the identifiers in the
    /// metadata. Throws `StoreError.noModelCache(path:)` or `StoreError.damagedModelCache(path:error:)` if the model
    /// cache contains no readable model.
    package func model() throws(StoreError) -> SchemaModel { try archivedModel().model }

    /// Returns the model in the store's model cache, and whether it lacks information. See ``model()``.
    func archivedModel() throws(StoreError) -> (model: SchemaModel, isReduced: Bool) {
        do {
            return try ModelArchive.decodeModel(modelCache())
        } catch let error as ModelArchiveError {
            throw .damagedModelCache(path: path, error: error)
        } catch let error as StoreError {
            throw error
        } catch {
            throw .noModelCache(path: path)
        }
    }

    /// Returns the SQL statements of the database schema, in creation order. To sort them in the order of a fixture's
    /// DDL, use ``Swift/Sequence/inQueryOrder()``.
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

    /// Returns the SHA-256 of the store's DDL in lowercase hexadecimal, as recorded in fixtures.
    package func ddlChecksum() throws(StoreError) -> String {
        Digest.hex(Digest.sha256(Array(try statements().inQueryOrder().text.utf8)))
    }

    /// Returns the rows of `Z_PRIMARYKEY`, including the rows for the history's entities, sorted by entity number.
    /// Returns an empty array if the store has no such table.
    package func primaryKeys() throws(StoreError) -> [PrimaryKey] {
        guard try hasTable("Z_PRIMARYKEY") else { return [] }
        return try rows("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT").map { row in
            func integer(_ index: Int) -> Int {
                if case .integer(let integer) = row[index] { Int(clamping: integer) } else { 0 }
            }
            var name = ""
            if case .text(let text) = row[1] { name = text }
            return PrimaryKey(
                entityNumber: integer(0), name: name, superentityNumber: integer(2), highestKey: integer(3))
        }
    }

    /// Returns all rows of a query.
    package func rows(_ sql: String) throws(StoreError) -> [[SQLiteValue]] {
        do { return try connection.rows(sql) } catch { throw StoreError(error, path: path) }
    }

    /// Returns a statement that reads a query's rows one at a time, without keeping them in memory.
    package func query(_ sql: String) throws(StoreError) -> SQLiteStatement {
        do { return try connection.prepare(sql) } catch { throw StoreError(error, path: path) }
    }

    /// Returns whether there is a table with this name that stores rows. Returns false for a view or virtual table.
    package func hasTable(_ name: String) throws(StoreError) -> Bool { try naming { try tables.has(name) } }

    /// Returns the result of `read`. If `read` throws a SQLite error, throws a `StoreError` with the path that the user
    /// passed.
    private func naming<Value>(_ read: () throws -> Value) throws(StoreError) -> Value {
        do { return try read() } catch let error as StoreError { throw error } catch let error as SQLiteError {
            throw StoreError(error, path: path)
        } catch {
            throw .unreadable(path: path, reason: "\(error)")
        }
    }
}

extension StoreReader {
    /// Returns the sorted names of the tables that store rows. Omits views and virtual tables, because reading them can
    /// run arbitrary queries. Real stores don't have any.
    package func tableNames() throws(StoreError) -> [String] {
        try rows("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name").compactMap {
            if case .text(let name) = $0[0] { name } else { nil }
        }
    }

    /// Returns the names and declared types of a table's columns, in order. Returns an empty array if the table doesn't
    /// exist. Omits generated columns, which aren't read either. Real stores don't have any.
    package func columns(of table: String) throws(StoreError) -> [(name: String, type: String)] {
        try hasTable(table) ? columns(ofPresent: table) : []
    }

    /// Returns the columns of an existing table. See ``columns(of:)``.
    func columns(ofPresent table: String) throws(StoreError) -> [(name: String, type: String)] {
        try rows("PRAGMA table_xinfo(\(SQLiteConnection.quoted(table)))").compactMap { row in
            guard case .text(let name) = row[1], case .text(let type) = row[2], row[6] == .integer(0) else {
                return nil
            }
            return (name, type)
        }
    }

    /// Returns the names of an existing table's columns. See ``columns(of:)``.
    func columnNames(ofPresent table: String) throws(StoreError) -> [String] {
        let statement = try query("PRAGMA table_xinfo(\(SQLiteConnection.quoted(table)))")
        var names: [String] = []
        do {
            while try statement.step() {
                if statement.integer(at: 6) == 0, case .text(let name) = statement.value(at: 1) { names.append(name) }
            }
        } catch {
            throw StoreError(error, path: path)
        }
        return names
    }

    /// Returns the number of rows in each table, keyed by table name.
    package func rowCounts() throws(StoreError) -> [String: Int] {
        var counts: [String: Int] = [:]
        for name in try tableNames() { counts[name] = try rowCount(of: name) }
        return counts
    }

    package func rowCount(of table: String) throws(StoreError) -> Int {
        // COUNT(*) would read all pages of a table without checking the work limit.
        let rows = try rows("SELECT SUM(1) FROM \(SQLiteConnection.quoted(table))")
        if case .integer(let count)? = rows.first?.first { return Int(clamping: count) }
        return 0
    }

    /// Returns the number of rows of each entity in a table, keyed by entity number. The number doesn't include
    /// subentities' rows. Omits entities without rows.
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

    /// Returns a model that is inferred from the tables, for a store that contains no model.
    package func tableModel() throws(StoreError) -> TableModel {
        var columns: [String: [(name: String, type: String)]] = [:]
        for table in try tableNames() { columns[table] = try self.columns(of: table) }
        return TableModel(
            .init(primaryKeys: try primaryKeys(), columns: columns, statements: try statements()))
    }

    /// The maximum number of entities to count in a table. It is higher than the number of entities in any real model.
    private static let entityLimit = 10_000
}
