import SwiftData

/// A plan that ends with one of another plan's versions.
///
/// A container's schema must be its plan's last version, so a store is brought to an intermediate version by the part of
/// the plan that leads there. Both are identified by type alone: nothing is shared between migrations, and any number may run at
/// the same time where SwiftData allows it.
enum TruncatedPlan<Plan: SchemaMigrationPlan, Last: VersionedSchema>: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] {
        let all = Plan.schemas
        let last = all.firstIndex { $0 == Last.self } ?? all.count - 1
        return Array(all.prefix(last + 1))
    }

    static var stages: [MigrationStage] {
        let beyond = Plan.schemas.dropFirst(schemas.count)
        return Plan.stages.filter { stage in
            switch stage {
            case .lightweight(_, let to): !beyond.contains { $0 == to }
            case .custom(_, let to, _, _): !beyond.contains { $0 == to }
            // SwiftData knows what the stage does, and says what is wrong with it if it leads further.
            @unknown default: true
            }
        }
    }
}
