import Foundation
import PermafrostModel
import PermafrostStore

/// An open store of a container. All contexts share its connection, which only one thread uses at a time.
final class Store: @unchecked Sendable {
    // Use the connection and the statements only inside `locked`.

    let configuration: ModelConfiguration
    /// The UUID in the store's metadata.
    let identifier: String
    private let largeValues: LargeValues
    private let lock = NSRecursiveLock()
    private let connection: SQLiteConnection
    private var tombstoneColumns: Int?
    private var statements: [String: CachedStatement] = [:]
    /// The maximum number of compiled statements to keep.
    private static let statementLimit = 200

    /// A compiled statement, and whether it's in use.
    fileprivate final class CachedStatement {
        let statement: SQLiteStatement
        var isInUse = false

        init(_ statement: SQLiteStatement) { self.statement = statement }
    }

    /// The version hashes that the store must have when a transaction begins, keyed by entity name. Nil if any version
    /// is allowed.
    private var versionHashes: [String: [UInt8]]?
    /// The value of SQLite's `schema_version` when the version hashes were last checked, or nil before the first check.
    private var tableVersion: Int64?

    /// The nesting depth of the open transaction, or 0 if no transaction is open.
    private var depth = 0

    init(configuration: ModelConfiguration, identifier: String, connection: SQLiteConnection) {
        self.configuration = configuration
        self.identifier = identifier
        self.connection = connection
        largeValues = LargeValues(storePath: configuration.storePath)
    }

    /// Runs `body` with exclusive use of the connection.
    func locked<Result>(_ body: (SQLiteConnection) throws -> Result) rethrows -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(connection)
    }

    /// Runs a query and passes each row to `body`.
    func query(
        _ sql: String, _ parameters: [SQLiteValue] = [], _ body: (SQLiteStatement) throws -> Void
    ) throws {
        try withBound(sql, parameters) { statement in
            while try statement.step() { try body(statement) }
        }
    }

    /// Passes a compiled statement with bound parameters to `body`, which steps through it.
    func withBound(
        _ sql: String, _ parameters: [SQLiteValue], _ body: (SQLiteStatement) throws -> Void
    ) throws {
        try withStatement(sql) { statement in
            for (index, value) in parameters.enumerated() { try statement.bind(value, at: index + 1) }
            try body(statement)
        }
    }

    /// Passes the compiled statement of a kept query with bound parameters to `body`, which steps through it.
    func withBound(
        _ query: PreparedQuery, _ parameters: [SQLiteValue], _ body: (SQLiteStatement) throws -> Void
    ) throws {
        func bound(_ statement: SQLiteStatement) throws {
            for (index, value) in parameters.enumerated() { try statement.bind(value, at: index + 1) }
            try body(statement)
        }
        try locked { _ in
            if query.statement == nil { query.statement = statements[query.sql] }
            if let kept = query.statement, !kept.isInUse {
                try use(kept, bound)
            } else {
                try withStatement(query.sql, bound)
            }
        }
    }

    /// Returns the first value in a query's first column that isn't NULL, as an integer. Returns nil if the query finds
    /// no such value.
    func integer(_ sql: String, _ parameters: [SQLiteValue] = []) throws -> Int64? {
        var result: Int64?
        try query(sql, parameters) { row in result = result ?? row.integer(at: 0) }
        return result
    }

    /// Runs a statement that doesn't return rows. Returns the number of changed rows.
    @discardableResult
    func run(_ sql: String, _ parameters: [SQLiteValue] = []) throws -> Int {
        try locked { connection in
            try withStatement(sql) { try $0.run(parameters) }
            return connection.changeCount
        }
    }

    /// Runs `body` in a transaction that holds the write lock from the start. If a transaction is already open, `body`
    /// runs inside it. If `body` throws, only the changes of `body` are rolled back.
    ///
    /// If `body` throws, the files that it wrote for large values are deleted. Replaced files are deleted after the
    /// outermost transaction is committed: see ``LargeValues``.
    ///
    /// - Throws: `CoreDataError` if the store's file was moved, replaced or deleted, or if another process has migrated
    ///   the store. Also throws SQLite's errors and the errors of `body`.
    func transaction<Result>(_ body: () throws -> Result) throws -> Result {
        try locked { connection in
            depth += 1
            defer { depth -= 1 }
            let mark = largeValues.mark
            do {
                let result = try depth == 1 ? outermost(body, connection) : nested(body, connection)
                if depth == 1 { largeValues.didCommit() }
                return result
            } catch {
                largeValues.didRollBack(to: mark)
                throw error
            }
        }
    }

    /// Runs `body` in a read transaction, so that all its queries see the store's state at the time of the first query.
    /// If a transaction is already open, `body` runs inside it.
    func snapshot<Result>(_ body: () throws -> Result) throws -> Result {
        try locked { connection in
            guard depth == 0 else { return try body() }
            try connection.execute("BEGIN")
            // Nothing was written, so a failure has no effect.
            defer { try? connection.execute("COMMIT") }
            return try body()
        }
    }

    private func outermost<Result>(_ body: () throws -> Result, _ connection: SQLiteConnection) throws -> Result {
        try connection.transaction(
            {
                try largeValues.checkPlace()
                try checkVersion(connection)
                let result = try body()
                try largeValues.prepareCommit()
                return result
            }, commitDidFail: largeValues.commitDidFail)
    }

    /// Returns the number of values that the history can preserve for a deleted row.
    func tombstoneColumnCount() throws -> Int {
        try locked { _ in
            if let known = tombstoneColumns { return known }
            let count = Int(
                try integer("SELECT COUNT(*) FROM pragma_table_info('ACHANGE') WHERE name GLOB 'ZTOMBSTONE*'") ?? 0)
            tombstoneColumns = count
            return count
        }
    }

    private func nested<Result>(_ body: () throws -> Result, _ connection: SQLiteConnection) throws -> Result {
        let name = "level\(depth)"
        try connection.execute("SAVEPOINT \(name)")
        do {
            let result = try body()
            try connection.execute("RELEASE \(name)")
            return result
        } catch {
            // The first error is thrown, so ignore errors here.
            try? connection.execute("ROLLBACK TO \(name); RELEASE \(name)")
            throw error
        }
    }

    /// Returns the cell for a value of a property with external storage. If the value is written to a file, the file is
    /// on disk before the open transaction is committed.
    func cell(ofLarge bytes: [UInt8]) throws -> [UInt8] {
        try locked { _ in try largeValues.cell(of: bytes) }
    }

    /// Returns the large value of a cell, or nil if its file is missing, or if the cell has an unknown form.
    ///
    /// - Throws: `FileError` if the file exists and can't be read.
    func content(ofLarge cell: UnsafeRawBufferPointer) throws(FileError) -> Data? {
        try largeValues.content(of: cell)
    }

    /// Runs `body`, which reads rows and their large values. No file is deleted during the call.
    func readingLargeValues<Result>(_ body: () throws -> Result) rethrows -> Result {
        try locked { _ in try largeValues.read(body) }
    }

    /// Schedules the given files of large values for removal after the open transaction is committed. A file that may
    /// still be needed is removed later: see ``LargeValues``.
    func removeFilesAfterCommit(_ names: some Sequence<String>) {
        locked { _ in largeValues.replace(names) }
    }

    /// Removes large-value files that no row refers to. A process leaves such files if it ends after writing a file and
    /// before its commit. A `SQLiteError`, `CoreDataError` or `FileError` is ignored, and the files stay until the
    /// store is opened again.
    ///
    /// - Parameter model: the store's model.
    func removeUnnamedFiles(model: SchemaModel) throws {
        do {
            guard try largeValues.hasFiles() else { return }
            try transaction {
                try locked { connection in
                    let layout = { StoreLayout(model: model) }
                    guard try largeValues.replaceUnnamed(connection, model: layout) else { return }
                    // A failed commit may have left frames in the -wal, which SQLite applies when the store is opened
                    // again. Overwrite them with a frame of this change, so that the rows keep referring to the same
                    // files.
                    let version = try connection.rows("PRAGMA user_version").first?.first
                    if case .integer(let number)? = version { try connection.execute("PRAGMA user_version=\(number)") }
                }
            }
        } catch is SQLiteError {} catch is CoreDataError {} catch is FileError {}
    }

    /// Sets the version hashes that the store must have. Later transactions throw if the store's hashes differ.
    func require(_ versionHashes: [String: [UInt8]]) {
        locked { _ in self.versionHashes = versionHashes }
    }

    /// Checks that no other process has migrated the store, because rows of a different version wouldn't match the
    /// schema.
    ///
    /// - Throws: `CoreDataError` if the store's version hashes have changed.
    private func checkVersion(_ connection: SQLiteConnection) throws {
        guard let versionHashes else { return }
        let current = try integer("PRAGMA schema_version")
        guard current != tableVersion else { return }
        guard try StoreTables(connection).metadata().versionHashes == versionHashes else {
            throw CoreDataError(.incompatibleModel, reason: "The store was migrated after this process opened it.")
        }
        tableVersion = current
    }

    /// Passes a compiled statement to `body`, which must bind every parameter. The statement may still contain the
    /// values of an earlier call.
    func withStatement(_ sql: String, _ body: (SQLiteStatement) throws -> Void) throws {
        try locked { connection in
            let kept: CachedStatement
            if let known = statements[sql], !known.isInUse {
                kept = known
            } else {
                kept = CachedStatement(try connection.prepare(sql))
                if statements.count >= Self.statementLimit { statements = statements.filter { $0.value.isInUse } }
                // If the cached statement is in use, keep it. The new one is finalized after the call.
                if statements[sql] == nil { statements[sql] = kept }
            }
            try use(kept, body)
        }
    }

    private func use(_ kept: CachedStatement, _ body: (SQLiteStatement) throws -> Void) throws {
        kept.isInUse = true
        defer {
            kept.statement.reset()
            kept.isInUse = false
        }
        try body(kept.statement)
    }
}

extension Store {
    /// A query of a store that is kept with its compiled statement, so that running it again doesn't look up the statement
    /// by its SQL.
    final class PreparedQuery {
        /// The complete SQL, with numbered parameters.
        let sql: String
        /// The compiled statement, or nil before the first use. The store accesses it only while it's locked.
        @exclusivity(unchecked) fileprivate var statement: Store.CachedStatement?

        init(_ sql: String) { self.sql = sql }
    }
}
