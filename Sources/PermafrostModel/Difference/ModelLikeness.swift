extension SchemaModel {
    /// Returns the similarity of two models, from 0 to 1. The similarity is the number of parts that both models
    /// contain, divided by the number of parts that at least one of them contains. For two empty models, it is 1.
    ///
    /// Each entity counts as one part, and is compared by name. Each stored property that an entity declares also
    /// counts as one part, and is compared by name and hash.
    package func likeness(to other: SchemaModel) -> Double {
        let (own, others) = (parts, other.parts)
        let union = own.union(others).count
        return union == 0 ? 1 : Double(own.intersection(others).count) / Double(union)
    }

    private struct Part: Hashable {
        var entity: String
        var property: String?
        var hash: [UInt8]?
    }

    private var parts: Set<Part> {
        entities.reduce(into: []) { parts, entity in
            parts.insert(Part(entity: entity.name))
            for property in entity.properties {
                guard let hash = PropertyHash.hash(of: property, in: entity.name, of: self) else { continue }
                parts.insert(Part(entity: entity.name, property: property.name, hash: hash))
            }
        }
    }
}
