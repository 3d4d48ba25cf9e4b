import PermafrostModel
import PermafrostStore

/// Brings a store from its model to a newer one that follows by inference: SQL over whole tables, inside the transaction
/// of its caller.
struct LightweightMigration {
    let connection: SQLiteConnection
    let mapping: ModelMapping
    /// How the newer types are stored; they know the defaults.
    let entities: [EntityStorage]
    private let old: StoreLayout
    private let new: StoreLayout

    init(connection: SQLiteConnection, mapping: ModelMapping, entities: [EntityStorage]) {
        self.connection = connection
        self.mapping = mapping
        self.entities = entities
        old = StoreLayout(model: mapping.source)
        new = StoreLayout(model: mapping.destination)
    }

    /// Changes tables, rows, indexes, counters, metadata and model cache.
    ///
    /// - Throws: 134110 where a row lacks a value that it must have, 134111 where values are not unique.
    func run() throws {
        try TableMigration(connection: connection, mapping: mapping, entities: entities, old: old, new: new).run()
        try createMissingIndexes()
        try RequiredValues(connection: connection, mapping: mapping, entities: entities, old: old, new: new).check()
        try AdministrationMigration(connection: connection, mapping: mapping, old: old, new: new).run()
    }

    private func createMissingIndexes() throws {
        let existing = Set(try connection.rows("SELECT name FROM sqlite_master WHERE type = 'index'").map { $0[0] })
        for statement in new.statements where statement.kind == .index && !existing.contains(.text(statement.name)) {
            do { try connection.execute(statement.sql) } catch {
                guard error.primaryCode == 19 else { throw error }
                throw CoreDataError(
                    code: 134111, text: "The uniqueness constraint \(statement.name) was violated during migration.",
                    reason: error.message)
            }
        }
    }
}
