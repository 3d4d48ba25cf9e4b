/// The entities and properties of an older model that a newer model continues, traced through every version between
/// them.
///
/// From one version to the next, a property continues the one that its original name identifies, or else the one with
/// the same name. ``rename(_:to:)`` and ``cut(where:)`` declare exceptions.
package struct ModelContinuity: Sendable {
    /// A property of an entity.
    package struct Place: Sendable, Hashable {
        /// The entity's name.
        package var entity: String
        /// The property's name.
        package var property: String

        package init(entity: String, property: String) {
            self.entity = entity
            self.property = property
        }

        /// The entity and the property, such as `Post.title`.
        package var path: String { "\(entity).\(property)" }
    }

    /// The oldest model.
    package let before: SchemaModel
    /// The newest model.
    package let after: SchemaModel
    /// The entities of the oldest model, by their names in the newest model.
    package private(set) var entitySource: [String: String] = [:]
    /// The properties of the oldest model, by the corresponding properties of the newest model. An inherited property
    /// is listed under every entity that has it.
    package private(set) var propertySource: [Place: Place] = [:]

    /// Creates the continuity of a path of models, oldest first. If the path has one model, every part continues
    /// itself.
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

    /// The entities of the newest model, by the names of the entities in the oldest model that they continue.
    package var entityContinuation: [String: String] {
        let pairs = after.entities.compactMap { entity in entitySource[entity.name].map { ($0, entity.name) } }
        // If two entities continue the same one, use the one with a new name: its original name declares the rename.
        return Dictionary(pairs) { first, second in before.entity(named: first) == nil ? first : second }
    }

    /// Makes a property continue a property with a different name. This also renames the inverse of a relationship.
    package mutating func rename(_ from: Place, to: Place) {
        apply(from, to)
        if let old = before.inverse(of: from), let new = after.inverse(of: to) { apply(old, new) }
    }

    private mutating func apply(_ from: Place, _ to: Place) {
        for place in propertySource.filter({ $0.value == from }).keys { propertySource[place] = nil }
        propertySource[to] = from
    }

    /// Ends the continuity of properties. They then count as new in the newest model and as removed from the oldest
    /// model.
    package mutating func cut(where isCut: (_ to: Place, _ from: Place) -> Bool) {
        propertySource = propertySource.filter { !isCut($0.key, $0.value) }
    }
}

extension SchemaModel {
    /// Returns the stored attribute with the given path; nil if there is none.
    package func attribute(at place: ModelContinuity.Place) -> Attribute? {
        let property = properties(of: place.entity).first { $0.name == place.property }
        guard case .attribute(let attribute)? = property, !attribute.isTransient else { return nil }
        return attribute
    }

    /// Returns the stored relationship with the given path; nil if there is none.
    package func relationship(at place: ModelContinuity.Place) -> Relationship? {
        let property = properties(of: place.entity).first { $0.name == place.property }
        guard case .relationship(let relationship)? = property, !relationship.isTransient else { return nil }
        return relationship
    }

    /// Returns the inverse of the relationship with the given path.
    package func inverse(of place: ModelContinuity.Place) -> ModelContinuity.Place? {
        guard let relationship = relationship(at: place), let inverse = relationship.inverse else { return nil }
        return ModelContinuity.Place(entity: relationship.destination, property: inverse)
    }
}
