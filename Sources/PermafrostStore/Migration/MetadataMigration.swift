import PermafrostModel

/// A migration of a store's counters, metadata and model cache to the newer model.
struct MetadataMigration {
    let connection: SQLiteConnection
    let mapping: ModelMapping
    let old: StoreLayout
    let new: StoreLayout

    func run() throws {
        try updateCounters()
        try updateMetadata()
        try updateModelCache()
    }

    /// Replaces the rows of `Z_PRIMARYKEY` with the newer model's entities and numbers. Keeps the highest assigned
    /// keys, and the rows of the history's own entities.
    private func updateCounters() throws {
        var highest: [String: SQLiteValue] = [:]
        for row in try connection.rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT < 16000") {
            if case .text(let name) = row[0] { highest[name] = row[1] }
        }
        try connection.execute("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT < 16000")
        let insert = try connection.prepare("INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, ?)")
        for key in new.primaryKeys {
            // The counter of a root entity covers its complete table, even if the rows come from several old tables.
            let previous =
                key.superentityNumber == 0
                ? new.table(of: key.name)?.entities.lazy.compactMap { name in
                    mapping.destination.entity(named: name).flatMap { mapping.source(of: $0)?.name }
                }.first.flatMap { old.table(of: $0)?.rootEntity } : nil
            try insert.run([
                .integer(Int64(key.entityNumber)), .text(key.name), .integer(Int64(key.superentityNumber)),
                previous.flatMap { highest[$0] } ?? .integer(0),
            ])
        }
    }

    /// Writes the newer model's metadata to the store. Keeps the store's identifier and the entries that an app added.
    private func updateMetadata() throws {
        guard let row = try connection.rows("SELECT Z_UUID, Z_PLIST FROM Z_METADATA").first,
            case .text(let identifier) = row[0], case .blob(let list) = row[1]
        else { throw StoreError.noMetadata(path: connection.path) }
        var metadata = StoreMetadata(model: mapping.destination, storeUUID: identifier)
        metadata.otherEntries = try StoreMetadata(storeUUID: identifier, propertyList: list).otherEntries
        try connection.prepare("UPDATE Z_METADATA SET Z_PLIST = ?").run([.blob(metadata.propertyList)])
    }

    private func updateModelCache() throws {
        // Stores of old frameworks have no model cache.
        if let statement = new.statements.first(where: { $0.name == "Z_MODELCACHE" }),
            try connection.rows("SELECT 1 FROM sqlite_master WHERE name = 'Z_MODELCACHE'").isEmpty
        {
            try connection.execute(statement.sql)
        }
        try connection.execute("DELETE FROM Z_MODELCACHE")
        try connection.prepare("INSERT INTO Z_MODELCACHE VALUES (?)").run([
            .blob(ModelArchive.encode(mapping.destination))
        ])
    }
}
