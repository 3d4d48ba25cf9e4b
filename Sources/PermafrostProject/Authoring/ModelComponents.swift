import PermafrostModel

/// The entities of models in groups that relationships and superclasses connect: one cannot be frozen without the others.
struct ModelComponents {
    private var groups: [String: Set<String>] = [:]

    /// - Parameter models: what connects two entities in one of them connects them.
    init(_ models: [SchemaModel]) {
        for entity in models.flatMap(\.entities) {
            join([entity.name] + entity.relationships.map(\.destination) + (entity.superentity.map { [$0] } ?? []))
        }
    }

    private mutating func join(_ names: [String]) {
        let all = names.reduce(into: Set(names)) { all, name in all.formUnion(groups[name] ?? []) }
        for name in all { groups[name] = all }
    }

    /// The entities that are connected with one of those that are named, themselves included.
    func connected(with names: some Sequence<String>) -> Set<String> {
        names.reduce(into: []) { all, name in all.formUnion(groups[name] ?? [name]) }
    }
}
