import PermafrostModel
import PermafrostStore

/// The intentional changes that a plan's operations make between two versions. A comparison of the stores before and
/// after the migration doesn't report them.
struct PlannedChanges {
    private typealias Place = ModelContinuity.Place

    /// The origin of a property's values.
    private struct Origin {
        /// The first version's property that the values come from, unchanged or computed by operations. Nil if the
        /// values don't come from a property of the first version.
        var source: Place?
        /// The name of the operation that moved or computed the values.
        var operation: String?
        /// The values that an operation computed: none, only missing ones, or all.
        var fill = Fill.none

        enum Fill { case none, missing, all }
    }

    /// The changes that operations make, sorted by path.
    let changes: [ExpectedChange]
    /// The losses that the stages declare.
    let losses: AcceptedLosses

    /// Combines the intentional changes of several stages.
    ///
    /// - Parameters:
    ///   - models: the models before, between and after the stages.
    ///   - stages: the operations of each stage.
    init(models: [SchemaModel], stages: [[any MigrationOperation]]) {
        var history = PropertyHistory(models.first ?? SchemaModel())
        for (index, operations) in stages.enumerated() where index + 1 < models.count {
            history.step(from: models[index], to: models[index + 1], operations)
        }
        changes = history.changes(inferred: ModelContinuity(path: models)).sorted { $0.path < $1.path }
        losses = history.losses
    }

    /// The origins of the current version's properties and entities in the first version, and the changes that
    /// operations made so far. Call ``step(from:to:_:)`` for each stage in order.
    private struct PropertyHistory {
        private var origins: [Place: Origin] = [:]
        /// The names of the first version's entities, keyed by their current names.
        private var entities: [String: String] = [:]
        /// The names of operations that computed other values from a property, keyed by that property of the first
        /// version.
        private var used: [Place: String] = [:]
        /// The names of operations that deleted an entity's rows, keyed by that entity's name in the first version.
        private var shrunk: [String: String] = [:]
        /// The names of operations that added rows to an entity, keyed by the entity's current name.
        private var grown: [String: String] = [:]
        /// The losses that the stages so far declare.
        private(set) var losses = AcceptedLosses()

        init(_ model: SchemaModel) {
            for place in model.places { origins[place] = Origin(source: place) }
            for entity in model.entities { entities[entity.name] = entity.name }
        }

        mutating func step(from old: SchemaModel, to new: SchemaModel, _ operations: [any MigrationOperation]) {
            let inferred = ModelContinuity(path: [old, new])
            let effects = operations.flatMap { operation in
                ((operation as? any StageOperation)?.effects ?? []).map { (operation.name, $0) }
            }
            // Rows are merged before all other changes.
            for case (let name, .mergedRows(let entity)) in effects { relink(entity, old, name) }
            let (previousOrigins, previousEntities) = (origins, entities)
            origins = inferred.propertySource.compactMapValues { previousOrigins[$0] }
            entities = inferred.entitySource.compactMapValues { previousEntities[$0] }
            grown = inferred.entitySource.compactMapValues { grown[$0] }
            let carried = Set(operations.flatMap { (($0 as? any StageOperation)?.carried ?? []) }.flatMap(old.places))
            for (name, effect) in effects {
                switch effect {
                case .moved(let source, let target):
                    for place in new.places(of: target) {
                        let owner = target.entity == place.entity ? source.entity : inferred.entitySource[place.entity]
                        let named = Place(entity: owner ?? source.entity, property: source.property)
                        // If both classes belong to the new version, the key path of the old relationship has its new
                        // name.
                        let previous =
                            previousOrigins[named] ?? inferred.propertySource[named].flatMap { previousOrigins[$0] }
                        var origin = previous ?? Origin(fill: .all)
                        origin.operation = name
                        origins[place] = origin
                    }
                case .used(let property):
                    for place in old.places(of: property) {
                        if let source = previousOrigins[place]?.source { used[source] = name }
                    }
                case .made(let property):
                    for place in new.places(of: property) {
                        origins[place] = Origin(source: origins[place]?.source, operation: name, fill: .all)
                    }
                case .filled(let property):
                    for place in new.places(of: property) {
                        let origin = origins[place]
                        origins[place] = Origin(
                            source: origin?.source, operation: name, fill: origin?.fill == .all ? .all : .missing)
                    }
                case .removedRows(let entity), .mergedRows(let entity):
                    for affected in old.withSubentities(entity) { previousEntities[affected].map { shrunk[$0] = name } }
                    for affected in new.withSubentities(entity) { entities[affected].map { shrunk[$0] = name } }
                case .consumedRows(let entity):
                    guard let first = previousEntities[entity], !entities.values.contains(first) else { continue }
                    shrunk[first] = name
                case .addedRows(let entity): grown[entity] = name
                case .dropped(let loss):
                    losses.add(loss, in: inferred, isCarried: carried.contains) { part in
                        Self.origin(of: part, previousOrigins, previousEntities)
                    }
                }
            }
        }

        /// Returns the entity or property of the first version that `part`, which belongs to a later version, comes
        /// from; nil if `part` was added later.
        private static func origin(
            of part: DeclaredLoss.Part, _ origins: [Place: Origin], _ entities: [String: String]
        ) -> DeclaredLoss.Part? {
            guard let property = part.property else { return entities[part.entity].map { .init(entity: $0) } }
            return origins[Place(entity: part.entity, property: property)]?.source.map {
                .init(entity: $0.entity, property: $0.property)
            }
        }

        /// Marks the relationships from and to an entity and its hierarchy as changed, because links to the entity's
        /// deleted rows may move to other rows.
        private mutating func relink(_ entity: String, _ model: SchemaModel, _ operation: String) {
            let rows = Set(model.withSubentities(entity) + model.superentities(of: entity).map(\.name))
            for place in model.places {
                guard let relationship = model.relationship(at: place),
                    rows.contains(relationship.destination) || rows.contains(place.entity)
                else { continue }
                origins[place]?.operation = operation
                origins[place]?.fill = .all
            }
        }

        /// Returns the intentional changes.
        ///
        /// - Parameter inferred: the entities and properties that SwiftData carries over from the first model to the
        ///   last without any operations.
        func changes(inferred: ModelContinuity) -> [ExpectedChange] {
            var changes: [ExpectedChange] = []
            for (place, origin) in origins {
                guard let operation = origin.operation else { continue }
                let source = inferred.propertySource[place]
                if let moved = origin.source, moved != source {
                    changes.append(.renamed(moved.path, to: place.path, because: operation))
                }
                guard origin.fill != .none else { continue }
                if source == nil, origin.source == nil {
                    changes.append(.added(place.path, because: operation))
                } else {
                    changes.append(
                        origin.fill == .all
                            ? .changed(place.path, because: operation) : .filled(place.path, because: operation))
                }
            }
            let kept = Set(origins.values.compactMap(\.source)).union(inferred.propertySource.values)
            changes += used.filter { !kept.contains($0.key) }.map { .removed($0.key.path, because: $0.value) }
            changes += shrunk.map { .removed($0.key, because: $0.value) }
            for (entity, operation) in grown {
                changes.append(.added(entity, because: operation))
                // Rows of a new entity are linked to existing rows.
                guard inferred.entitySource[entity] == nil else { continue }
                for place in inferred.after.places
                where place.entity == entity && inferred.after.relationship(at: place) != nil {
                    changes.append(.added(place.path, because: operation))
                }
            }
            return changes
        }
    }
}

extension SchemaModel {
    /// The properties of all entities. An inherited property is listed for each entity that has it.
    fileprivate var places: [ModelContinuity.Place] {
        entities.flatMap { entity in
            properties(of: entity.name).map { ModelContinuity.Place(entity: entity.name, property: $0.name) }
        }
    }

    /// Returns the names of an entity and of its subentities.
    fileprivate func withSubentities(_ name: String) -> [String] {
        entities.map(\.name).filter { entity in
            entity == name || superentities(of: entity).contains { $0.name == name }
        }
    }

    /// Returns one place for each entity that declares or inherits the property.
    fileprivate func places(of name: PropertyName) -> [ModelContinuity.Place] {
        places.filter { place in
            guard place.property == name.property else { return false }
            return place.entity == name.entity
                || superentities(of: place.entity).contains { $0.name == name.entity }
        }
    }
}
