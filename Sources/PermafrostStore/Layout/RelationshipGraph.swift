import PermafrostModel

/// A model's stored relationships and their inverses.
package struct RelationshipGraph {
    /// A relationship and the entity that declares it.
    package struct End: Hashable {
        package var entity: String
        package var relationship: Relationship

        package init(entity: String, relationship: Relationship) {
            self.entity = entity
            self.relationship = relationship
        }
    }

    package let model: SchemaModel
    private var declared: [String: [String: End]] = [:]
    private var withoutInverse: [String: [End]] = [:]

    package init(_ model: SchemaModel, numbers: EntityNumbers) {
        self.model = model
        for entity in model.entities {
            let ends = entity.relationships.filter { !$0.isTransient }.map {
                End(entity: entity.name, relationship: $0)
            }
            declared[entity.name] = Dictionary(
                ends.map { ($0.relationship.name, $0) }, uniquingKeysWith: { one, _ in one })
        }
        for entity in numbers.ordered {
            for end in toManys(of: entity) where inverse(of: end.relationship) == nil {
                withoutInverse[end.relationship.destination, default: []].append(end)
            }
        }
    }

    /// Returns the inverse relationship, or nil if the model doesn't have one.
    package func inverse(of relationship: Relationship) -> Relationship? {
        inverseEnd(of: relationship)?.relationship
    }

    /// Returns the inverse relationship and the entity that declares it, or nil if the model doesn't have an inverse.
    /// That entity is the destination or one of its superentities.
    package func inverseEnd(of relationship: Relationship) -> End? {
        guard let name = relationship.inverse else { return nil }
        if let own = declared[relationship.destination]?[name] { return own }
        return model.superentities(of: relationship.destination).lazy.compactMap { declared[$0.name]?[name] }.first
    }

    /// Returns the to-many relationships without an inverse that have the given destination. They are sorted by the
    /// number of the declaring entity. Relationships of the same entity are in ``HashOrder``.
    package func ownersWithoutInverse(of entity: String) -> [End] {
        withoutInverse[entity] ?? []
    }

    /// Returns the to-many relationships that an entity declares, in ``HashOrder``.
    package func toManys(of entity: Entity) -> [End] {
        guard let own = declared[entity.name], own.values.contains(where: { $0.relationship.isToMany }) else {
            return []
        }
        let properties = model.properties(of: entity.name)
        let toOneCount = properties.count {
            if case .relationship(let relationship) = $0 { !relationship.isToMany } else { false }
        }
        let names = entity.relationships.filter(\.isToMany).map(\.name)
        return HashOrder.sorted(names, propertyCount: properties.count, toOneCount: toOneCount).compactMap { own[$0] }
    }
}
