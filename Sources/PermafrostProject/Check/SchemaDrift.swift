import PermafrostDeclarations
import PermafrostFixtures
import PermafrostModel
import PermafrostStore

/// What changed in a declared version since it was frozen, each change at its place in the source.
struct SchemaDrift {
    /// Each change with the place of what changed, or of what holds what is gone.
    private(set) var problems: [(Finding.Problem, SourceLocation)] = []
    /// The strongest kind among them.
    private(set) var strongest: ModelChange.Kind?

    init(_ frozen: FrozenVersion, _ declared: DeclaredSchema) {
        guard let frozenModel = frozen.model, let model = try? declared.model?.decoded() else { return }
        let side = ComparedModel(model, of: declared)
        // A fixture of FreezeRay has no more than its store tells.
        let isArchived = frozen.format == .freezeRay
        func changes(_ old: SchemaModel, _ new: SchemaModel) -> [ModelChange] {
            let models = ComparedModel.comparable(
                ComparedModel(old, isArchived: isArchived), ComparedModel(new, isArchived: false))
            return ModelDifference(from: models.old, to: models.new).changes
        }
        for change in changes(frozenModel, model) {
            add(.drift(change), change, at: side.place(of: change) ?? declared.location)
        }
        guard !isArchived else { return }
        let frozenConditions = Set(frozen.variants.keys)
        let conditions = frozenConditions.union(declared.variants.map(\.condition)).sorted()
        let base = Set(changes(frozenModel, model))
        for condition in conditions {
            let variant = declared.variants.first { $0.condition == condition }
            // A branch that could not be evaluated is told as an issue, not as drift.
            guard let new = variant == nil ? model : try? variant?.model?.decoded() else { continue }
            for change in changes(frozen.variants[condition] ?? frozenModel, new) where !base.contains(change) {
                add(
                    .platformDrift(change, condition: condition), change,
                    at: variant?.location ?? side.place(of: change) ?? declared.location)
            }
        }
    }

    private mutating func add(_ problem: Finding.Problem, _ change: ModelChange, at location: SourceLocation) {
        problems.append((problem, location))
        strongest = max(strongest ?? change.kind, change.kind)
    }
}
