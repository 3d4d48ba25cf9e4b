import Foundation
import PermafrostModel

/// Reads what a store of any origin holds, and changes nothing in its folder. Use it from one task at a time.
///
/// A store with a -wal is read in a copy, unless this process has it open.
///
/// ## Topics
/// - Open one: ``init(path:temporaryFolder:)``
/// - What it is: ``metadata()``, ``model()``
/// - What it holds: ``statements()``, ``primaryKeys()``, ``tableNames()``, ``rowCounts()``, ``history()``, ``StoreRows``
/// - All of it at once: ``StoreInspection``
/// - Anything else: ``rows(_:)``, ``query(_:)``
package final class StoreReader {
    /// The path that was given.
    package let path: String
    /// The store's file and those beside it.
    package let files: StoreReader.Files
    private let copy: UntrustedStore

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - path: the store's file; rows that are only in a -wal beside it are read too.
    ///   - temporaryFolder: where a store with a -wal is copied while it is read.
    /// - Throws: `StoreError` if the file is missing, empty or no database.
    package init(path: String, temporaryFolder: String = NSTemporaryDirectory()) throws(StoreError) {
        self.path = path
        guard let status = FileStatus(at: path) else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        guard status.isRegular else { throw .unreadable(path: path, reason: "It isn't a file.") }
        guard status.bytes > 0 else { throw .empty(path: path) }
        guard FileStatus.isReadable(path) else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        copy = try UntrustedStore(path: path, temporaryFolder: temporaryFolder)
        files = StoreReader.Files(path: path)
        do {
            connection.limitWork(to: Self.workLimit(bytes: files.bytes + files.walBytes))
            // SQLite looks at a file only when it must.
            _ = try connection.rows("PRAGMA schema_version")
            _ = try connection.rows("SELECT COUNT(*) FROM sqlite_master")
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// The connection to the store, or to the copy that is read in its place.
    var connection: SQLiteConnection { copy.connection }

    /// The steps of SQLite's machine that reading a file of the size may take, all queries together.
    ///
    /// Reading every cell of a store takes about two for each byte. A file may be made so that its pages lead in circles,
    /// or so that a query over it takes for ever; no honest one comes near the limit.
    private static func workLimit(bytes: Int) -> Int {
        200_000_000 + 16 * min(bytes, 1 << 30)
    }

    private var tables: StoreTables { StoreTables(connection, path: path) }

    /// The store's metadata, every key of it.
    package func metadata() throws(StoreError) -> StoreMetadata { try naming { try tables.metadata() } }

    /// The bytes of the model cache.
    package func modelCache() throws(StoreError) -> [UInt8] {
        guard let bytes = try naming({ try tables.modelCache() }) else { throw .noModelCache(path: path) }
        return bytes
    }

    /// The model that the store carries. Its version identifiers are the model's own; the metadata has the store's.
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

    /// The schema's statements in the order in which they were made; ``Swift/Sequence/inQueryOrder()`` gives the other one.
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

    /// SHA-256 of the store's DDL in lower-case hexadecimal, as a fixture records it.
    package func ddlChecksum() throws(StoreError) -> String {
        Digest.hex(Digest.sha256(Array(try statements().inQueryOrder().text.utf8)))
    }

    /// The rows of Z_PRIMARYKEY in the order of the entities' numbers, those of the history's own entities included.
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

    /// The rows of a query.
    package func rows(_ sql: String) throws(StoreError) -> [[SQLiteValue]] {
        do { return try connection.rows(sql) } catch { throw StoreError(error, path: path) }
    }

    /// A query whose rows are gone through one by one, without keeping them.
    package func query(_ sql: String) throws(StoreError) -> SQLiteStatement {
        do { return try connection.prepare(sql) } catch { throw StoreError(error, path: path) }
    }

    /// Whether there is a table of the name that holds rows of its own.
    func hasTable(_ name: String) throws(StoreError) -> Bool { try naming { try tables.has(name) } }

    /// What is read, or SQLite's error with the path that the user gave.
    private func naming<Value>(_ read: () throws -> Value) throws(StoreError) -> Value {
        do { return try read() } catch let error as StoreError { throw error } catch let error as SQLiteError {
            throw StoreError(error, path: path)
        } catch {
            throw .unreadable(path: path, reason: "\(error)")
        }
    }

    /// The error with the path that the user gave, instead of the copy's.
    private func located(_ error: SQLiteError) -> SQLiteError {
        var error = error
        error.path = path
        return error
    }
}

extension StoreReader {
    /// The names of the tables that hold rows of their own, sorted. Views and virtual tables, which no app's store has
    /// and which can make any query run, are not among them and are never read.
    package func tableNames() throws(StoreError) -> [String] {
        try rows("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name").compactMap {
            if case .text(let name) = $0[0] { name } else { nil }
        }
    }

    /// The columns of a table with their declared types, in order; none if there is no such table. Columns that are
    /// computed, which no app's store has, are not among them and are never read.
    package func columns(of table: String) throws(StoreError) -> [(name: String, type: String)] {
        try hasTable(table) ? columns(ofPresent: table) : []
    }

    /// ``columns(of:)`` for a table that is known to be one of ``tableNames()``.
    func columns(ofPresent table: String) throws(StoreError) -> [(name: String, type: String)] {
        try rows("PRAGMA table_xinfo(\(SQLiteConnection.quoted(table)))").compactMap { row in
            guard case .text(let name) = row[1], case .text(let type) = row[2], row[6] == .integer(0) else {
                return nil
            }
            return (name, type)
        }
    }

    /// The number of rows of each table.
    package func rowCounts() throws(StoreError) -> [String: Int] {
        var counts: [String: Int] = [:]
        for name in try tableNames() { counts[name] = try rowCount(of: name) }
        return counts
    }

    /// The number of rows of a table.
    package func rowCount(of table: String) throws(StoreError) -> Int {
        // COUNT(*) walks the pages of a table without looking at the limit on work.
        let rows = try rows("SELECT SUM(1) FROM \(SQLiteConnection.quoted(table))")
        if case .integer(let count)? = rows.first?.first { return Int(clamping: count) }
        return 0
    }

    /// The number of rows of each entity that has any, by the entity's number; those of subentities count for themselves.
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

    /// A model as far as the tables show it, for a store that carries none.
    package func tableModel() throws(StoreError) -> TableModel {
        var columns: [String: [(name: String, type: String)]] = [:]
        for table in try tableNames() { columns[table] = try self.columns(of: table) }
        return TableModel(
            .init(primaryKeys: try primaryKeys(), columns: columns, statements: try statements()))
    }

    /// More entities than any model has.
    private static let entityLimit = 10_000
}

extension StoreReader {
    /// The files that make up a store: its own, and those beside it.
    package struct Files: Sendable, Hashable {
        /// The size of the store's own file, in bytes.
        package let bytes: Int
        /// The size of the -wal, whose rows count as the store's; 0 if there is none.
        package let walBytes: Int
        /// The size of a rollback journal that a crash left; 0 if there is none.
        package let journalBytes: Int

        /// Looks at the files of the store at the path.
        package init(path: String) {
            // SQLite looks for them beside the file that a link leads to.
            let resolved = FileStatus.resolved(path)
            bytes = FileStatus.bytes(at: resolved)
            walBytes = FileStatus.bytes(at: resolved + "-wal")
            journalBytes = FileStatus.bytes(at: resolved + "-journal")
        }
    }
}

extension StoreReader {
    /// The metadata of a store, which holds as long as nobody writes to the file.
    struct RecentMetadata: Sendable {
        let path: String
        /// The file before it was read.
        let status: FileStatus
        let metadata: StoreMetadata

        /// A change within this time of another one may not show in a file's time, in nanoseconds: a file that was changed just
        /// now is read again.
        private static let resolution: Int64 = 2_000_000_000

        /// Whether the file at the path is this one, and was not written to since.
        func isStill(_ path: String) -> Bool {
            guard path == self.path, let now = FileStatus(at: path), now == status else { return false }
            let (age, isAbsurd) = Int64(Date().timeIntervalSince1970 * 1e9).subtractingReportingOverflow(status.changed)
            return age > Self.resolution && !isAbsurd
        }
    }
}
