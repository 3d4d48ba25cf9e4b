import PermafrostModel
import PermafrostStore

/// Brings a store to a container's schema, by a plan or by inference alone, inside one transaction of its caller: the store
/// is as it was until every stage is done, hooks included.
struct StoreMigration {
    let store: Store
    let metadata: StoreMetadata
    let schema: Schema
    let plan: (any SchemaMigrationPlan.Type)?

    /// Does what there is to do.
    ///
    /// - Throws: `CoreDataError` with Core Data's code, or what a stage's hook throws.
    func run() throws {
        guard let plan else { return try migrate(from: try storedModel(), to: schema) }
        // Hashes of an old kind tell nothing of the plan's versions.
        guard metadata.versionHashesVersion == 3 else {
            throw CoreDataError(
                code: 134505, text: "The store's metadata does not support staged migration.",
                reason: "It was written by a framework that computed other version hashes.")
        }
        let path = try MigrationPath(plan: plan, storeHashes: metadata.versionHashes, schema: schema)
        var model = (try? storedModel()) ?? path.first.model
        guard path.stages.contains(where: \.isCustom) else {
            // Stages that are all lightweight are not walked: the store goes from its version to the last one directly.
            return try migrate(from: model, to: schema)
        }
        for stage in path.stages {
            if let willMigrate = stage.willMigrate {
                try willMigrate(context(of: stage.from))
            }
            try migrate(from: model, to: stage.to)
            if let didMigrate = stage.didMigrate {
                try didMigrate(context(of: stage.to))
            }
            model = stage.to.model
        }
    }

    private func migrate(from source: SchemaModel, to destination: Schema) throws {
        let mapping = try ModelMapping(from: source, to: destination.model)
        let entities = ModelContainer(schema: destination, store: store).entities.map { MigratedEntity($0) }
        try store.locked { connection in
            try LightweightMigration(connection: connection, mapping: mapping, entities: entities).run()
        }
    }

    /// The model that the store carries, if it is the one that its metadata names.
    private func storedModel() throws -> SchemaModel {
        let content = try store.locked { connection in
            try connection.rows("SELECT 1 FROM sqlite_master WHERE name = 'Z_MODELCACHE'").isEmpty
                ? nil : connection.rows("SELECT Z_CONTENT FROM Z_MODELCACHE").first?.first
        }
        guard case .blob(let bytes)? = content, let model = try? ModelArchive.decode(bytes),
            model.versionHashes == metadata.versionHashes
        else {
            throw CoreDataError(
                code: 134130, text: "Persistent store migration failed, missing source managed object model.",
                reason: "The store carries no model, or one that is not its own.")
        }
        return model
    }

    /// A context over the store as it is now, whose saves are part of the migration.
    private func context(of schema: Schema) -> ModelContext {
        ModelContext(ModelContainer(schema: schema, store: store))
    }
}
