/// Which entity and property of an older model each of a newer one continues, over every version between.
///
/// A property continues the one that its original name says, else the one of its own name, from version to version. What
/// is known to be otherwise is declared by ``rename(_:to:)`` and ``cut(where:)``.
package struct ModelContinuity: Sendable {
    /// A property of an entity.
    package struct Place: Sendable, Hashable {
        /// The entity's name.
        package var entity: String
        /// The property's name.
        package var property: String

        /// A property of an entity.
        package init(entity: String, property: String) {
            self.entity = entity
            self.property = property
        }

        /// `Post.title`
        package var path: String { "\(entity).\(property)" }
    }

    /// The oldest model.
    package let before: SchemaModel
    /// The newest model.
    package let after: SchemaModel
    /// The entity of the oldest model, by the newest one's name.
    package private(set) var entitySource: [String: String] = [:]
    /// The property of the oldest model, by the newest one's; inherited ones under each entity that has them.
    package private(set) var propertySource: [Place: Place] = [:]

    /// The continuity over a path of models, oldest first; a path of one model continues itself.
    package init(path: [SchemaModel]) {
        before = path.first ?? SchemaModel()
        after = path.last ?? SchemaModel()
        for entity in before.entities {
            entitySource[entity.name] = entity.name
            for property in before.properties(of: entity.name) {
                let place = Place(entity: entity.name, property: property.name)
                propertySource[place] = place
            }
        }
        for (old, new) in zip(path, path.dropFirst()) { step(from: old, to: new) }
    }

    private mutating func step(from old: SchemaModel, to new: SchemaModel) {
        var entities: [String: String] = [:]
        var properties: [Place: Place] = [:]
        for entity in new.entities {
            let named = entity.renamingIdentifier.flatMap { old.entity(named: $0)?.name }
            guard let previousName = named ?? old.entity(named: entity.name)?.name else { continue }
            entities[entity.name] = entitySource[previousName]
            let previous = Set(old.properties(of: previousName).map(\.name))
            for property in new.properties(of: entity.name) {
                let original = property.renamingIdentifier.flatMap { previous.contains($0) ? $0 : nil }
                guard let name = original ?? (previous.contains(property.name) ? property.name : nil),
                    let source = propertySource[Place(entity: previousName, property: name)]
                else { continue }
                properties[Place(entity: entity.name, property: property.name)] = source
            }
        }
        entitySource = entities
        propertySource = properties
    }

    /// The entity of the newest model that continues one of the oldest, by the oldest one's name.
    package var entityContinuation: [String: String] {
        let pairs = after.entities.compactMap { entity in entitySource[entity.name].map { ($0, entity.name) } }
        // Of two that continue one, that which bears another name says so by its original name.
        return Dictionary(pairs) { first, second in before.entity(named: first) == nil ? first : second }
    }

    /// Makes a property continue another one than names say; a relationship takes its inverse along.
    package mutating func rename(_ from: Place, to: Place) {
        apply(from, to)
        if let old = before.inverse(of: from), let new = after.inverse(of: to) { apply(old, new) }
    }

    private mutating func apply(_ from: Place, _ to: Place) {
        for place in propertySource.filter({ $0.value == from }).keys { propertySource[place] = nil }
        propertySource[to] = from
    }

    /// Ends the continuity of properties: those of the newest model are new, and those of the oldest are gone.
    package mutating func cut(where isCut: (_ to: Place, _ from: Place) -> Bool) {
        propertySource = propertySource.filter { !isCut($0.key, $0.value) }
    }
}

extension SchemaModel {
    /// The stored attribute at a place; nil for a relationship.
    package func attribute(at place: ModelContinuity.Place) -> Attribute? {
        let property = properties(of: place.entity).first { $0.name == place.property }
        guard case .attribute(let attribute)? = property, !attribute.isTransient else { return nil }
        return attribute
    }

    /// The stored relationship at a place; nil for an attribute.
    package func relationship(at place: ModelContinuity.Place) -> Relationship? {
        let property = properties(of: place.entity).first { $0.name == place.property }
        guard case .relationship(let relationship)? = property, !relationship.isTransient else { return nil }
        return relationship
    }

    /// The relationship back from the one at a place.
    package func inverse(of place: ModelContinuity.Place) -> ModelContinuity.Place? {
        guard let relationship = relationship(at: place), let inverse = relationship.inverse else { return nil }
        return ModelContinuity.Place(entity: relationship.destination, property: inverse)
    }
}
