import PermafrostModel

/// The groups of entities that are connected by relationships or superclasses. An entity's class can be copied to
/// a version only together with the classes that it is connected to.
struct ModelComponents {
    private var groups: [String: Set<String>] = [:]

    /// Groups the entities of the given models. Two entities are in the same group if relationships or superclasses
    /// connect them in any of the models, directly or through other entities.
    init(_ models: [SchemaModel]) {
        for entity in models.flatMap(\.entities) {
            join([entity.name] + entity.relationships.map(\.destination) + (entity.superentity.map { [$0] } ?? []))
        }
    }

    private mutating func join(_ names: [String]) {
        let all = names.reduce(into: Set(names)) { all, name in all.formUnion(groups[name] ?? []) }
        for name in all { groups[name] = all }
    }

    /// Returns the given entities, and all entities that they are connected to.
    func connected(with names: some Sequence<String>) -> Set<String> {
        names.reduce(into: []) { all, name in all.formUnion(groups[name] ?? [name]) }
    }
}
