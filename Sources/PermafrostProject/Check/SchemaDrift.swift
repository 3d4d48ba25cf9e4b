import PermafrostDeclarations
import PermafrostFixtures
import PermafrostModel

/// What changed in a declared version since it was frozen, each change at its place in the source.
struct SchemaDrift {
    /// Each change with the place of what changed, or of what holds what is gone.
    private(set) var problems: [(Finding.Problem, SourceLocation)] = []
    /// The strongest kind among them.
    private(set) var strongest: ModelChange.Kind?

    init(_ frozen: FrozenVersion, _ declared: DeclaredSchema) {
        guard let frozenModel = frozen.model, let model = try? declared.model?.decoded() else { return }
        let places = declared.places
        // A fixture of FreezeRay has no more than its store tells.
        let isArchived = frozen.format == .freezeRay
        func changes(_ old: SchemaModel, _ new: SchemaModel) -> [ModelChange] {
            isArchived
                ? ModelDifference(from: old.comparableWithArchive, to: new.comparableWithArchive).changes
                : ModelDifference(from: old, to: new).changes
        }
        for change in changes(frozenModel, model) {
            add(.drift(change), change, at: place(of: change, places, declared))
        }
        guard !isArchived else { return }
        let frozenConditions = Set(frozen.variants.keys)
        let conditions = frozenConditions.union(declared.variants.map(\.condition)).sorted()
        let base = Set(changes(frozenModel, model))
        for condition in conditions {
            let variant = declared.variants.first { $0.condition == condition }
            guard let new = variant?.model == nil ? model : try? variant?.model?.decoded() else { continue }
            for change in changes(frozen.variants[condition] ?? frozenModel, new) where !base.contains(change) {
                add(
                    .platformDrift(change, condition: condition), change,
                    at: variant?.location ?? place(of: change, places, declared))
            }
        }
    }

    private mutating func add(_ problem: Finding.Problem, _ change: ModelChange, at location: SourceLocation) {
        problems.append((problem, location))
        strongest = max(strongest ?? change.kind, change.kind)
    }

    private func place(of change: ModelChange, _ places: ModelPlaces, _ declared: DeclaredSchema) -> SourceLocation {
        guard let entity = change.entity else {
            return change.aspect == .versionIdentifier ? declared.versionLocation : declared.location
        }
        if let property = change.property, let place = places.properties[entity]?[property] { return place }
        return places.entities[entity] ?? declared.location
    }
}
