import PermafrostModel
import PermafrostSource

/// The changes that the operations of a plan's stages make to a migration's data. Properties and entities have their
/// names in the migration's first or last model.
///
/// Operations whose effects aren't known, such as a `CustomOperation`, make no changes here. A test then declares them
/// with a reason that the user fills in.
struct OperationChanges {
    private typealias Place = ModelContinuity.Place

    /// A property that an operation moves or computes.
    struct Change {
        /// The first model's property that the values come from; nil if they come from several properties or from none.
        var source: ModelContinuity.Place?
        /// The reason for the change, such as `Backfill computes it`.
        var reason: String
        /// Whether the operation keeps the source's values, as a `Rename` does.
        var isMoved = false
    }

    /// The changed properties, keyed by the last model's property.
    private(set) var properties: [ModelContinuity.Place: Change] = [:]
    /// The reasons that properties of the first model are no longer needed, because operations computed other values
    /// from theirs.
    private(set) var used: [ModelContinuity.Place: String] = [:]
    /// The reasons that rows are deleted, keyed by the first model's entity.
    private(set) var deletedRows: [String: String] = [:]
    /// The reasons that links change, keyed by the last model's relationship.
    private(set) var links: [ModelContinuity.Place: String] = [:]

    /// Combines the changes of the operations on a migration's path.
    ///
    /// - Parameters:
    ///   - path: the models that the store has during the migration, from the first to the last.
    ///   - operations: the operations of the stages between consecutive models.
    init(path: [SchemaModel], operations: [[DeclaredOperation]]) {
        guard let first = path.first else { return }
        var origins: [Place: Place] = [:]
        var entities: [String: String] = [:]
        for entity in first.entities {
            entities[entity.name] = entity.name
            for property in first.properties(of: entity.name) {
                let place = Place(entity: entity.name, property: property.name)
                origins[place] = place
            }
        }
        for (index, operations) in operations.enumerated() where index + 1 < path.count {
            let inferred = ModelContinuity(path: [path[index], path[index + 1]])
            let (oldOrigins, oldEntities, oldProperties) = (origins, entities, properties)
            origins = inferred.propertySource.compactMapValues { oldOrigins[$0] }
            entities = inferred.entitySource.compactMapValues { oldEntities[$0] }
            properties = inferred.propertySource.compactMapValues { oldProperties[$0] }
            links = inferred.propertySource.compactMapValues { links[$0] }
            for operation in operations {
                let places = operation.keyPaths.compactMap { keyPath -> Place? in
                    guard let type = keyPath.type, let property = keyPath.names.first else { return nil }
                    return Place(entity: type.entity, property: property)
                }
                guard places.count == operation.keyPaths.count else { continue }
                let name = operation.name
                switch name {
                case "Reconnect" where places.count == 2 && isChosen(places[0], places[1], inferred):
                    use(places.prefix(1), oldOrigins, by: name)
                    properties[places[1]] = Change(reason: "Reconnect chooses a link")
                case "Rename" where places.count == 2,
                    "Reconnect" where places.count == 2 && operation.labels == ["to"]:
                    guard let source = oldOrigins[places[0]] else { continue }
                    properties[places[1]] = Change(
                        source: source, reason: oldProperties[places[0]]?.reason ?? "\(name) moves it",
                        isMoved: oldProperties[places[0]].map(\.isMoved) ?? true)
                    origins[places[1]] = source
                case "Transform" where places.count == 2, "Split" where places.count > 1:
                    use(places.prefix(1), oldOrigins, by: name)
                    for place in places.dropFirst() { properties[place] = Change(reason: "\(name) computes it") }
                case "Merge" where places.count > 1:
                    use(places.dropLast(), oldOrigins, by: name)
                    for place in places.suffix(1) { properties[place] = Change(reason: "Merge computes it") }
                case "Backfill": for place in places { properties[place] = Change(reason: "Backfill computes it") }
                case "DeleteAll", "DeleteWhere":
                    for entity in operation.types.map(\.type.entity) {
                        if let first = oldEntities[entity] ?? entities[entity] {
                            deletedRows[first] = "\(name) deletes rows"
                        }
                    }
                case "Deduplicate":
                    for entity in places.map(\.entity) {
                        if let first = oldEntities[entity] { deletedRows[first] = "Deduplicate merges rows" }
                        relink(entity, inferred)
                    }
                default: continue
                }
            }
        }
    }

    /// Returns whether a to-many relationship becomes to-one, so that only one of its links is kept.
    private func isChosen(
        _ old: ModelContinuity.Place, _ new: ModelContinuity.Place, _ step: ModelContinuity
    ) -> Bool {
        func isToMany(_ place: ModelContinuity.Place, _ model: SchemaModel) -> Bool {
            guard
                case .relationship(let link)? = model.properties(of: place.entity).first(where: {
                    $0.name == place.property
                })
            else { return false }
            return link.isToMany
        }
        return isToMany(old, step.before) && !isToMany(new, step.after)
    }

    private mutating func use(
        _ places: some Sequence<ModelContinuity.Place>, _ origins: [ModelContinuity.Place: ModelContinuity.Place],
        by operation: String
    ) {
        for place in places {
            if let source = origins[place] { used[source] = "\(operation) computes other values from it" }
        }
    }

    /// Records that links to and from the rows of an entity may move to other rows.
    private mutating func relink(_ entity: String, _ step: ModelContinuity) {
        let family = Set([entity] + step.before.superentities(of: entity).map(\.name))
        for (place, source) in step.propertySource {
            guard
                case .relationship(let relationship)? = step.before.properties(of: source.entity).first(where: {
                    $0.name == source.property
                }), family.contains(relationship.destination) || family.contains(source.entity)
            else { continue }
            links[place] = "Deduplicate moves links"
        }
    }
}
