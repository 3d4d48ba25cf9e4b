import Foundation
import SwiftData

/// The information that a stage passes to a ``MigrationOperation``: the versions, and a context to fetch and change
/// rows with.
///
/// Fetch only classes of the old version in ``MigrationOperation/capture(_:)``, and only classes of the new version in
/// the other methods.
public struct StageContext {
    /// A context with the types of the phase: the old version's in ``MigrationOperation/capture(_:)``, the new
    /// version's in ``MigrationOperation/perform(_:)`` and ``MigrationOperation/verify(_:)``.
    public let modelContext: ModelContext
    /// The version that the stage migrates from.
    public let from: any VersionedSchema.Type
    /// The version that the stage migrates to.
    public let to: any VersionedSchema.Type
    let run: MigrationRun
    let place: StagePosition
    let state: StageState

    /// Deletes the rows that match a predicate and for which a closure returns true. A nil predicate matches every row.
    /// Works in batches, and applies the delete rules of the rows' relationships.
    func delete<Model: PersistentModel>(
        _ predicate: Predicate<Model>?, _ operation: String, _ phase: MigrationProgress.Phase,
        where isDeleted: (Model) throws -> Bool
    ) throws {
        var batch = RowBatch(
            stage: self, phase: phase, operation: operation, entity: Schema.entityName(of: Model.self))
        try batch.start()
        try modelContext.enumerate(
            FetchDescriptor<Model>(predicate: predicate), batchSize: RowPass.batchSize, allowEscapingMutations: true
        ) { row in
            let isDeleted = try isDeleted(row)
            if isDeleted { modelContext.delete(row) }
            try batch.next(isChanged: isDeleted)
        }
        try batch.end()
    }
}
