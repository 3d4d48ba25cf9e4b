import SwiftData

/// Goes over the rows of models, each model once for all steps that want its rows, a batch at a time: what a batch changed
/// is saved before the next one is read, so that memory does not grow with the store.
struct RowPass {
    /// How many rows are in memory at once.
    static let batchSize = 5000

    let stage: StageContext
    let phase: MigrationProgress.Phase

    /// Runs the steps, those of one model together, in the order of each model's first one.
    ///
    /// - Parameter observers: steps that change nothing. They look at the rows that the others have changed before those are
    ///   let go, where the pass is over their model anyhow.
    /// - Returns: the models whose observers saw every row as it is after the pass: none if the steps changed objects
    ///   that they were not given, since those may have been looked at before.
    @discardableResult
    func run(_ steps: [any RowVisitor], observers: [any RowVisitor] = []) throws -> Set<ObjectIdentifier> {
        var groups: [(model: ObjectIdentifier, steps: [any RowVisitor])] = []
        for step in steps {
            if let index = groups.firstIndex(where: { $0.model == step.model }) {
                groups[index].steps.append(step)
            } else {
                groups.append((step.model, [step]))
            }
        }
        var isPure = true
        for group in groups {
            let isGroupPure = try start(
                group.steps[0], group.steps, observers: observers.filter { $0.model == group.model })
            isPure = isPure && isGroupPure
        }
        return isPure ? Set(groups.map(\.model)) : []
    }

    private func start<Step: RowVisitor>(
        _ first: Step, _ all: [any RowVisitor], observers: [any RowVisitor]
    ) throws -> Bool {
        let names = all.map(\.operation).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        var isPure = false
        try stage.place.run(names.joined(separator: ", "), phase, stage.run) {
            isPure = try visitRows(
                all.compactMap { $0 as? RowStep<Step.Model> }, observers.compactMap { $0 as? RowStep<Step.Model> },
                names.joined(separator: ", "))
        }
        return isPure
    }

    /// Returns whether no other objects changed than those that the steps said they changed.
    private func visitRows<Model: PersistentModel>(
        _ steps: [RowStep<Model>], _ observers: [RowStep<Model>], _ name: String
    ) throws -> Bool {
        let needsKey = (steps + observers).contains(where: \.needsKey)
        let keys = PrimaryKeyEncoder()
        // The rows of a batch are looked at when all of them are done: one's step may have changed another.
        var seen: [(row: Model, key: Int64)] = []
        var batch = RowBatch(stage: stage, phase: phase, operation: name, entity: Schema.entityName(of: Model.self))
        try batch.start()
        try stage.modelContext.enumerate(
            FetchDescriptor<Model>(), batchSize: Self.batchSize, allowEscapingMutations: true
        ) { row in
            let key = needsKey ? try keys.key(of: row.persistentModelID) : 0
            var isChanged = false
            for step in steps where try step.located({ try step.visit(row, key) }) { isChanged = true }
            if !observers.isEmpty { seen.append((row, key)) }
            try batch.next(isChanged: isChanged) { try observe(observers, at: &seen) }
        }
        try batch.end { try observe(observers, at: &seen) }
        for step in steps { try step.end(stage) }
        return batch.isPure
    }

    private func observe<Model: PersistentModel>(
        _ observers: [RowStep<Model>], at seen: inout [(row: Model, key: Int64)]
    ) throws {
        for (row, key) in seen {
            for observer in observers { _ = try observer.located { try observer.visit(row, key) } }
        }
        seen.removeAll(keepingCapacity: true)
    }
}

/// Counts the rows of a pass; between two batches it saves, reports, and looks whether the migration is to end.
struct RowBatch {
    let stage: StageContext
    let phase: MigrationProgress.Phase
    let operation: String
    let entity: String
    /// Whether no other objects had changes at the end of any batch than rows that were said to have changed.
    private(set) var isPure = true
    private var rows = 0
    private var changed = 0

    init(stage: StageContext, phase: MigrationProgress.Phase, operation: String, entity: String) {
        self.stage = stage
        self.phase = phase
        self.operation = operation
        self.entity = entity
    }

    /// A fetch over unsaved changes would go through all of them.
    func start() throws { try stage.modelContext.save() }

    /// A row is done. Where it is the last of a batch, `beforeSaving` runs.
    mutating func next(isChanged: Bool, beforeSaving: () throws -> Void = {}) throws {
        rows += 1
        if isChanged { changed += 1 }
        if rows % RowPass.batchSize == 0 { try flush(beforeSaving) }
    }

    /// The last row is done.
    mutating func end(beforeSaving: () throws -> Void = {}) throws { try flush(beforeSaving) }

    private mutating func flush(_ beforeSaving: () throws -> Void) throws {
        let context = stage.modelContext
        isPure =
            isPure && context.changedModelsArray.count == changed && context.insertedModelsArray.isEmpty
            && context.deletedModelsArray.isEmpty
        try beforeSaving()
        try context.save()
        if changed > 0 { stage.run.changed(entity, rows: changed) }
        changed = 0
        stage.run.progressed(stage.place.progress(phase, operation, rows: rows))
        try stage.run.checkCancelled()
    }
}
