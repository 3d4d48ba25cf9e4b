import PermafrostModel

/// The numbers that a store assigns to entities (`Z_ENT`), starting at 1. Each entity is followed by its subentities.
/// Root entities and siblings are sorted by name, ignoring case.
package struct EntityNumbers {
    /// The entities, sorted by number.
    package let ordered: [Entity]
    /// The number of each entity, keyed by entity name.
    package let number: [String: Int]
    /// The name of each entity's root entity, keyed by entity name. The root entity's table contains the entity's rows.
    package let root: [String: String]

    package init(_ model: SchemaModel) {
        let keys = Dictionary(uniqueKeysWithValues: model.entities.map { ($0.name, Array($0.name.lowercased().utf16)) })
        func isBefore(_ left: Entity, _ right: Entity) -> Bool {
            let (leftKey, rightKey) = (keys[left.name] ?? [], keys[right.name] ?? [])
            return leftKey != rightKey
                ? leftKey.lexicographicallyPrecedes(rightKey) : CodeUnitOrder.isBefore(left.name, right.name)
        }
        // If the superentity isn't in the model, treat the entity as a root. That happens only in a damaged model.
        let children = Dictionary(grouping: model.entities) { entity in
            entity.superentity.flatMap { model.entity(named: $0)?.name }
        }
        var ordered: [Entity] = []
        var root: [String: String] = [:]
        func visit(_ entity: Entity, root rootName: String) {
            guard root[entity.name] == nil else { return }
            root[entity.name] = rootName
            ordered.append(entity)
            for child in (children[entity.name] ?? []).sorted(by: isBefore) { visit(child, root: rootName) }
        }
        for entity in (children[nil] ?? []).sorted(by: isBefore) { visit(entity, root: entity.name) }
        // The remaining entities form an inheritance cycle.
        for entity in model.entities where root[entity.name] == nil { visit(entity, root: entity.name) }
        self.ordered = ordered
        self.root = root
        number = Dictionary(uniqueKeysWithValues: ordered.enumerated().map { ($1.name, $0 + 1) })
    }
}
