import PermafrostModel

struct RelationshipStorage {
    /// The column or table that contains a relationship's links.
    enum Form {
        /// The relationship's own column, in the table of its entity.
        case foreignKey
        /// The column of a to-many relationship's inverse, in the destination's table.
        case inverseKey(String)
        /// A column for a to-many relationship without an inverse, in the destination's table.
        case ownerKey(String)
        /// A join table. The `own` column contains the key of the row that has the relationship, and the `other`
        /// column contains the key of the related row.
        case join(table: String, own: String, other: String)
        /// No column or table, because the store's layout can't represent the relationship.
        case none

        /// Whether the links are in a join table, or in a column for a to-many relationship without an inverse.
        var isSeparate: Bool {
            switch self {
            case .join, .ownerKey: true
            case .foreignKey, .inverseKey, .none: false
            }
        }
    }

    /// The index of the destination among the container's entities.
    var destination: Int
    /// The index of the inverse among the destination's properties, or nil if the relationship has no inverse.
    var inverse: Int?
    var isToMany: Bool
    var isOptional: Bool
    /// Whether the relationship has a second column, which contains the related row's entity number (`Z_ENT`).
    var namesEntity = false
    var deleteRule: PermafrostModel.Relationship.DeleteRule
    var form: Form

    /// Whether the relationship is to-one and must not be nil.
    var mustHaveValue: Bool { !isToMany && !isOptional }
}
