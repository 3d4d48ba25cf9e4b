import PermafrostModel

/// The table of a root entity, which contains the rows of its complete family.
package struct StoreTable: Sendable, Hashable {
    /// The name of the root entity.
    package var rootEntity: String
    /// The name of the table.
    package var name: String
    /// The columns after `Z_PK`, `Z_ENT` and `Z_OPT`, in the table's order.
    package var columns: [StoreColumn]
    /// The entities of the family, root first, in the order of their numbers.
    package var entities: [String]

    /// Returns the name of a root entity's table.
    static func name(root: String) -> String { "Z" + root.uppercased() }
}

/// The table of a many-to-many relationship.
package struct JoinTable: Sendable, Hashable {
    /// One side of the table: the rows that one column refers to.
    package struct Side: Sendable, Hashable {
        /// The entity whose rows the column refers to.
        package var entity: String
        /// The entity's relationship to the other side.
        package var relationship: String
        /// The column with the `Z_PK` of the entity's row.
        package var column: String
        /// The column with that row's position among the rows of the opposite side, if the opposite side's relationship
        /// is ordered.
        package var orderColumn: String?
    }

    /// The name of the table.
    package var name: String
    /// The side of the first column, which refers to the entity with the lower number.
    package var first: Side
    /// The side of the second column.
    package var second: Side
}

/// A column of an entity's table, with the property that it stores.
package struct StoreColumn: Sendable, Hashable {
    /// The content of a column.
    package enum Content: Sendable, Hashable {
        /// The value of an attribute. For an element of a composite, the path has the names from the property down to
        /// the element.
        case attribute(entity: String, path: [String])
        /// The `Z_PK` of a to-one relationship's destination.
        case destination(entity: String, relationship: String)
        /// The `Z_ENT` of a to-one relationship's destination, if the destination can belong to several entities.
        case destinationEntity(entity: String, relationship: String)
        /// The position among the rows of the to-one relationship's ordered inverse.
        case order(entity: String, relationship: String)
        /// The `Z_PK` of the owner of a to-many relationship without an inverse. `entity` is the owner's entity.
        case owner(entity: String, relationship: String)
        /// The position among the rows of the owner's ordered relationship.
        case ownerOrder(entity: String, relationship: String)
    }

    /// The name of the column.
    package var name: String
    /// The storage type; foreign keys are ``AttributeType/int64``.
    package var type: AttributeType
    /// The content of the column.
    package var content: Content

    /// Whether the column refers to rows by `Z_PK`, and therefore has an index.
    package var isForeignKey: Bool {
        switch content {
        case .destination, .owner: true
        case .attribute, .destinationEntity, .order, .ownerOrder: false
        }
    }

    /// The type of the column in the table's declaration.
    package var sqlType: String {
        switch type {
        case .int16, .int32, .int64, .boolean: "INTEGER"
        case .decimal: "DECIMAL"
        case .double, .float: "FLOAT"
        case .date: "TIMESTAMP"
        case .string, .uri: "VARCHAR"
        case .uuid, .binary, .transformable: "BLOB"
        // No store with such a column is known. [A]
        case .undefined, .objectID, .composite: "INTEGER"
        }
    }

    /// The class that determines the order of columns in a table.
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
