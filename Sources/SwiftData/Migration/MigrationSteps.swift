import PermafrostModel
import PermafrostStore

/// The steps that migrate a store from its own model to a container's model, with a plan's stages or by inference. Only
/// the models determine them, not the rows.
enum MigrationSteps {
    /// One change of the store's tables from one model to another.
    struct Step {
        /// The schema of the version before the change, or nil if the migration is inferred.
        var from: Schema?
        var to: Schema
        /// The model that describes the store's layout before the change.
        var model: SchemaModel
        var mapping: ModelMapping
        /// The closures that run before and after the change if it is a custom stage of a plan. Otherwise nil.
        var hooks: StagedPlan.Hooks?
    }

    /// Determines the steps for a store.
    ///
    /// - Parameter carried: the model in the store, or nil if the store contains no model that can be read.
    /// - Throws: `CoreDataError` with Core Data's code if the store can't be migrated.
    static func find(
        from metadata: StoreMetadata, carrying carried: SchemaModel?, to schema: Schema,
        plan: (any SchemaMigrationPlan.Type)?
    ) throws(CoreDataError) -> [Step] {
        // Use the model in the store only if its hashes match the metadata.
        let stored = carried?.versionHashes == metadata.versionHashes ? carried : nil
        let staged = plan.map { StagedPlan($0) }
        // Without a stage, SwiftData ignores the plan. Its versions only supply the model of a store that has none.
        guard let staged, !staged.isInferred else {
            guard let stored = stored ?? staged?.model(matching: metadata.versionHashes) else {
                throw CoreDataError(
                    .missingSourceModel, reason: "The store contains no model, or a model that doesn't match it.")
            }
            let source = stored.completed(with: schema.model)
            let mapping = try ModelMapping(from: source, to: schema.model)
            return [Step(to: schema, model: source, mapping: mapping)]
        }
        // Version hashes in an older format can't be compared with the hashes of the plan's versions.
        guard metadata.versionHashesVersion == 3 else {
            throw CoreDataError(
                .unsupportedMetadata,
                reason: "The store was written by a framework that computed different version hashes.")
        }
        let storeRoute = try staged.storeRoute(of: metadata.versionHashes, to: schema)
        // If all stages are lightweight, the store is migrated directly from its version to the last one, in one
        // change.
        let isWalked = storeRoute.route.stages.contains { staged.hooks[$0] != nil }
        let declaredModel = storeRoute.model
        var (model, declared) = (stored?.completed(with: declaredModel) ?? declaredModel, declaredModel)
        var steps: [Step] = []
        for (index, leg) in storeRoute.route.legs.enumerated() {
            let next = isWalked ? staged.versions[leg.to] : schema
            let mapping = try ModelMapping(from: model, to: next.model)
            steps.append(
                Step(
                    from: staged.versions[leg.from], to: next, model: declared, mapping: mapping,
                    hooks: isWalked ? staged.hooks[storeRoute.route.stages[index]] : nil))
            (model, declared) = (next.model, next.model)
        }
        return steps
    }
}

extension MigratedEntity {
    /// Creates the description of an entity for a migration, with the defaults of the entity's class.
    init(_ storage: EntityStorage) {
        self.init(
            name: storage.name, number: storage.number, table: storage.table,
            sharesTable: storage.hasSuperentity || !storage.inheritors.isEmpty,
            properties: storage.properties.compactMap(MigratedProperty.init))
    }
}

extension MigratedProperty {
    /// Creates the description of a property for a migration. Returns nil if the store's model doesn't have the
    /// property.
    fileprivate init?(_ storage: PropertyStorage) {
        if let attribute = storage.attribute {
            self.init(
                name: storage.name, content: .attribute(attribute), columnNames: storage.columnNames,
                requiredCells: storage.codec?.requiredCells ?? [],
                makeDefaultCells: storage.makeDefault.map { makeDefault in
                    { try storage.codec.flatMap { try Self.cells(of: makeDefault(), $0) } }
                })
        } else if let relationship = storage.relationship {
            self.init(
                name: storage.name,
                content: .relationship(isToMany: relationship.isToMany, isOptional: relationship.isOptional),
                columnNames: storage.columnNames)
        } else {
            return nil
        }
    }

    private static func cells(of value: Any, _ codec: any ValueCodec) throws -> [SQLiteValue]? {
        guard let value = FieldValue.unwrapped(value) else { return nil }
        var cells: [SQLiteValue] = []
        try codec.encode(value, into: &cells)
        return cells
    }
}
