import PermafrostDeclarations
import PermafrostFixtures
import PermafrostModel
import PermafrostStore

/// What a version was before: frozen, or declared at an earlier commit.
struct EarlierModel {
    let model: SchemaModel
    /// The models on platforms on which it differed, by condition.
    var variants: [String: SchemaModel] = [:]
    /// Whether it has no more than a store tells, as a fixture of FreezeRay.
    var isArchived = false

    init?(_ frozen: FrozenVersion) {
        guard let model = frozen.model else { return nil }
        self.model = model
        variants = frozen.variants
        isArchived = frozen.format == .freezeRay
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

    init(_ earlier: EarlierModel?, _ declared: DeclaredSchema) {
        guard let earlier, let model = try? declared.model?.decoded() else { return }
        let places = declared.places
        let isArchived = earlier.isArchived
        func changes(_ old: SchemaModel, _ new: SchemaModel) -> [ModelChange] {
            isArchived
                ? ModelDifference(from: old.droppingDefaults(dynamicIn: new), to: new.archivedWithoutDynamicDefaults)
                    .changes
                : ModelDifference(from: old, to: new).changes
        }
        for change in changes(earlier.model, model) {
            add(.drift(change), change, at: place(of: change, places, declared))
        }
        guard !isArchived else { return }
        let frozenConditions = Set(earlier.variants.keys)
        let conditions = frozenConditions.union(declared.variants.map(\.condition)).sorted()
        let base = Set(changes(earlier.model, model))
        for condition in conditions {
            let variant = declared.variants.first { $0.condition == condition }
            // A branch that could not be evaluated is told as an issue, not as drift.
            guard let new = variant == nil ? model : try? variant?.model?.decoded() else { continue }
            for change in changes(earlier.variants[condition] ?? earlier.model, new) where !base.contains(change) {
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

// A store's model has the value that a dynamic default (`UUID()`) happened to have, which no declaration can equal.
extension SchemaModel {
    fileprivate var archivedWithoutDynamicDefaults: SchemaModel { archived.droppingDefaults(dynamicIn: self) }

    fileprivate func droppingDefaults(dynamicIn declared: SchemaModel) -> SchemaModel {
        let entities = entities.map { entity in
            var entity = entity
            entity.setProperties(
                entity.properties.map { property in
                    guard case .attribute(var attribute) = property,
                        case .attribute(let declaration)? = declared.entity(named: entity.name)?.property(
                            named: property.name),
                        case .expression? = declaration.defaultValue
                    else { return property }
                    attribute.defaultValue = nil
                    return .attribute(attribute)
                })
            return entity
        }
        return SchemaModel(
            entities: entities, configurations: [:], versionIdentifiers: versionIdentifiers)
    }
}
