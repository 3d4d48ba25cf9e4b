import PermafrostModel

/// The table of a root entity, which contains the rows of the entity and all its subentities.
package struct StoreTable: Sendable, Hashable {
    /// The name of the root entity.
    package var rootEntity: String
    package var name: String
    /// The columns after `Z_PK`, `Z_ENT` and `Z_OPT`, in the table's order.
    package var columns: [StoreColumn]
    /// The names of the family's entities, sorted by number. The root entity is first.
    package var entities: [String]

    /// The columns that every table has.
    static let fixedColumns = ["Z_PK", "Z_ENT", "Z_OPT"]

    /// Returns the name of a root entity's table.
    static func name(root: String) -> String { "Z" + root.uppercased() }
}

/// The table of a many-to-many relationship.
package struct JoinTable: Sendable, Hashable {
    /// One side of the table: a column, and the entity and relationship that it belongs to.
    package struct Side: Sendable, Hashable {
        /// The entity whose rows the column refers to.
        package var entity: String
        /// The entity's relationship to the other side.
        package var relationship: String
        /// The column that contains the `Z_PK` of the entity's row.
        package var column: String
        /// The column that contains the position of this side's row in the opposite side's relationship. Nil if that
        /// relationship isn't ordered.
        package var orderColumn: String?
    }

    package var name: String
    /// The side of the first column, whose entity has the lower number, unless both sides have the same entity.
    package var first: Side
    /// The side of the second column.
    package var second: Side
}

/// A column in an entity's table: its name, its storage type, and the value that it stores.
package struct StoreColumn: Sendable, Hashable {
    package enum Content: Sendable, Hashable {
        /// The value of an attribute. The path consists of the attribute's name and, for an element of a composite, the
        /// names of the nested elements.
        case attribute(entity: String, path: [String])
        /// The `Z_PK` of a to-one relationship's destination.
        case destination(entity: String, relationship: String)
        /// The `Z_ENT` of a to-one relationship's destination, if the destination can belong to several entities.
        case destinationEntity(entity: String, relationship: String)
        /// The row's position in the ordered inverse of the to-one relationship.
        case order(entity: String, relationship: String)
        /// The `Z_PK` of the row that owns a to-many relationship without an inverse. `entity` is the owner's entity.
        case owner(entity: String, relationship: String)
        /// The row's position in an owner's ordered to-many relationship without an inverse.
        case ownerOrder(entity: String, relationship: String)
    }

    package var name: String
    /// The storage type. It is ``AttributeType/int64`` for every column that doesn't store an attribute.
    package var type: AttributeType
    package var content: Content

    /// Whether the column refers to rows by `Z_PK`. Such a column has an index.
    package var isForeignKey: Bool {
        switch content {
        case .destination, .owner: true
        case .attribute, .destinationEntity, .order, .ownerOrder: false
        }
    }

    package var sqlType: String {
        switch type {
        case .int16, .int32, .int64, .boolean: "INTEGER"
        case .decimal: "DECIMAL"
        case .double, .float: "FLOAT"
        case .date: "TIMESTAMP"
        case .string, .uri: "VARCHAR"
        case .uuid, .binary, .transformable: "BLOB"
        // This type isn't verified, because no store with such a column is known.
        case .undefined, .objectID, .composite: "INTEGER"
        }
    }

    /// The position of the column's storage type in Core Data's order of columns. Columns with the same position are in
    /// the order of naming.
    var orderingClass: Int {
        switch type {
        case .int16, .int32, .int64, .boolean, .undefined, .objectID, .composite: 0
        case .double, .float, .date: 1
        case .decimal: 2
        case .string: 3
        case .uri: 4
        case .uuid: 5
        case .transformable: 6
        case .binary: 7
        }
    }
}
