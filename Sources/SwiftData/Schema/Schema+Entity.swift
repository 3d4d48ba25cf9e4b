import PermafrostModel

extension Schema {
    /// What a `@Model` class keeps in a store.
    ///
    /// An entity's attributes and relationships are its own; what it inherits is among ``inheritedProperties``.
    public final class Entity: Hashable, Sendable, CustomDebugStringConvertible {
        /// The class's name, without any nesting.
        public let name: String
        /// The entities that inherit from this one directly.
        public let subentities: Set<Entity>
        /// The own values.
        public let attributes: Set<Attribute>
        /// The own references to other objects.
        public let relationships: Set<Relationship>
        /// The own values by name.
        public let attributesByName: [String: Attribute]
        /// The own references by name.
        public let relationshipsByName: [String: Relationship]
        /// The groups of properties that are unique together, single ones of `@Attribute(.unique)` included.
        public let uniquenessConstraints: [[String]]
        /// The groups of properties that are indexed.
        public let indices: [[String]]
        /// The entity that this one is a subentity of, which owns this one.
        private let parent = Locked(Parent())

        private struct Parent: Sendable {
            weak var entity: Entity?
        }

        init(
            name: String, subentities: [Entity] = [], attributes: [Attribute], relationships: [Relationship],
            uniquenessConstraints: [[String]],
            indices: [[String]]
        ) {
            self.name = name
            self.subentities = Set(subentities)
            self.attributes = Set(attributes)
            self.relationships = Set(relationships)
            attributesByName = Dictionary(attributes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            relationshipsByName = Dictionary(
                relationships.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
            self.uniquenessConstraints = uniquenessConstraints
            self.indices = indices
            for entity in subentities { entity.parent.withLock { $0.entity = self } }
        }

        /// The entity that this one inherits from, as long as its schema lives.
        public var superentity: Entity? { parent.withLock { $0.entity } }
        /// The name of the entity that this one inherits from.
        public var superentityName: String? { superentity?.name }

        /// The properties of the entities that this one inherits from, sorted by name.
        public var inheritedProperties: [any SchemaProperty] {
            guard let superentity else { return [] }
            return (superentity.inheritedProperties + superentity.storedProperties).sorted { $0.name < $1.name }
        }

        /// The properties of the entities that this one inherits from, by name.
        public var inheritedPropertiesByName: [String: any SchemaProperty] {
            Dictionary(inheritedProperties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
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
                && left.superentityName == right.superentityName && left.subentities == right.subentities
                && left.uniquenessConstraints == right.uniquenessConstraints && left.indices == right.indices
        }

        /// Adds the name.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
        }
    }
}

/// What attributes and relationships of a ``Schema/Entity`` have in common.
public protocol SchemaProperty: AnyObject, Hashable, Sendable {
    /// The property's name.
    var name: String { get }
    /// The name under which the previous version knew the property; ``name`` if it is the same.
    var originalName: String { get }
    /// The property's type.
    var valueType: Any.Type { get }
    /// Whether the property may be nil.
    var isOptional: Bool { get }
    /// Whether the property is a value.
    var isAttribute: Bool { get }
    /// Whether the property refers to other objects.
    var isRelationship: Bool { get }
    /// Whether the property is kept out of the store.
    var isTransient: Bool { get }
    /// Whether no two objects have equal values.
    var isUnique: Bool { get }
}
