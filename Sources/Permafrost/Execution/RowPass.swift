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
    func run(_ steps: [RowStep], observers: [RowStep] = []) throws -> Set<ObjectIdentifier> {
        var groups: [(first: RowStep, steps: [RowStep])] = []
        for step in steps {
            if let index = groups.firstIndex(where: { $0.first.hasModel(of: step) }) {
                groups[index].steps.append(step)
            } else {
                groups.append((step, [step]))
            }
        }
        var isPure = true
        for (first, steps) in groups {
            let names = steps.map(\.operation).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
                .joined(separator: ", ")
            try stage.place.run(names, phase, stage.run) {
                let visitor = RowVisitor(
                    steps: steps, observers: observers.filter { $0.hasModel(of: first) },
                    batch: RowPass.Batch(
                        stage: stage, phase: phase, operation: names, entity: Schema.entityName(of: first.model)))
                try visitRows(of: first.model, visitor)
                isPure = isPure && visitor.batch.isPure
            }
        }
        return isPure ? Set(groups.map { ObjectIdentifier($0.first.model) }) : []
    }

    private func visitRows<Model: PersistentModel>(of model: Model.Type, _ visitor: RowVisitor) throws {
        let keys = visitor.needsKey ? PrimaryKeyEncoder() : nil
        try visitor.batch.start()
        try stage.modelContext.enumerate(
            FetchDescriptor<Model>(), batchSize: Self.batchSize, allowEscapingMutations: true
        ) { row in
            try visitor.visit(row, keys?.key(of: row.persistentModelID) ?? 0)
        }
        try visitor.end(stage)
    }
}

/// Shows each row to the steps of its model, and the rows of a batch to the observers before they are let go.
private final class RowVisitor {
    let steps: [RowStep]
    let observers: [RowStep]
    var batch: RowPass.Batch
    /// The rows of a batch are looked at when all of them are done: one's step may have changed another.
    private var seen: [(row: AnyObject, key: Int64)] = []

    init(steps: [RowStep], observers: [RowStep], batch: RowPass.Batch) {
        self.steps = steps
        self.observers = observers
        self.batch = batch
    }

    var needsKey: Bool { (steps + observers).contains(where: \.needsKey) }

    func visit(_ row: AnyObject, _ key: Int64) throws {
        var isChanged = false
        for step in steps where try step(row, key) { isChanged = true }
        if !observers.isEmpty { seen.append((row, key)) }
        try batch.next(isChanged: isChanged, beforeSaving: observe)
    }

    /// The last row is done.
    func end(_ stage: StageContext) throws {
        try batch.end(beforeSaving: observe)
        for step in steps { try step.end(stage) }
    }

    private func observe() throws {
        for (row, key) in seen {
            for observer in observers { _ = try observer(row, key) }
        }
        seen.removeAll(keepingCapacity: true)
    }
}

extension RowPass {
    /// Counts the rows of a pass; between two batches it saves, reports, and looks whether the migration is to end.
    struct Batch {
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

        private mutating func flush(_ beforeSaving: () throws -> Void = {}) throws {
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
}
