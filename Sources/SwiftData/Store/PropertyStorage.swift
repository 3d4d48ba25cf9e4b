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
    var relationship: Relationship?
    /// The index among the entity's to-one relationships, or nil if the property isn't a to-one relationship.
    var ordinal: Int?
    var makeDefault: (() -> Any)?
    /// Whether the property is a `let`.
    var isConstant = false
    /// The constant's offset in bytes within an object. Nil if the property is a `var`, or if the class's metadata
    /// doesn't contain the constant.
    var constantOffset: Int?

    var isExternal: Bool { attribute?.isExternalStorage ?? false }
}

extension PropertyStorage {
    struct Relationship {
        /// The location of a relationship's links.
        enum Form {
            /// A column in the table of the entity that has the relationship.
            case foreignKey
            /// A column in the destination's table that belongs to the inverse.
            case inverseKey(String)
            /// A column in the destination's table that doesn't belong to a property.
            case ownerKey(String)
            /// A join table. The `own` column contains the key of the row that has the relationship, and the `other`
            /// column contains the key of the related row.
            case join(table: String, own: String, other: String)
            /// No location, because the store's layout can't represent the relationship.
            case none

            /// Whether the links are in a join table, or in a column that doesn't belong to a property.
            var isSeparate: Bool {
                switch self {
                case .join, .ownerKey: true
                case .foreignKey, .inverseKey, .none: false
                }
            }
        }

        /// The index of the destination among the container's entities.
        var destination: Int
        /// The number of the inverse property in the destination's class, or nil if the relationship has no inverse.
        var inverse: Int?
        var isToMany: Bool
        var isOptional: Bool
        /// Whether a second column contains the `Z_ENT` of the row that a to-one relationship refers to.
        var namesEntity = false
        var deleteRule: PermafrostModel.Relationship.DeleteRule
        var form: Form

        /// Whether the relationship is to-one and must not be nil.
        var mustHaveValue: Bool { !isToMany && !isOptional }
    }
}
