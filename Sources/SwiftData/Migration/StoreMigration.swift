import PermafrostModel
import PermafrostStore

/// A migration of a store to a container's schema, with a plan or by inference. It runs inside the caller's
/// transaction, so the store changes only if every stage and every closure succeeds.
struct StoreMigration {
    let store: Store
    let metadata: StoreMetadata
    let schema: Schema
    let plan: (any SchemaMigrationPlan.Type)?

    /// Determines the steps and runs them in order, including the closures of custom stages.
    ///
    /// - Throws: `CoreDataError` with Core Data's code, or the error of a stage's closure.
    func run() throws {
        let steps = try MigrationSteps.find(from: metadata, carrying: try carriedModel(), to: schema, plan: plan)
        for step in steps {
            if let willMigrate = step.hooks?.willMigrate, let from = step.from {
                try willMigrate(context(of: from, step.model))
            }
            let entities = OpenContainer(schema: step.to, store: store, model: step.to.model).entities.map {
                MigratedEntity($0)
            }
            try store.locked { connection in
                try LightweightMigration(connection: connection, mapping: step.mapping, entities: entities).run()
            }
            try step.hooks?.didMigrate?(context(of: step.to, step.to.model))
        }
    }

    /// Returns the model in the store, or nil if the store contains no model that can be decoded.
    private func carriedModel() throws -> SchemaModel? {
        guard let bytes = try store.locked({ try StoreTables($0).modelCache() }) else { return nil }
        // If the model can't be read, the metadata has the hashes, and the migration writes a new model.
        return try? ModelArchive.decode(bytes)
    }

    /// Returns a context for a stage's closure. The context uses the store's current tables, and its saves are part of
    /// the migration's transaction.
    private func context(of schema: Schema, _ model: SchemaModel) -> ModelContext {
        ModelContext(OpenContainer(schema: schema, store: store, model: model))
    }
}
