import SwiftData

/// Runs a stage's operations in the order of their phases.
struct StageExecution {
    let stage: Stage
    let place: StagePlace
    let run: PlanRun

    init(stage: Stage, step: Int, stepCount: Int, run: PlanRun) {
        self.stage = stage
        self.run = run
        place = StagePlace(
            from: stage.from.versionIdentifier, to: stage.to.versionIdentifier, step: step, stepCount: stepCount)
    }

    /// Over the old types, before the store is changed.
    func capture(_ context: ModelContext) throws {
        let stageContext = StageContext(modelContext: context, from: stage.from, to: stage.to, run: run)
        for operation in stage.operations {
            try place.run(operation.name, .capture, run) { try operation.capture(stageContext) }
        }
    }

    /// Over the new types: bodies, then assertions.
    func perform(_ context: ModelContext) throws {
        let stageContext = StageContext(modelContext: context, from: stage.from, to: stage.to, run: run)
        for operation in stage.operations {
            try place.run(operation.name, .operations, run) { try operation.perform(stageContext) }
        }
        try place.run("save", .operations, run) { try context.save() }
        for operation in stage.operations {
            try place.run(operation.name, .assertions, run) { try operation.verify(stageContext) }
        }
    }
}
