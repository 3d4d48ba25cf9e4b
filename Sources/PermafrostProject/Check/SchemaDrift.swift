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

    init?(_ declared: DeclaredSchema) throws(ProjectError) {
        guard let model = try declared.decoded() else { return nil }
        self.model = model
        for variant in declared.variants { variants[variant.condition] = try declared.decoded(variant) }
    }
}

/// What changed in a declared version since it was frozen, each change at its place in the source.
struct SchemaDrift: Sendable {
    /// A change.
    struct Change: Sendable {
        let change: ModelChange
        /// The condition of the platforms that alone it is of; nil if it is of all.
        let platform: String?
        /// The place of what changed, or of what holds what is gone.
        let location: SourceLocation
    }

    /// Each change.
    private(set) var changes: [Change] = []
    /// The strongest kind among them.
    private(set) var strongest: ModelChange.Kind?
    /// The frameworks that made the frozen store, if they read the declaration otherwise than the newest.
    private(set) var framework: FrameworkVariant.Framework?
    /// What the former mapping got wrong, for a fixture that was frozen by it; the changes are then what else changed.
    private(set) var formerMapping: FormerMapping?

    /// Nothing changed.
    init() {}

    /// Compares an earlier model with the declared one, by the mapping that leaves fewer changes for a fixture of the
    /// first releases.
    ///
    /// - Parameter atFreeze: what was declared when the fixture was frozen; nil if that is not known. An `inverse:` that was
    ///   removed since is recognised by it: the first releases inferred the same one.
    /// - Throws: ``ProjectError/unreadableModel(schema:_:reason:)``.
    init(
        _ earlier: EarlierModel?, _ declared: DeclaredSchema, atFreeze: () -> DeclaredSchema? = { nil }
    ) throws(ProjectError) {
        try self.init(earlier, declared, by: .current)
        guard let earlier, earlier.isOfFormerMapping, !changes.isEmpty, var wrong = try FormerMapping(of: declared)
        else { return }
        let former = try SchemaDrift(earlier, declared, by: .former)
        guard former.changes.count < changes.count else { return }
        if wrong.isOfInverses, let origin = atFreeze() {
            // Today's mapping makes the fixture of what was declared then: what differs was edited.
            if try SchemaDrift(earlier, origin, by: .current).changes.isEmpty { return }
            wrong.isConfirmed = try SchemaDrift(earlier, origin, by: .former).changes.isEmpty
        }
        self = former
        formerMapping = wrong
    }

    private init(
        _ earlier: EarlierModel?, _ declared: DeclaredSchema, by rules: MappingRules
    ) throws(ProjectError) {
        guard let earlier, var model = try declared.decoded(by: rules) else { return }
        if earlier.isArchived, let variant = model.variant(matching: earlier.model.versionHashes) {
            framework = variant.framework
            model = model.model(of: variant)
        }
        let side = ComparedModel(model, of: declared)
        let isArchived = earlier.isArchived
        func differences(_ old: SchemaModel, _ new: SchemaModel) -> [ModelChange] {
            let models = ComparedModel.comparable(
                ComparedModel(old, isArchived: isArchived), ComparedModel(new, isArchived: false))
            return ModelDifference(from: models.old, to: models.new).changes
        }
        for change in differences(earlier.model, model) {
            add(change, at: side.place(of: change) ?? declared.location)
        }
        guard !isArchived else { return }
        let frozenConditions = Set(earlier.variants.keys)
        let conditions = frozenConditions.union(declared.variants.map(\.condition)).sorted()
        let base = Set(differences(earlier.model, model))
        for condition in conditions {
            let variant = declared.variants.first { $0.condition == condition }
            // A branch that could not be evaluated is reported as an issue, not as drift.
            guard let new = variant == nil ? model : try declared.decoded(variant, by: rules) else { continue }
            for change in differences(earlier.variants[condition] ?? earlier.model, new) where !base.contains(change) {
                add(
                    change, on: condition,
                    at: variant?.location ?? side.place(of: change) ?? declared.location)
            }
        }
    }

    private mutating func add(_ change: ModelChange, on platform: String? = nil, at location: SourceLocation) {
        changes.append(Change(change: change, platform: platform, location: location))
        strongest = max(strongest ?? change.kind, change.kind)
    }
}
