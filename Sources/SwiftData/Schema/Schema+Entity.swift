extension Schema {
    /// What a `@Model` class keeps in a store.
    public final class Entity: Hashable, Sendable, CustomDebugStringConvertible {
        /// The class's name, without any nesting.
        public let name: String
        /// The values.
        public let attributes: Set<Attribute>
        /// The references to other objects.
        public let relationships: Set<Relationship>
        /// The values by name.
        public let attributesByName: [String: Attribute]
        /// The references by name.
        public let relationshipsByName: [String: Relationship]
        /// The groups of properties that are unique together, single ones of `@Attribute(.unique)` included.
        public let uniquenessConstraints: [[String]]
        /// The groups of properties that are indexed.
        public let indices: [[String]]

        init(
            name: String, attributes: [Attribute], relationships: [Relationship], uniquenessConstraints: [[String]],
            indices: [[String]]
        ) {
            self.name = name
            self.attributes = Set(attributes)
            self.relationships = Set(relationships)
            attributesByName = Dictionary(attributes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            relationshipsByName = Dictionary(
                relationships.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            self.uniquenessConstraints = uniquenessConstraints
            self.indices = indices
        }

        /// The attributes and relationships, sorted by name.
        public var properties: [any SchemaProperty] { storedProperties }

        /// The attributes and relationships, sorted by name.
        public var storedProperties: [any SchemaProperty] {
            let all: [any SchemaProperty] = Array(attributes) + Array(relationships)
            return all.sorted { $0.name < $1.name }
        }

        /// The attributes and relationships by name.
        public var storedPropertiesByName: [String: any SchemaProperty] {
            Dictionary(storedProperties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        }

        /// The name.
        public var debugDescription: String { "Entity(\(name))" }

        /// Whether both have one name and equal properties.
        public static func == (left: Entity, right: Entity) -> Bool {
            left.name == right.name && left.attributes == right.attributes && left.relationships == right.relationships
                && left.uniquenessConstraints == right.uniquenessConstraints && left.indices == right.indices
        }

        /// Adds the name.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
        }
    }
}
