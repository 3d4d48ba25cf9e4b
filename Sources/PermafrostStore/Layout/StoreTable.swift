/// The table of a root entity, which holds the rows of its whole family.
package struct StoreTable: Sendable, Hashable {
    /// The root entity's name.
    package var rootEntity: String
    /// The table's name.
    package var name: String
    /// The columns behind `Z_PK`, `Z_ENT` and `Z_OPT`, in the table's order.
    package var columns: [StoreColumn]
    /// The entities of the family, root first, in the order of their numbers.
    package var entities: [String]

    /// The table's name for a root entity.
    static func name(root: String) -> String { "Z" + root.uppercased() }
}

/// The table of a many-to-many relationship.
package struct JoinTable: Sendable, Hashable {
    /// One side: the rows that one column names.
    package struct Side: Sendable, Hashable {
        /// The entity whose rows the column names.
        package var entity: String
        /// The entity's relationship to the other side.
        package var relationship: String
        /// The column with the `Z_PK` of the entity's row.
        package var column: String
        /// The column with that row's place among those of the other side, where the other side's relationship is ordered.
        package var orderColumn: String?
    }

    /// The table's name.
    package var name: String
    /// The side of the first column: of the entity with the lower number.
    package var first: Side
    /// The side of the second column.
    package var second: Side
}
