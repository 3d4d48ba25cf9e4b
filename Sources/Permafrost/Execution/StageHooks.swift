import SwiftData

/// The stages of a plan in SwiftData's form. Their hooks report progress and errors to the run.
struct StageHooks {
    let plan: MigrationPlan
    let run: MigrationRun

    /// The stages, in the plan's order.
    var stages: [MigrationStage] {
        switch plan.source {
        case .stages(let stages):
            stages.enumerated().map { hooks(of: $1, step: $0 + 1, of: stages.count) }
        case .type(let type):
            kept(type).enumerated().map { [count = kept(type).count] in watched($1, step: $0 + 1, of: count) }
        }
    }

    /// Returns the stages of the app's own plan, except for the stages that end at a version that ``plan`` omits.
    private func kept(_ type: any SchemaMigrationPlan.Type) -> [DeclaredStage] {
        let beyond = type.schemas.filter { schema in !plan.schemas.contains { $0 == schema } }
        return DeclaredStages(type).known.filter { stage in !beyond.contains { $0 == stage.to } }
    }

    private func hooks(of stage: Stage, step: Int, of count: Int) -> MigrationStage {
        guard !stage.isLightweight else {
            return .lightweight(fromVersion: stage.from, toVersion: stage.to)
        }
        let run = run
        let execution = StageRun(stage: stage, step: step, stepCount: count, run: run)
        return .custom(
            fromVersion: stage.from, toVersion: stage.to,
            willMigrate: { try execution.capture($0) },
            didMigrate: { try execution.perform($0) })
    }

    /// Returns a stage of the app's own plan in SwiftData's form, with hooks that report to the run.
    private func watched(_ stage: DeclaredStage, step: Int, of count: Int) -> MigrationStage {
        guard let hooks = stage.hooks else { return .lightweight(fromVersion: stage.from, toVersion: stage.to) }
        let place = StagePosition(
            from: stage.from.versionIdentifier, to: stage.to.versionIdentifier, step: step, stepCount: count)
        func watched(
            _ hook: (@Sendable (ModelContext) throws -> Void)?, _ name: String, _ phase: MigrationProgress.Phase
        ) -> (@Sendable (ModelContext) throws -> Void)? {
            // Check for cancellation even if the stage has no such hook.
            { [run] context in
                try place.run(name, phase, run) {
                    guard let hook else { return }
                    try run.runAppCode("stage \(place.name), \(name)", { try context.save() }, { try hook(context) })
                }
            }
        }
        return .custom(
            fromVersion: stage.from, toVersion: stage.to,
            willMigrate: watched(hooks.willMigrate, "willMigrate", .capture),
            didMigrate: watched(hooks.didMigrate, "didMigrate", .operations))
    }
}
