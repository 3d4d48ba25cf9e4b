import PermafrostModel
import PermafrostStore

/// Brings a store from its model to a newer one that follows by inference: SQL over whole tables, inside the transaction
/// of its caller.
///
/// A table that only gains columns, or columns' names, is altered in place. Any other that changes is made anew, with the
/// text of a fresh store's, and filled from the old one; one that does not change is not touched.
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
        guard mapping.source.entities.allSatisfy({ $0.superentity == nil }) else {
            throw ModelMapping.missingMapping("Entities with superentities cannot be migrated on Linux.")
        }
        let kept = Set(new.statements.filter { $0.kind == .index }.map(\.sql))
        for statement in try existingStatements("index") where !kept.contains(statement.sql) {
            try connection.execute("DROP INDEX \"\(statement.name)\"")
        }
        try TableMigration(connection: connection, mapping: mapping, entities: entities, old: old, new: new).run()
        try createMissingIndexes()
        try RequiredValues(connection: connection, mapping: mapping, entities: entities).check()
        try updateAdministration()
    }

    private func existingStatements(_ type: String) throws -> [(name: String, sql: String)] {
        try connection.rows("SELECT name, sql FROM sqlite_master WHERE type = '\(type)' AND sql IS NOT NULL").compactMap
        {
            guard case .text(let name) = $0[0], case .text(let sql) = $0[1] else { return nil }
            return (name, sql)
        }
    }

    private func createMissingIndexes() throws {
        let existing = Set(try existingStatements("index").map(\.name))
        for statement in new.statements where statement.kind == .index && !existing.contains(statement.name) {
            do { try connection.execute(statement.sql) } catch {
                guard error.primaryCode == 19 else { throw error }
                throw CoreDataError(
                    code: 134111, text: "The uniqueness constraint \(statement.name) was violated during migration.",
                    reason: error.message)
            }
        }
    }

    private func updateAdministration() throws {
        var highest: [String: SQLiteValue] = [:]
        for row in try connection.rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT < 16000") {
            if case .text(let name) = row[0] { highest[name] = row[1] }
        }
        try connection.execute("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT < 16000")
        let insert = try connection.prepare("INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, ?)")
        for key in new.primaryKeys {
            let former = mapping.destination.entity(named: key.name).flatMap { mapping.source(of: $0)?.name }
            try insert.run([
                .integer(Int64(key.entityNumber)), .text(key.name), .integer(Int64(key.superentityNumber)),
                former.flatMap { highest[$0] } ?? .integer(0),
            ])
        }
        guard case .text(let identifier)? = try connection.rows("SELECT Z_UUID FROM Z_METADATA").first?.first else {
            throw StoreError.noMetadata(path: connection.path)
        }
        let metadata = StoreMetadata(model: mapping.destination, storeUUID: identifier)
        try connection.prepare("UPDATE Z_METADATA SET Z_PLIST = ?").run([.blob(metadata.propertyList)])
        try connection.execute("DELETE FROM Z_MODELCACHE")
        try connection.prepare("INSERT INTO Z_MODELCACHE VALUES (?)").run([
            .blob(ModelArchive.encode(mapping.destination))
        ])
    }
}
