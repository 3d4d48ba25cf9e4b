import SwiftData

/// One run of a stage's operations: ``capture(_:)`` before the store changes, and ``perform(_:)`` afterward.
struct StageRun: Sendable {
    let stage: Stage
    let place: StagePosition
    let run: MigrationRun
    private let content: Content

    /// The state that the two hooks of a stage share. The hooks never run at the same time.
    private final class Content: @unchecked Sendable {
        var state: StageState?
    }

    init(stage: Stage, step: Int, stepCount: Int, run: MigrationRun) {
        self.stage = stage
        self.run = run
        place = StagePosition(
            from: stage.from.versionIdentifier, to: stage.to.versionIdentifier, step: step, stepCount: stepCount)
        content = Content()
    }

    /// Runs the capture phase with the old types, before the store changes. First, runs the captures of the operations
    /// that don't work row by row, in their order. Then runs the captures of all row operations in one pass.
    func capture(_ context: ModelContext) throws {
        let state = StageState(stage: stage, bound: run.bound)
        content.state = state
        let stageContext = stageContext(context, state)
        try checkTypes(state)
        for operation in stage.operations where !(operation is any RowOperation) {
            try place.run(operation.name, .capture, run) {
                try runAppCode(of: operation, "willMigrate", context) { try operation.capture(stageContext) }
                try context.save()
            }
        }
        for (index, operation) in stage.operations.enumerated() {
            guard let operation = operation as? any RowOperation else { continue }
            try place.run(operation.name, .capture, run) { state.steps[index] = try operation.steps(stageContext) }
        }
        try RowPass(stage: stageContext, phase: .capture).run(steps(state, \.capture))
        run.report(place.progress(.migration, nil))
    }

    /// Runs the operations and then the assertions with the new types.
    func perform(_ context: ModelContext) throws {
        guard let state = content.state else {
            throw MigrationError(
                .store(.unreadable(reason: "The stage's first hook didn't run.")), stage: place.name, operation: nil)
        }
        let stageContext = stageContext(context, state)
        try countArrivals(stageContext)
        var waiting: [RowStep] = []
        for (index, operation) in stage.operations.enumerated() {
            let steps = state.steps[index]
            if operation is any RowOperation, steps?.work == nil {
                if let step = steps?.perform { waiting.append(step) }
                continue
            }
            // This operation must see the changes of all previous operations.
            try RowPass(stage: stageContext, phase: .operations).run(waiting)
            waiting = []
            try place.run(operation.name, .operations, run) {
                if let work = steps?.work {
                    try work(stageContext)
                } else {
                    try runAppCode(of: operation, "didMigrate", context) { try operation.perform(stageContext) }
                }
                try context.save()
            }
            if Self.mayDelete(operation) { state.mayHaveDeleted = true }
        }
        let checks = steps(state, \.verify)
        let checked = try RowPass(stage: stageContext, phase: .operations).run(waiting, observers: checks)
        try verify(checks, except: checked, stageContext)
        for operation in stage.operations {
            try place.run(operation.name, .assertions, run) { try operation.verify(stageContext) }
        }
        content.state = nil
    }

    /// Runs an operation's code with the run's function for app code if the app defines the code. Otherwise, runs it
    /// directly.
    private func runAppCode(
        of operation: any MigrationOperation, _ hook: String, _ context: ModelContext, _ code: () throws -> Void
    ) throws {
        if let custom = operation as? CustomOperation {
            guard (hook == "willMigrate" ? custom.willMigrate : custom.didMigrate) != nil else { return }
        } else if operation is any StageOperation {
            return try code()
        }
        try run.runAppCode("stage \(place.name), \(operation.name), \(hook)", { try context.save() }, code)
    }

    /// Finishes the checks of the models in `checked`, because these checks already received the final state of every
    /// row. Runs the other checks in a separate pass.
    private func verify(
        _ checks: [RowStep], except checked: Set<ObjectIdentifier>, _ stageContext: StageContext
    ) throws {
        let waiting = checks.filter { !checked.contains(ObjectIdentifier($0.model)) }
        for check in waiting { check.restart() }
        for check in checks where checked.contains(ObjectIdentifier(check.model)) {
            try place.run(check.operation, .assertions, run) { try check.end(stageContext) }
        }
        try RowPass(stage: stageContext, phase: .assertions).run(waiting)
    }

    private func stageContext(_ context: ModelContext, _ state: StageState) -> StageContext {
        StageContext(modelContext: context, from: stage.from, to: stage.to, run: run, place: place, state: state)
    }

    private func steps(_ state: StageState, _ kind: KeyPath<RowSteps, RowStep?>) -> [RowStep] {
        stage.operations.indices.compactMap { state.steps[$0]?[keyPath: kind] }
    }

    /// Returns whether an operation can delete rows. Returns true for an operation that another module defines, because
    /// its effects aren't known.
    private static func mayDelete(_ operation: any MigrationOperation) -> Bool {
        (operation as? any StageOperation)?.mayDelete ?? true
    }

    /// Counts the captured rows that still exist after the store has changed. Runs before any operation can delete
    /// rows, so that every captured row that is missing counts as lost. Does nothing if no operation of the stage can
    /// delete rows.
    private func countArrivals(_ stageContext: StageContext) throws {
        guard stage.operations.contains(where: Self.mayDelete) else { return }
        let captured = stageContext.state.steps.sorted { $0.key < $1.key }.compactMap(\.value.captured)
        try RowPass(stage: stageContext, phase: .operations).run(captured.map(Self.arrivalStep))
    }

    private static func arrivalStep(
        _ captured: (cells: CapturedCells, model: any PersistentModel.Type)
    ) -> RowStep {
        func step<Model: PersistentModel>(_ model: Model.Type) -> RowStep {
            captured.cells.beginArrivals()
            return RowStep(model, operation: "captured rows", needsKey: true) { _, key in
                try captured.cells.arrive(key)
                return false
            }
        }
        return step(captured.model)
    }

    /// Throws ``MigrationError`` with `.plan(.invalid)` if an operation uses a class that isn't in the required
    /// version. The store has no table for such a class.
    private func checkTypes(_ state: StageState) throws {
        for operation in stage.operations {
            guard let uses = (operation as? any StageOperation)?.models,
                let wrong = uses.lazy.compactMap({
                    WrongVersion($0, state.oldModels, state.newModels, from: stage.from, to: stage.to)
                }).first
            else { continue }
            let error = MigrationError(
                .plan(.invalid([wrong.sentence])), stage: place.name, operation: operation.name)
            run.failed(error)
            throw error
        }
    }
}
