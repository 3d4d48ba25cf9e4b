/// What attributes and relationships of a ``Schema/Entity`` have in common.
public protocol SchemaProperty: AnyObject, Hashable, Sendable {
    /// The property's name.
    var name: String { get }
    /// The name under which the previous version knew the property; ``name`` where it is the same.
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
