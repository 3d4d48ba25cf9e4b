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
    let place: StagePosition
    let state: StageState

    /// Deletes rows that meet a predicate, a batch at a time, with their delete rules.
    func delete<Model: PersistentModel>(
        _ predicate: Predicate<Model>?, _ operation: String, _ phase: MigrationProgress.Phase
    ) throws {
        var batch = RowBatch(
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
