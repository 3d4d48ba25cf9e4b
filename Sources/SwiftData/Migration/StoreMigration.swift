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
        let steps = try MigrationSteps(from: metadata, carrying: try carriedModel(), to: schema, plan: plan).steps
        for step in steps {
            if let stage = step.stage { try stage.willMigrate?(context(of: stage.from, step.model)) }
            let entities = ModelContainer(schema: step.to, store: store, model: step.to.model).entities.map {
                MigratedEntity($0)
            }
            try store.locked { connection in
                try LightweightMigration(connection: connection, mapping: step.mapping, entities: entities).run()
            }
            if let stage = step.stage { try stage.didMigrate?(context(of: stage.to, stage.to.model)) }
        }
    }

    /// The model that the store carries; nil where it carries none that can be read.
    private func carriedModel() throws -> SchemaModel? {
        let content = try store.locked { connection in
            try connection.rows("SELECT 1 FROM sqlite_master WHERE name = 'Z_MODELCACHE'").isEmpty
                ? nil : connection.rows("SELECT Z_CONTENT FROM Z_MODELCACHE").first?.first
        }
        guard case .blob(let bytes)? = content else { return nil }
        return try? ModelArchive.decode(bytes)
    }

    /// A context over the store as it is now, whose saves are part of the migration.
    private func context(of schema: Schema, _ model: SchemaModel) -> ModelContext {
        ModelContext(ModelContainer(schema: schema, store: store, model: model))
    }
}
