import PermafrostDeclarations
import PermafrostFixtures
import PermafrostModel
import PermafrostStore

/// What a version was before: frozen, or declared at an earlier commit.
struct EarlierModel {
    let model: SchemaModel
    /// The models on platforms on which it differed, by condition.
    var variants: [String: SchemaModel] = [:]
    /// Whether it has no more than a store tells, as a fixture of FreezeRay or of live types.
    var isArchived = false
    /// Whether the first releases of Permafrost made the model, by rules of their own.
    var isOfFormerMapping = false

    init?(_ frozen: FrozenVersion) {
        guard let model = frozen.model else { return nil }
        self.model = model
        variants = frozen.variants
        isArchived = frozen.isOfStore
        isOfFormerMapping = frozen.isOfFormerMapping
    }

    init?(_ declared: DeclaredSchema) {
        guard let model = try? declared.model?.decoded() else { return nil }
        self.model = model
        for variant in declared.variants { variants[variant.condition] = try? variant.model?.decoded() }
    }
}

/// What changed in a declared version since it was frozen, each change at its place in the source.
struct SchemaDrift {
    /// Each change with the place of what changed, or of what holds what is gone.
    private(set) var problems: [(Finding.Problem, SourceLocation)] = []
    /// The strongest kind among them.
    private(set) var strongest: ModelChange.Kind?
    /// The frameworks that made the frozen store, if they read the declaration otherwise than the newest.
    private(set) var framework: FrameworkVariant.Framework?
    /// What the former mapping got wrong, for a fixture that was frozen by it; the problems are then what else changed.
    private(set) var formerMapping: FormerMapping?

    /// Compares an earlier model with the declared one, by the mapping that leaves fewer changes for a fixture of the
    /// first releases.
    ///
    /// - Parameter atFreeze: what was declared when the fixture was frozen; nil if that is not known. An `inverse:` that was
    ///   removed since is recognised by it: the first releases inferred the same one.
    init(_ earlier: EarlierModel?, _ declared: DeclaredSchema, atFreeze: () -> DeclaredSchema? = { nil }) {
        self.init(earlier, declared, by: .current)
        guard let earlier, earlier.isOfFormerMapping, !problems.isEmpty, var wrong = FormerMapping(of: declared) else {
            return
        }
        let former = SchemaDrift(earlier, declared, by: .former)
        guard former.problems.count < problems.count else { return }
        if wrong.isOfInverses, let origin = atFreeze() {
            // Today's mapping makes the fixture of what was declared then: what differs was edited.
            if SchemaDrift(earlier, origin, by: .current).problems.isEmpty { return }
            wrong.isConfirmed = SchemaDrift(earlier, origin, by: .former).problems.isEmpty
        }
        self = former
        formerMapping = wrong
    }

    private init(_ earlier: EarlierModel?, _ declared: DeclaredSchema, by rules: MappingRules) {
        guard let earlier, var model = try? declared.model(by: rules) else { return }
        if earlier.isArchived, let variant = model.variant(matching: earlier.model.versionHashes) {
            framework = variant.framework
            model = model.model(of: variant)
        }
        let side = ComparedModel(model, of: declared)
        let isArchived = earlier.isArchived
        func changes(_ old: SchemaModel, _ new: SchemaModel) -> [ModelChange] {
            let models = ComparedModel.comparable(
                ComparedModel(old, isArchived: isArchived), ComparedModel(new, isArchived: false))
            return ModelDifference(from: models.old, to: models.new).changes
        }
        for change in changes(earlier.model, model) {
            add(.drift(change), change, at: side.place(of: change) ?? declared.location)
        }
        guard !isArchived else { return }
        let frozenConditions = Set(earlier.variants.keys)
        let conditions = frozenConditions.union(declared.variants.map(\.condition)).sorted()
        let base = Set(changes(earlier.model, model))
        for condition in conditions {
            let variant = declared.variants.first { $0.condition == condition }
            // A branch that could not be evaluated is told as an issue, not as drift.
            guard let new = variant == nil ? model : try? variant?.model(by: rules) else { continue }
            for change in changes(earlier.variants[condition] ?? earlier.model, new) where !base.contains(change) {
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
