import Foundation
import PermafrostModel

/// A reader for a store of any origin. It changes nothing in the store's folder. Use it from one task at a time.
///
/// A store with a -wal is copied and the copy is read, unless this process has the store open.
///
/// ## Topics
/// - Open one: ``init(path:temporaryFolder:)``
/// - Identity: ``metadata()``, ``model()``
/// - Content: ``statements()``, ``primaryKeys()``, ``tableNames()``, ``rowCounts()``, ``history()``, ``StoreRows``
/// - All of it at once: ``StoreInspection``
/// - Anything else: ``rows(_:)``, ``query(_:)``
package final class StoreReader {
    /// The path that was passed.
    package let path: String
    /// The store's file and the files next to it.
    package let files: StoreReader.Files
    private let copy: UntrustedStore

    /// Opens a store.
    ///
    /// - Parameters:
    ///   - path: the store's file. Rows that are only in a -wal next to it are read too.
    ///   - temporaryFolder: the folder into which a store with a -wal is copied while it is read.
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
            // SQLite accesses a file only when it must.
            _ = try connection.rows("PRAGMA schema_version")
            _ = try connection.rows("SELECT COUNT(*) FROM sqlite_master")
        } catch {
            throw StoreError(error, path: path)
        }
    }

    /// The connection to the store, or to its copy.
    var connection: SQLiteConnection { copy.connection }

    /// Returns the number of virtual machine steps that reading a file of this size may take, for all queries together.
    ///
    /// Reading every cell of a store takes about two steps for each byte. A file can be crafted so that its pages form
    /// cycles, or so that a query on it never ends. A genuine store doesn't come close to the limit.
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

    /// Returns the model in the store. It has the model's own version identifiers; the metadata has the store's.
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

    /// Returns the schema's statements in creation order; ``Swift/Sequence/inQueryOrder()`` returns the other order.
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

    /// Returns the rows of Z_PRIMARYKEY in the order of the entities' numbers, including the history's own entities.
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

    /// Returns a query whose rows are read one by one, without keeping them in memory.
    package func query(_ sql: String) throws(StoreError) -> SQLiteStatement {
        do { return try connection.prepare(sql) } catch { throw StoreError(error, path: path) }
    }

    /// Whether there is a table with this name that has rows of its own.
    func hasTable(_ name: String) throws(StoreError) -> Bool { try naming { try tables.has(name) } }

    /// Returns the result of `read`. Errors of SQLite get the path that the user passed.
    private func naming<Value>(_ read: () throws -> Value) throws(StoreError) -> Value {
        do { return try read() } catch let error as StoreError { throw error } catch let error as SQLiteError {
            throw StoreError(error, path: path)
        } catch {
            throw .unreadable(path: path, reason: "\(error)")
        }
    }
}

extension StoreReader {
    /// Returns the names of the tables that have rows of their own, sorted. Views and virtual tables, which no app's
    /// store has and which can run arbitrary queries, are excluded and never read.
    package func tableNames() throws(StoreError) -> [String] {
        try rows("SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name").compactMap {
            if case .text(let name) = $0[0] { name } else { nil }
        }
    }

    /// Returns the columns of a table with their declared types, in order; empty if there is no such table. Generated
    /// columns, which no app's store has, are excluded and never read.
    package func columns(of table: String) throws(StoreError) -> [(name: String, type: String)] {
        try hasTable(table) ? columns(ofPresent: table) : []
    }

    /// Returns ``columns(of:)`` for a table that is known to be one of ``tableNames()``.
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
        // COUNT(*) walks the pages of a table without checking the limit on work.
        let rows = try rows("SELECT SUM(1) FROM \(SQLiteConnection.quoted(table))")
        if case .integer(let count)? = rows.first?.first { return Int(clamping: count) }
        return 0
    }

    /// Returns the number of rows of each entity that has any, by the entity's number. Each subentity has its own
    /// count.
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

    /// Returns the model that the tables show, for a store that contains none.
    package func tableModel() throws(StoreError) -> TableModel {
        var columns: [String: [(name: String, type: String)]] = [:]
        for table in try tableNames() { columns[table] = try self.columns(of: table) }
        return TableModel(
            .init(primaryKeys: try primaryKeys(), columns: columns, statements: try statements()))
    }

    /// A limit above the number of entities of any model.
    private static let entityLimit = 10_000
}

extension StoreReader {
    /// The files of a store: its own, and the ones next to it.
    package struct Files: Sendable, Hashable {
        /// The size of the store's own file, in bytes.
        package let bytes: Int
        /// The size of the -wal, whose rows count as the store's; 0 if there is none.
        package let walBytes: Int
        /// The size of a rollback journal that a crash left; 0 if there is none.
        package let journalBytes: Int

        /// Looks up the files of the store at the path.
        package init(path: String) {
            // SQLite looks for them next to the file that a link points to.
            let resolved = FileStatus.resolved(path)
            bytes = FileStatus.bytes(at: resolved)
            walBytes = FileStatus.bytes(at: resolved + "-wal")
            journalBytes = FileStatus.bytes(at: resolved + "-journal")
        }
    }
}

extension StoreReader {
    /// The metadata of a store, which is valid as long as nobody writes to the file.
    struct RecentMetadata: Sendable {
        let path: String
        /// The file's status before it was read.
        let status: FileStatus
        let metadata: StoreMetadata

        /// The time in nanoseconds within which a file's timestamp may not show a second change. A file that was
        /// changed more recently is read again.
        private static let resolution: Int64 = 2_000_000_000

        /// Whether the path and the file are the same, and the file wasn't written to since.
        func isStill(_ path: String) -> Bool {
            guard path == self.path, let now = FileStatus(at: path), now == status else { return false }
            let (age, isAbsurd) = Int64(Date().timeIntervalSince1970 * 1e9).subtractingReportingOverflow(status.changed)
            return age > Self.resolution && !isAbsurd
        }
    }
}
