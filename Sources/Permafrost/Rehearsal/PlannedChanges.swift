import PermafrostModel
import PermafrostStore

/// What the operations of a plan change on purpose between two versions, in the names of those: a comparison of the stores
/// tells only what goes beyond.
struct PlannedChanges {
    private typealias Place = ModelContinuity.Place

    /// Where the values of a property come from.
    private struct Origin {
        /// The property of the first version whose values they are, or were before an operation made others of them.
        var source: Place?
        /// The operation that moved or made them.
        var operation: String?
        /// Whether an operation made them.
        var isMade = false
    }

    /// The changes, sorted by path.
    let changes: [ExpectedChange]

    /// - Parameters:
    ///   - models: the models on the way, the first one's and the last one's included.
    ///   - stages: the operations of each step between two of them.
    init(models: [SchemaModel], stages: [[any MigrationOperation]]) {
        var way = Way(models.first ?? SchemaModel())
        for (index, operations) in stages.enumerated() where index + 1 < models.count {
            way.step(from: models[index], to: models[index + 1], operations)
        }
        changes = way.changes(inferred: ModelContinuity(path: models)).sorted { $0.path < $1.path }
    }

    /// What has become of the first version's properties and entities so far.
    private struct Way {
        private var origins: [Place: Origin] = [:]
        /// The first version's entity, by its name now.
        private var entities: [String: String] = [:]
        /// Properties of the first version that served to make others, with the operation.
        private var used: [Place: String] = [:]
        /// Entities of the first version that lose rows, with the operation.
        private var shrunk: [String: String] = [:]
        /// Entities by their names now that gain rows, with the operation.
        private var grown: [String: String] = [:]

        init(_ model: SchemaModel) {
            for place in model.places { origins[place] = Origin(source: place) }
            for entity in model.entities { entities[entity.name] = entity.name }
        }

        mutating func step(from old: SchemaModel, to new: SchemaModel, _ operations: [any MigrationOperation]) {
            let inferred = ModelContinuity(path: [old, new])
            let effects = operations.flatMap { operation in
                ((operation as? any StageOperation)?.effects ?? []).map { (operation.name, $0) }
            }
            // Rows are merged before all else.
            for case (let name, .mergedRows(let entity)) in effects { relink(entity, old, name) }
            let (formerOrigins, formerEntities) = (origins, entities)
            origins = inferred.propertySource.compactMapValues { formerOrigins[$0] }
            entities = inferred.entitySource.compactMapValues { formerEntities[$0] }
            grown = inferred.entitySource.compactMapValues { grown[$0] }
            for (name, effect) in effects {
                switch effect {
                case .moved(let source, let target):
                    for place in new.places(of: target) {
                        let owner = target.entity == place.entity ? source.entity : inferred.entitySource[place.entity]
                        let former = Place(entity: owner ?? source.entity, property: source.property)
                        var origin = formerOrigins[former] ?? Origin(isMade: true)
                        origin.operation = name
                        origins[place] = origin
                    }
                case .used(let property):
                    for place in old.places(of: property) {
                        if let source = formerOrigins[place]?.source { used[source] = name }
                    }
                case .made(let property):
                    for place in new.places(of: property) {
                        origins[place] = Origin(source: origins[place]?.source, operation: name, isMade: true)
                    }
                case .removedRows(let entity), .mergedRows(let entity):
                    if let first = formerEntities[entity] ?? entities[entity] { shrunk[first] = name }
                case .addedRows(let entity): grown[entity] = name
                }
            }
        }

        /// Links to rows of an entity may lead to others of its rows.
        private mutating func relink(_ entity: String, _ model: SchemaModel, _ operation: String) {
            for place in model.places where model.relationship(at: place)?.destination == entity {
                origins[place]?.operation = operation
                origins[place]?.isMade = true
            }
        }

        func changes(inferred: ModelContinuity) -> [ExpectedChange] {
            var changes: [ExpectedChange] = []
            for (place, origin) in origins {
                guard let operation = origin.operation else { continue }
                let source = inferred.propertySource[place]
                if let moved = origin.source, moved != source {
                    changes.append(.renamed(moved.path, to: place.path, because: operation))
                }
                guard origin.isMade else { continue }
                changes.append(
                    source == nil && origin.source == nil
                        ? .added(place.path, because: operation) : .changed(place.path, because: operation))
            }
            let kept = Set(origins.values.compactMap(\.source)).union(inferred.propertySource.values)
            changes += used.filter { !kept.contains($0.key) }.map { .removed($0.key.path, because: $0.value) }
            changes += shrunk.map { .removed($0.key, because: $0.value) }
            changes += grown.map { .added($0.key, because: $0.value) }
            return changes
        }
    }
}

extension SchemaModel {
    /// Every property, inherited ones under each entity that has them.
    fileprivate var places: [ModelContinuity.Place] {
        entities.flatMap { entity in
            properties(of: entity.name).map { ModelContinuity.Place(entity: entity.name, property: $0.name) }
        }
    }

    /// A property, and the same one under each entity that inherits it.
    fileprivate func places(of name: PropertyName) -> [ModelContinuity.Place] {
        places.filter { place in
            guard place.property == name.property else { return false }
            return place.entity == name.entity
                || superentities(of: place.entity).contains { $0.name == name.entity }
        }
    }
}
