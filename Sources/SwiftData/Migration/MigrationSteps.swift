import PermafrostModel
import PermafrostStore

/// What leads a store from its model to a container's, by a plan or by inference alone: told by the models, without a look at
/// the rows.
struct MigrationSteps {
    /// One change of the tables.
    struct Step {
        var to: Schema
        /// The model of the version before it, by which the store is laid out.
        var model: SchemaModel
        var mapping: ModelMapping
        /// The stage whose hooks are run around it; nil for a step that has none.
        var stage: MigrationPath.Stage?
    }

    let steps: [Step]

    /// - Parameter carried: the model that the store carries; nil where it carries none that can be read.
    /// - Throws: `CoreDataError` with Core Data's code, where there is no way.
    init(
        from metadata: StoreMetadata, carrying carried: SchemaModel?, to schema: Schema,
        plan: (any SchemaMigrationPlan.Type)?
    ) throws(CoreDataError) {
        // The model counts if it is the one that the metadata names.
        let stored = carried?.versionHashes == metadata.versionHashes ? carried : nil
        guard let plan else {
            guard let stored else {
                throw CoreDataError(
                    code: 134130, text: "Persistent store migration failed, missing source managed object model.",
                    reason: "The store carries no model, or one that is not its own.")
            }
            steps = [try Self.direct(from: stored, to: schema)]
            return
        }
        // Hashes of an old kind tell nothing of the plan's versions.
        guard metadata.versionHashesVersion == 3 else {
            throw CoreDataError(
                code: 134505, text: "The store's metadata does not support staged migration.",
                reason: "It was written by a framework that computed other version hashes.")
        }
        let path = try MigrationPath(plan: plan, storeHashes: metadata.versionHashes, schema: schema)
        var model = stored ?? path.model
        guard path.stages.contains(where: \.isCustom) else {
            // Stages that are all lightweight are not walked: the store goes from its version to the last one directly.
            steps = [try Self.direct(from: model, to: schema)]
            return
        }
        var steps: [Step] = []
        var declared = path.model
        for stage in path.stages {
            let mapping = try ModelMapping(from: model, to: stage.to.model)
            steps.append(Step(to: stage.to, model: declared, mapping: mapping, stage: stage))
            (model, declared) = (stage.to.model, stage.to.model)
        }
        self.steps = steps
    }

    private static func direct(from model: SchemaModel, to schema: Schema) throws(CoreDataError) -> Step {
        Step(to: schema, model: model, mapping: try ModelMapping(from: model, to: schema.model))
    }
}
