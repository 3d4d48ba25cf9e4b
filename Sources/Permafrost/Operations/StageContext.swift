import Foundation
import SwiftData

/// What an operation works with while its stage runs: a context over the types of the phase, and where to report.
public struct StageContext {
    /// Over the old types while captures run, over the new ones afterwards.
    public let modelContext: ModelContext
    /// The version that the stage leads from.
    public let from: any VersionedSchema.Type
    /// The version that the stage leads to.
    public let to: any VersionedSchema.Type
    let run: MigrationRun
    let place: StageContext.Position
    let state: StageState

    /// Deletes rows that meet a predicate, a batch at a time, with their delete rules.
    func delete<Model: PersistentModel>(
        _ predicate: Predicate<Model>?, _ operation: String, _ phase: MigrationProgress.Phase
    ) throws {
        var batch = RowPass.Batch(
            stage: self, phase: phase, operation: operation, entity: Schema.entityName(of: Model.self))
        try batch.start()
        try modelContext.enumerate(
            FetchDescriptor<Model>(predicate: predicate), batchSize: RowPass.batchSize, allowEscapingMutations: true
        ) { row in
            modelContext.delete(row)
            try batch.next(isChanged: true)
        }
        try batch.end()
    }
}

extension StageContext {
    /// The position of a stage in a run.
    struct Position: Sendable {
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
}
