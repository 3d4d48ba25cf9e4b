import SwiftData

extension MigrationPlan {
    /// The part of the plan that leads to one of its versions, without hooks: what a container of that version is opened
    /// with, since SwiftData wants a plan to end with the container's schema.
    func part(to version: any VersionedSchema.Type) -> MigrationPlan {
        let kept = schemas.firstIndex { $0 == version }.map { Array(schemas[...$0]) } ?? schemas
        return MigrationPlan(schemas: kept, source: source.part(of: kept))
    }

    private init(schemas: [any VersionedSchema.Type], source: Source) {
        self.schemas = schemas
        self.source = source
        preMigration = nil
        postMigration = nil
    }
}

extension MigrationPlan.Source {
    /// Stages of the app's own plan are chosen when they are run: see ``StageHooks``.
    fileprivate func part(of versions: [any VersionedSchema.Type]) -> MigrationPlan.Source {
        switch self {
        case .stages(let stages): .stages(stages.filter { stage in versions.contains { $0 == stage.to } })
        case .type: self
        }
    }
}
