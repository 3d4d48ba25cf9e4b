import PermafrostModel

/// A migration of a store to a newer model by inference. It runs SQL statements that process complete tables, in the
/// caller's transaction.
package struct LightweightMigration {
    let connection: SQLiteConnection
    let mapping: ModelMapping
    /// The newer model's entities, with their tables and defaults.
    let entities: [MigratedEntity]
    private let old: StoreLayout
    private let new: StoreLayout

    /// Creates a migration of the store that a connection has open.
    package init(connection: SQLiteConnection, mapping: ModelMapping, entities: [MigratedEntity]) {
        self.connection = connection
        self.mapping = mapping
        self.entities = entities
        old = StoreLayout(model: mapping.source)
        new = StoreLayout(model: mapping.destination)
    }

    /// Migrates tables, rows, indexes, triggers, history, counters, metadata and the model cache.
    ///
    /// - Throws:
    ///   - ``CoreDataError`` with the code 134110 if a row lacks a required value, if a link can't be kept, or if a
    ///     large value's file is missing
    ///   - ``CoreDataError`` with the code 134111 if values aren't unique
    ///   - ``StoreError`` if a table has a generated column or the store has no metadata
    ///   - `FileError` or `SQLiteError` if a file can't be read or written
    package func run() throws {
        try Self.checkForGeneratedColumns(connection)
        try dropTriggers()
        try TableMigration(connection: connection, mapping: mapping, entities: entities, old: old, new: new).run()
        try createMissingIndexes()
        for statement in new.statements where statement.kind == .trigger { try connection.execute(statement.sql) }
        try RequiredValues(connection: connection, mapping: mapping, entities: entities, old: old, new: new).check()
        try MetadataMigration(connection: connection, mapping: mapping, old: old, new: new).run()
    }

    /// Throws a ``StoreError`` if a table has a generated column. Core Data never creates one, and SQLite would
    /// evaluate an arbitrary expression for each row.
    static func checkForGeneratedColumns(_ connection: SQLiteConnection) throws {
        let tables = try connection.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND rootpage > 0 ORDER BY name")
        for case .text(let table)? in tables.map(\.first) {
            let columns = try connection.rows("PRAGMA table_xinfo(\(SQLiteConnection.quoted(table)))")
            for column in columns where column[6] == .integer(2) || column[6] == .integer(3) {
                guard case .text(let name) = column[1] else { continue }
                throw StoreError.unreadable(
                    path: connection.path,
                    reason:
                        "The table \(table) has a generated column \(name), which no app's store has. It can't be migrated."
                )
            }
        }
    }

    /// Drops all triggers, because they refer to tables and columns that change. They belong to derived attributes.
    private func dropTriggers() throws {
        for row in try connection.rows("SELECT name FROM sqlite_master WHERE type = 'trigger'") {
            guard case .text(let name) = row[0] else { continue }
            try connection.execute("DROP TRIGGER \(SQLiteConnection.quoted(name))")
        }
    }

    private func createMissingIndexes() throws {
        let existing = Set(try connection.rows("SELECT name FROM sqlite_master WHERE type = 'index'").map { $0[0] })
        for statement in new.statements where statement.kind == .index && !existing.contains(.text(statement.name)) {
            do { try connection.execute(statement.sql) } catch {
                guard error.primaryCode == 19 else { throw error }
                throw CoreDataError(
                    code: CoreDataFailure.constraintViolated.code,
                    text: "The uniqueness constraint \(statement.name) was violated during migration.",
                    reason: error.message)
            }
        }
    }
}
