import PermafrostModel

/// A property of an entity in a store, with its columns.
struct PropertyStorage {
    var name: String
    /// The key path of the property in the entity's class.
    var keyPath: AnyKeyPath
    /// The key path of the property in the declaring class.
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
    /// The offset in bytes of a constant in an object. Nil if the property is a `var`, or if the class's metadata
    /// doesn't contain the constant.
    var constantOffset: Int?

    var isExternal: Bool { attribute?.isExternalStorage ?? false }
}

extension PropertyStorage {
    struct Relationship {
        /// The location of a relationship's links.
        enum Form {
            /// A column in the relationship's own table.
            case foreignKey
            /// A column in the destination's table that belongs to the inverse.
            case inverseKey(String)
            /// A column in the destination's table that doesn't belong to a property.
            case ownerKey(String)
            /// A join table, with its column for the own row and its column for the related row.
            case join(table: String, own: String, other: String)
            /// No location, because the layout can't represent such a model.
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
