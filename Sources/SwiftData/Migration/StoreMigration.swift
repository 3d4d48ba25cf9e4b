import PermafrostModel
import PermafrostStore

/// Brings a store to a container's schema, by a plan or by inference alone, inside one transaction of its caller: the store
/// is as it was until every stage is done, hooks included.
struct StoreMigration {
    let connection: SQLiteConnection
    let configuration: ModelConfiguration
    let metadata: StoreMetadata
    let schema: Schema
    let plan: (any SchemaMigrationPlan.Type)?

    /// Does what there is to do.
    ///
    /// - Throws: `CoreDataError` with Core Data's code, or what a stage's hook throws.
    func run() throws {
        guard let plan else { return try migrate(from: try storedModel(), to: schema) }
        let path = try MigrationPath(plan: plan, storeHashes: metadata.versionHashes, schema: schema)
        guard path.stages.contains(where: \.isCustom) else {
            // Stages that are all lightweight are not walked: the store goes from its version to the last one directly.
            let source = path.first
            return try migrate(from: (try? storedModel()) ?? source.model, to: schema)
        }
        var model = (try? storedModel()) ?? path.first.model
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
        let container = container(of: destination)
        try LightweightMigration(connection: connection, mapping: mapping, entities: container.entities).run()
    }

    /// The model that the store carries, if it is the one that its metadata names.
    private func storedModel() throws -> SchemaModel {
        guard case .blob(let content)? = try connection.rows("SELECT Z_CONTENT FROM Z_MODELCACHE").first?.first,
            let model = try? ModelArchive.decode(content), model.versionHashes == metadata.versionHashes
        else {
            throw CoreDataError(
                code: 134130, text: "Persistent store migration failed, missing source managed object model.",
                reason: "The store carries no model, or one that is not its own.")
        }
        return model
    }

    private func context(of schema: Schema) -> ModelContext { ModelContext(container(of: schema)) }

    /// A container over the store as it is now, whose saves are part of the migration.
    private func container(of schema: Schema) -> ModelContainer {
        let store = Store(
            configuration: configuration, identifier: metadata.storeUUID, connection: connection,
            isInTransaction: true)
        return ModelContainer(schema: schema, store: store)
    }
}
