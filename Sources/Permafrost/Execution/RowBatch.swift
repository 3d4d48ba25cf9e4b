import SwiftData

/// A counter for the rows of a pass. After each batch, it saves, reports progress, and checks for cancellation.
struct RowBatch {
    let stage: StageContext
    let phase: MigrationProgress.Phase
    let operation: String
    let entity: String
    /// Whether all changes so far were in rows that were reported as changed, and no rows were inserted or deleted.
    private(set) var isPure = true
    private var rows = 0
    private var changed = 0

    init(stage: StageContext, phase: MigrationProgress.Phase, operation: String, entity: String) {
        self.stage = stage
        self.phase = phase
        self.operation = operation
        self.entity = entity
    }

    /// Saves pending changes before the first fetch, because a fetch that includes pending changes examines all of
    /// them.
    func start() throws { try stage.modelContext.save() }

    /// Counts a row. After the last row of a batch, calls `beforeSaving` and saves the batch.
    mutating func next(isChanged: Bool, beforeSaving: () throws -> Void = {}) throws {
        rows += 1
        if isChanged { changed += 1 }
        if rows % RowPass.batchSize == 0 { try flush(beforeSaving) }
    }

    /// Saves the last batch and reports it. Calls `beforeSaving` first.
    mutating func end(beforeSaving: () throws -> Void = {}) throws { try flush(beforeSaving) }

    private mutating func flush(_ beforeSaving: () throws -> Void = {}) throws {
        let context = stage.modelContext
        isPure =
            isPure && context.changedModelsArray.count == changed && context.insertedModelsArray.isEmpty
            && context.deletedModelsArray.isEmpty
        try beforeSaving()
        try context.save()
        if changed > 0 { stage.run.changed(entity, rows: changed) }
        changed = 0
        stage.run.report(stage.place.progress(phase, operation, rows: rows))
        try stage.run.checkCancelled()
    }
}
