import SwiftData

extension MigrationPlan {
    /// The part of the plan that leads to one of its versions: what a container of that version is opened with, since
    /// SwiftData wants a plan to end with the container's schema. The plan's hooks are no matter of SwiftData's.
    func part(to version: any VersionedSchema.Type) -> MigrationPlan {
        guard let index = schemas.firstIndex(where: { $0 == version }), index < schemas.count - 1 else { return self }
        let kept = Array(schemas[...index])
        return MigrationPlan(schemas: kept, source: source.part(without: Array(schemas[(index + 1)...])))
    }
}

extension MigrationPlan.Source {
    /// The stages but those that end at versions left out. Stages of the app's own plan are chosen when they are run: see
    /// ``StageHooks``.
    fileprivate func part(without versions: [any VersionedSchema.Type]) -> MigrationPlan.Source {
        switch self {
        case .stages(let stages): .stages(stages.filter { stage in !versions.contains { $0 == stage.to } })
        case .type: self
        }
    }
}
