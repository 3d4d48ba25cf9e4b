import PermafrostModel

/// A property in a store.
struct PropertyStorage {
    var name: String
    /// The property of the entity's class.
    var keyPath: AnyKeyPath
    /// The property of the class that declares it.
    var declaredKeyPath: AnyKeyPath
    /// The number of the first of its columns; nil if it has none.
    var column: Int?
    var columnNames: [String]
    var attribute: PermafrostModel.Attribute?
    /// Fills the cells of an attribute.
    var codec: (any ValueCodec)?
    var relationship: Relationship?
    /// The place among the to-one relationships.
    var ordinal: Int?
    var makeDefault: (() -> Any)?
    /// Whether the property is a `let`.
    var isConstant = false
    /// The offset of a constant in an object, in bytes from its start; nil if the class does not say.
    var constantOffset: Int?

    var isExternal: Bool { attribute?.isExternalStorage ?? false }
}

extension PropertyStorage {
    /// A relationship in a store.
    struct Relationship {
        /// The place of the links.
        enum Form {
            /// In a column of the own table.
            case foreignKey
            /// In a column of the destination's table, which is the inverse's.
            case inverseKey(String)
            /// In a column of the destination's table that no property has.
            case ownerKey(String)
            /// In a table between.
            case join(table: String, own: String, other: String)
            /// Nowhere: a model that no layout can hold.
            case none

            /// Whether the links are neither in the own table nor in a column of an inverse.
            var isSeparate: Bool {
                switch self {
                case .join, .ownerKey: true
                case .foreignKey, .inverseKey, .none: false
                }
            }
        }

        /// The destination's place among the container's entities.
        var destination: Int
        /// The property on the other side.
        var inverse: Int?
        var isToMany: Bool
        var isOptional: Bool
        /// Whether a column beside the key has the entity of the row that a to-one relationship refers to.
        var namesEntity = false
        var deleteRule: PermafrostModel.Relationship.DeleteRule
        var form: Form

        /// Whether it is to-one and must not be nil.
        var mustHaveValue: Bool { !isToMany && !isOptional }
    }
}
