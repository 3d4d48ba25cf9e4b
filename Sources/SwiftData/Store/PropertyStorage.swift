import PermafrostModel

/// A property in a store.
struct PropertyStorage {
    var name: String
    /// The key path of the property in the entity's class.
    var keyPath: AnyKeyPath
    /// The key path of the property in the class that declares it.
    var declaredKeyPath: AnyKeyPath
    /// The number of its first column; nil if it has none.
    var column: Int?
    var columnNames: [String]
    var attribute: PermafrostModel.Attribute?
    /// The codec that fills an attribute's cells.
    var codec: (any ValueCodec)?
    var relationship: Relationship?
    /// The relationship's position among the to-one relationships.
    var ordinal: Int?
    var makeDefault: (() -> Any)?
    /// Whether the property is a `let`.
    var isConstant = false
    /// The offset of a constant in an object, in bytes from its start; nil if the class doesn't reveal it.
    var constantOffset: Int?

    var isExternal: Bool { attribute?.isExternalStorage ?? false }
}

extension PropertyStorage {
    /// A relationship in a store.
    struct Relationship {
        /// The location of the links.
        enum Form {
            /// A column of the relationship's own table.
            case foreignKey
            /// A column of the destination's table that belongs to the inverse.
            case inverseKey(String)
            /// A column of the destination's table that belongs to no property.
            case ownerKey(String)
            /// A join table.
            case join(table: String, own: String, other: String)
            /// Nowhere. No layout can hold such a model.
            case none

            /// Whether the links are neither in their own table nor in a column of an inverse.
            var isSeparate: Bool {
                switch self {
                case .join, .ownerKey: true
                case .foreignKey, .inverseKey, .none: false
                }
            }
        }

        /// The destination's position among the container's entities.
        var destination: Int
        /// The number of the property on the other side.
        var inverse: Int?
        var isToMany: Bool
        var isOptional: Bool
        /// Whether a second column has the entity of the row that a to-one relationship refers to.
        var namesEntity = false
        var deleteRule: PermafrostModel.Relationship.DeleteRule
        var form: Form

        /// Whether the relationship is to-one and must not be nil.
        var mustHaveValue: Bool { !isToMany && !isOptional }
    }
}
