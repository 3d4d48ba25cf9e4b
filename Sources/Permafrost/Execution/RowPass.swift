import SwiftData

/// Goes over the rows of models, each model once for all steps that want its rows, a batch at a time: what a batch changed
/// is saved before the next one is read, so that memory does not grow with the store.
struct RowPass {
    /// How many rows are in memory at once.
    static let batchSize = 5000

    let stage: StageContext
    let phase: MigrationProgress.Phase

    /// Runs the steps, those of one model together, in the order of each model's first one.
    func run(_ steps: [any RowVisitor]) throws {
        var groups: [(model: ObjectIdentifier, steps: [any RowVisitor])] = []
        for step in steps {
            let model = Self.model(of: step)
            if let index = groups.firstIndex(where: { $0.model == model }) {
                groups[index].steps.append(step)
            } else {
                groups.append((model, [step]))
            }
        }
        for group in groups { try start(group.steps[0], group.steps) }
    }

    private static func model<Step: RowVisitor>(of step: Step) -> ObjectIdentifier { ObjectIdentifier(Step.Model.self) }

    private func start<Step: RowVisitor>(_ first: Step, _ all: [any RowVisitor]) throws {
        let names = all.map(\.operation).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        try stage.place.run(names.joined(separator: ", "), phase, stage.run) {
            try goOver(all.compactMap { $0 as? RowStep<Step.Model> }, names.joined(separator: ", "))
        }
    }

    private func goOver<Model: PersistentModel>(_ steps: [RowStep<Model>], _ name: String) throws {
        let needsKey = steps.contains(where: \.needsKey)
        let keys = PrimaryKeyEncoder()
        var batch = RowBatch(stage: stage, phase: phase, operation: name, entity: Schema.entityName(for: Model.self))
        try batch.start()
        try stage.modelContext.enumerate(
            FetchDescriptor<Model>(), batchSize: Self.batchSize, allowEscapingMutations: true
        ) { row in
            let key = needsKey ? try keys.key(of: row.persistentModelID) : 0
            var isChanged = false
            for step in steps where try step.located({ try step.visit(row, key) }) { isChanged = true }
            try batch.next(isChanged: isChanged)
        }
        try batch.end()
        for step in steps { try step.located { try step.finish(stage) } }
    }
}

/// Counts the rows of a pass; between two batches it saves, reports, and looks whether the migration is to end.
struct RowBatch {
    let stage: StageContext
    let phase: MigrationProgress.Phase
    let operation: String
    let entity: String
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

    /// A row is done.
    mutating func next(isChanged: Bool) throws {
        rows += 1
        if isChanged { changed += 1 }
        if rows % RowPass.batchSize == 0 { try flush() }
    }

    /// The last row is done.
    mutating func end() throws { try flush() }

    private mutating func flush() throws {
        try stage.modelContext.save()
        if changed > 0 { stage.run.changed(entity, rows: changed) }
        changed = 0
        stage.run.progressed(stage.place.progress(phase, operation, rows: rows))
        try stage.run.checkCancelled()
    }
}
