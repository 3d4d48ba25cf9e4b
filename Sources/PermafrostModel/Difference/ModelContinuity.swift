/// The entities and properties of an older model that still exist in a newer model, possibly with new names. They are
/// traced through all intermediate versions.
///
/// From one version to the next, a property continues the property that ``SchemaModel/property(continuedBy:in:)`` finds
/// by its original name or name. The same applies to entities. Call ``rename(_:to:)`` and ``cut(where:)`` to declare
/// exceptions.
package struct ModelContinuity: Sendable {
    /// A property of an entity.
    package struct Place: Sendable, Hashable {
        package var entity: String
        package var property: String

        package init(entity: String, property: String) {
            self.entity = entity
            self.property = property
        }

        /// The path of the property, such as `Post.title`.
        package var path: String { "\(entity).\(property)" }
    }

    /// The oldest model.
    package let before: SchemaModel
    /// The newest model.
    package let after: SchemaModel
    /// The old name of each entity that still exists, keyed by its new name.
    package private(set) var entitySource: [String: String] = [:]
    /// The properties of the oldest model, keyed by the properties of the newest model that continue them. An inherited
    /// property is listed under every entity that has it.
    package private(set) var propertySource: [Place: Place] = [:]

    /// Creates the continuity for a path of models, oldest first. If the path contains only one model, every entity and
    /// property continues itself.
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
            guard let previousName = old.entity(continuedBy: entity)?.name else { continue }
            entities[entity.name] = entitySource[previousName]
            let previous = old.properties(of: previousName)
            for (index, property) in new.properties(of: entity.name).enumerated() {
                // Most properties have the same name and position in both versions.
                let isUnchanged =
                    property.renamingIdentifier == nil && index < previous.count
                    && previous[index].name == property.name
                let continued =
                    isUnchanged ? property.name : SchemaModel.property(continuedBy: property, in: previous)?.name
                guard let name = continued,
                    let source = propertySource[Place(entity: previousName, property: name)]
                else { continue }
                properties[Place(entity: entity.name, property: property.name)] = source
            }
        }
        entitySource = entities
        propertySource = properties
    }

    /// The new name of each entity that still exists, keyed by its old name.
    package var entityContinuation: [String: String] {
        let pairs = after.entities.compactMap { entity in entitySource[entity.name].map { ($0, entity.name) } }
        // If two entities continue the same one, use the one with a new name. Its original name declares the rename.
        return Dictionary(pairs) { first, second in before.entity(named: first) == nil ? first : second }
    }

    /// Makes the property `to` continue the property `from`. For relationships, the inverse of `to` then also continues
    /// the inverse of `from`.
    package mutating func rename(_ from: Place, to: Place) {
        apply(from, to)
        if let old = before.inverse(of: from), let new = after.inverse(of: to) { apply(old, new) }
    }

    private mutating func apply(_ from: Place, _ to: Place) {
        for place in propertySource.filter({ $0.value == from }).keys { propertySource[place] = nil }
        propertySource[to] = from
    }

    /// Separates every pair of properties for which `isCut` returns true. The older property then counts as removed,
    /// and the newer property as new.
    package mutating func cut(where isCut: (_ to: Place, _ from: Place) -> Bool) {
        propertySource = propertySource.filter { !isCut($0.key, $0.value) }
    }
}

extension SchemaModel {
    /// Returns this model's entity that an entity of a newer model continues, or nil if the newer entity is new. The
    /// same rules apply as for ``property(continuedBy:in:)``.
    package func entity(continuedBy newer: Entity) -> Entity? {
        let same = entity(named: newer.name)
        guard let original = newer.renamingIdentifier else { return same }
        if same?.renamingIdentifier == original { return same }
        return entity(named: original) ?? entities.first { $0.renamingIdentifier == original } ?? same
    }

    /// Returns the older property whose values a newer property keeps, or nil if the newer property is new.
    ///
    /// A property without an original name continues the older property with the same name. A property with an original
    /// name continues the first of these older properties that exists:
    ///
    /// - The property with the same name and the same original name.
    /// - The property whose name is the original name.
    /// - The property with the same original name. A property that is renamed twice keeps its first name as its
    ///   original name.
    /// - The property with the same name.
    ///
    /// These rules follow Apple's documentation of `renamingIdentifier`.
    ///
    /// - Parameter older: all properties of the older entity, including inherited ones.
    package static func property(continuedBy newer: Property, in older: [Property]) -> Property? {
        let same = older.first { $0.name == newer.name }
        guard let original = newer.renamingIdentifier else { return same }
        if same?.renamingIdentifier == original { return same }
        return older.first { $0.name == original } ?? older.first { $0.renamingIdentifier == original } ?? same
    }

    /// Returns the original name that a property must declare if the next version renames it: its current original
    /// name, so that stores of all older versions keep their values. If the property has no original name, or if
    /// another property now has that name, returns the property's current name.
    ///
    /// These rules follow Apple's documentation of `renamingIdentifier`.
    package func originalName(afterRenaming property: String, of entity: String) -> String {
        let properties = properties(of: entity)
        guard let original = properties.first(where: { $0.name == property })?.renamingIdentifier,
            !properties.contains(where: { $0.name == original })
        else { return property }
        return original
    }

    /// Returns an attribute that an entity declares or inherits. Returns nil if the entity has no such attribute, or if
    /// the attribute is transient.
    package func attribute(at place: ModelContinuity.Place) -> Attribute? {
        let property = properties(of: place.entity).first { $0.name == place.property }
        guard case .attribute(let attribute)? = property, !attribute.isTransient else { return nil }
        return attribute
    }

    /// Returns a relationship that an entity declares or inherits. Returns nil if the entity has no such relationship,
    /// or if the relationship is transient.
    package func relationship(at place: ModelContinuity.Place) -> Relationship? {
        let property = properties(of: place.entity).first { $0.name == place.property }
        guard case .relationship(let relationship)? = property, !relationship.isTransient else { return nil }
        return relationship
    }

    /// Returns the entity and the name of a relationship's inverse. Returns nil if the relationship doesn't exist, is
    /// transient, or has no inverse.
    package func inverse(of place: ModelContinuity.Place) -> ModelContinuity.Place? {
        guard let relationship = relationship(at: place), let inverse = relationship.inverse else { return nil }
        return ModelContinuity.Place(entity: relationship.destination, property: inverse)
    }
}
