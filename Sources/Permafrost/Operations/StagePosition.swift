import Foundation
import SwiftData

/// A stage's versions, its number in the plan (starting at 1), and the number of stages. Progress reports contain
/// these values.
struct StagePosition: Sendable {
    let from: Schema.Version
    let to: Schema.Version
    let step: Int
    let stepCount: Int

    /// The stage's name in messages, such as `1.0.0 → 2.0.0`.
    var name: String { "\(from) → \(to)" }

    /// Reports that an operation begins, and then calls `body`. If the migration was cancelled or `body` throws,
    /// records the error in the run, with the stage and the operation, and throws it.
    func run(
        _ operation: String, _ phase: MigrationProgress.Phase, _ run: MigrationRun, _ body: () throws -> Void
    ) throws {
        do {
            try run.checkCancelled()
            run.report(progress(phase, operation))
            try body()
        } catch {
            let located = (error as? MigrationError ?? MigrationError(.stage(.operationFailed), underlying: error))
                .at(stage: name, operation: operation)
            run.failed(located)
            throw located
        }
    }

    func progress(_ phase: MigrationProgress.Phase, _ operation: String?, rows: Int = 0) -> MigrationProgress {
        MigrationProgress(
            step: step, stepCount: stepCount, phase: phase, from: from, to: to, operation: operation, rows: rows)
    }
}
