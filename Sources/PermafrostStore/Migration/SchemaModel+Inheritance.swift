import PermafrostModel

extension SchemaModel {
    /// The property of that name that an entity has or inherits.
    func property(_ name: String, of entity: Entity) -> Property? {
        if let own = entity.property(named: name) { return own }
        guard entity.superentity != nil else { return nil }
        return superentities(of: entity.name).lazy.compactMap { $0.property(named: name) }.first
    }

    /// Whether an entity is another one or inherits from it.
    func isKind(_ entity: String, of other: String) -> Bool {
        entity == other || superentities(of: entity).contains { $0.name == other }
    }

    /// Whether one of two entities is the other one or inherits from it.
    func isOneLine(_ first: String, _ second: String) -> Bool {
        isKind(first, of: second) || isKind(second, of: first)
    }

    /// The entity whose table has an entity's rows.
    func root(of entity: String) -> String { superentities(of: entity).last?.name ?? entity }
}
