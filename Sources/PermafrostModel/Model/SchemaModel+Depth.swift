extension SchemaModel {
    /// An entity has at most this many superentities in a model of unknown origin; real ones have a few.
    package static let superentityLimit = 32

    /// Whether one of the entities has more superentities than ``superentityLimit``. A circle, which a model ends by itself,
    /// is as deep as there are entities in it.
    package static func isTooDeep(_ entities: [Entity]) -> Bool {
        let superentities = Dictionary(entities.map { ($0.name, $0.superentity) }) { first, _ in first }
        return entities.contains { entity in
            var (next, depth) = (entity.superentity, 0)
            while let current = next, current != entity.name {
                depth += 1
                guard depth <= superentityLimit else { return true }
                next = superentities[current] ?? nil
            }
            return false
        }
    }
}
