import PermafrostModel

/// A property of an entity in a store, with its columns.
struct PropertyStorage {
    var name: String
    /// The property's key path, with the entity's class as its root.
    var keyPath: AnyKeyPath
    /// The property's key path, with the declaring class as its root.
    var declaredKeyPath: AnyKeyPath
    /// The number of the property's first column, or nil if the property has no column.
    var column: Int?
    var columnNames: [String]
    var attribute: PermafrostModel.Attribute?
    /// The codec for an attribute's cells, or nil if the property isn't an attribute of the store's model.
    var codec: (any ValueCodec)?
    var relationship: RelationshipStorage?
    /// The index among the entity's to-one relationships, or nil if the property isn't a to-one relationship.
    var ordinal: Int?
    var makeDefault: (() -> Any)?
    /// Whether the property is a `let`.
    var isConstant = false
    /// The offset of a `let` property in bytes within an object. Nil if the property is a `var`, or if the class's
    /// metadata doesn't contain the property.
    var constantOffset: Int?

    var isExternal: Bool { attribute?.isExternalStorage ?? false }
}
