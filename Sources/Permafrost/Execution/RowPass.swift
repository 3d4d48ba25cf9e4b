import SwiftData

/// A pass over the rows of one or more models in batches. Each model is read once for all steps that need its rows. The
/// changes of a batch are saved before the next batch is read, so that memory use doesn't grow with the store.
struct RowPass {
    /// The maximum number of rows in a batch.
    static let batchSize = 5000

    let stage: StageContext
    let phase: MigrationProgress.Phase

    /// Runs the steps, one model after the other, in the order of each model's first step.
    ///
    /// - Parameter observers: steps that change nothing. If the pass visits an observer's model, the observer receives
    ///   each batch of rows after the steps have handled the batch.
    /// - Returns: the visited models, if their observers received the final state of every row. Empty if a step
    ///   inserted or deleted a row, or changed an object other than its current row, because an observer may have run
    ///   before that change.
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
                    batch: RowBatch(
                        stage: stage, phase: phase, operation: names, entity: Schema.entityName(of: first.model)))
                try visitRows(of: first.model, visitor)
                isPure = isPure && visitor.batch.isPure
            }
        }
        return isPure ? Set(groups.map { ObjectIdentifier($0.first.model) }) : []
    }

    private func visitRows<Model: PersistentModel>(of model: Model.Type, _ visitor: RowVisitor) throws {
        try visitor.batch.start()
        if let fetch = try visitor.attributeFetch(of: model, in: stage.modelContext) {
            try fetch.run { try visitor.batch.next(isChanged: false) }
        } else {
            let keys = visitor.needsKey ? PrimaryKeyEncoder() : nil
            try stage.modelContext.enumerate(
                FetchDescriptor<Model>(), batchSize: Self.batchSize, allowEscapingMutations: true
            ) { row in
                try visitor.visit(row, keys?.key(of: row.persistentModelID) ?? 0)
            }
        }
        try visitor.end(stage)
    }
}

/// A visitor that passes each row to the steps of its model, and then each batch of rows to the observers.
private final class RowVisitor {
    let steps: [RowStep]
    let observers: [RowStep]
    var batch: RowBatch
    /// The rows of the current batch. The observers receive them after all steps, because a step can change a different
    /// row of the batch.
    private var seen: [(row: AnyObject, key: Int64)] = []

    init(steps: [RowStep], observers: [RowStep], batch: RowBatch) {
        self.steps = steps
        self.observers = observers
        self.batch = batch
    }

    var needsKey: Bool { (steps + observers).contains(where: \.needsKey) }

    /// Returns a fetch that does the work of all steps without creating objects, or nil if a step or an observer needs
    /// objects.
    func attributeFetch(
        of model: any PersistentModel.Type, in context: ModelContext
    ) throws -> AttributeFetch? {
        guard observers.isEmpty else { return nil }
        let fetch = try AttributeFetch(of: model, in: context)
        return steps.allSatisfy { $0.add(to: fetch) } ? fetch : nil
    }

    func visit(_ row: AnyObject, _ key: Int64) throws {
        var isChanged = false
        for step in steps where try step(row, key) { isChanged = true }
        if !observers.isEmpty { seen.append((row, key)) }
        try batch.next(isChanged: isChanged, beforeSaving: observe)
    }

    /// Saves and reports the last batch, and runs the final work of each step.
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
