import PermafrostModel

extension Schema {
    /// The description of a `@Model` class in a schema.
    ///
    /// Use an entity to list a model's properties in code that works with any model, such as an export.
    ///
    /// ```swift
    /// import SwiftData
    ///
    /// @Model final class Trip {
    ///     var name: String
    ///     init(name: String) { self.name = name }
    /// }
    ///
    /// func propertyNames() -> [String] {
    ///     let entity = Schema([Trip.self]).entity(for: Trip.self)
    ///     return entity?.storedProperties.map { $0.name } ?? []
    /// }
    /// ```
    ///
    /// ``attributes`` and ``relationships`` don't include inherited properties; see ``inheritedProperties``.
    public final class Entity: Hashable, Sendable, CustomDebugStringConvertible {
        /// The entity's name: the class's name without the enclosing types.
        public let name: String
        /// The entities that inherit directly from this entity.
        public let subentities: Set<Entity>
        /// The entity's own attributes.
        public let attributes: Set<Attribute>
        /// The entity's own relationships.
        public let relationships: Set<Relationship>
        /// The entity's own attributes, keyed by name.
        public let attributesByName: [String: Attribute]
        /// The entity's own relationships, keyed by name.
        public let relationshipsByName: [String: Relationship]
        /// The entity's own uniqueness constraints, each as an array of property names. A property with the `unique`
        /// option forms its own constraint.
        public let uniquenessConstraints: [[String]]
        /// The entity's own indexes, each as an array of property names.
        public let indices: [[String]]
        /// A weak reference to the superentity, which owns this entity.
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

        /// The entity that this entity inherits from directly. Nil if there is no superentity, or if the schema no
        /// longer exists.
        public var superentity: Entity? { parent.withLock { $0.entity } }
        /// The superentity's name. Nil if there is no superentity, or if the schema no longer exists.
        public var superentityName: String? { superentity?.name }

        /// The properties of all superentities, sorted by name.
        public var inheritedProperties: [any SchemaProperty] {
            guard let superentity else { return [] }
            return (superentity.inheritedProperties + superentity.storedProperties).sorted { $0.name < $1.name }
        }

        /// The properties of all superentities, keyed by name.
        public var inheritedPropertiesByName: [String: any SchemaProperty] {
            Dictionary(inheritedProperties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        }

        /// The entity's own attributes and relationships, sorted by name.
        public var properties: [any SchemaProperty] { storedProperties }

        /// The entity's own attributes and relationships, sorted by name.
        public var storedProperties: [any SchemaProperty] {
            let all: [any SchemaProperty] = Array(attributes) + Array(relationships)
            return all.sorted { $0.name < $1.name }
        }

        /// The entity's own attributes and relationships, keyed by name.
        public var storedPropertiesByName: [String: any SchemaProperty] {
            Dictionary(storedProperties.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        }

        /// The entity's name.
        public var debugDescription: String { "Entity(\(name))" }

        /// Returns whether two entities have the same name, the same superentity name, and equal properties,
        /// constraints, indexes and subentities.
        public static func == (left: Entity, right: Entity) -> Bool {
            left.name == right.name && left.attributes == right.attributes && left.relationships == right.relationships
                && left.superentityName == right.superentityName && left.subentities == right.subentities
                && left.uniquenessConstraints == right.uniquenessConstraints && left.indices == right.indices
        }

        /// Hashes the entity's name.
        public func hash(into hasher: inout Hasher) {
            hasher.combine(name)
        }
    }
}

/// A property of a ``Schema/Entity``: an attribute or a relationship.
///
/// Use this protocol to handle both in the same way. To distinguish them, read ``isAttribute``, or cast the property to
/// ``Schema/Attribute`` or ``Schema/Relationship``.
public protocol SchemaProperty: AnyObject, Hashable, Sendable {
    /// The property's name.
    var name: String { get }
    /// The property's name in the previous version. It equals ``name`` if the property wasn't renamed.
    var originalName: String { get }
    /// The property's type. It can be an optional.
    var valueType: Any.Type { get }
    /// Whether the property can be nil.
    var isOptional: Bool { get }
    /// Whether the property is an attribute.
    var isAttribute: Bool { get }
    /// Whether the property is a relationship.
    var isRelationship: Bool { get }
    /// Whether the property is kept out of the store.
    var isTransient: Bool { get }
    /// Whether the property's values must be unique.
    var isUnique: Bool { get }
}
