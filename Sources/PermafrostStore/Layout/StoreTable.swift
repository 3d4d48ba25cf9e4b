/// The table of a root entity, which holds the rows of its whole family.
public struct StoreTable: Sendable, Hashable {
    /// The root entity's name.
    public var rootEntity: String
    /// The table's name.
    public var name: String
    /// The columns behind `Z_PK`, `Z_ENT` and `Z_OPT`, in the table's order.
    public var columns: [StoreColumn]
    /// The entities of the family, root first, in the order of their numbers.
    public var entities: [String]

    /// The table's name for a root entity.
    static func name(root: String) -> String { "Z" + root.uppercased() }
}

/// The table of a many-to-many relationship.
public struct JoinTable: Sendable, Hashable {
    /// One side: the rows that one column names.
    public struct Side: Sendable, Hashable {
        /// The entity whose rows the column names.
        public var entity: String
        /// The entity's relationship to the other side.
        public var relationship: String
        /// The column with the `Z_PK` of the entity's row.
        public var column: String
        /// The column with that row's place among those of the other side, where the other side's relationship is ordered.
        public var orderColumn: String?
    }

    /// The table's name.
    public var name: String
    /// The side of the first column: of the entity with the lower number.
    public var first: Side
    /// The side of the second column.
    public var second: Side
}
