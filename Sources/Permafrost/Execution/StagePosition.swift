import SwiftData

/// Where in a run a stage stands.
struct StagePosition: Sendable {
    let from: Schema.Version
    let to: Schema.Version
    let step: Int
    let stepCount: Int

    /// The stage's name in messages.
    var name: String { "\(from) → \(to)" }

    /// Runs one operation of the stage, reported, and keeps its error with its place for the run.
    func run(
        _ operation: String, _ phase: MigrationProgress.Phase, _ run: MigrationRun, _ body: () throws -> Void
    ) throws {
        do {
            try run.checkCancelled()
            run.progressed(progress(phase, operation))
            try body()
        } catch {
            let located = (error as? MigrationError ?? MigrationError(.stage(.operationFailed), underlying: error))
                .at(stage: name, operation: operation)
            run.failed(located)
            throw located
        }
    }

    /// A report from the stage.
    func progress(_ phase: MigrationProgress.Phase, _ operation: String?, rows: Int = 0) -> MigrationProgress {
        MigrationProgress(
            step: step, stepCount: stepCount, phase: phase, from: from, to: to, operation: operation, rows: rows)
    }
}
