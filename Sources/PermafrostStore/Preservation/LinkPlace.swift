import PermafrostModel

/// The location of a relationship's references in a store. A relationship and its inverse share one location, except
/// that each end of a one-to-one relationship has its own column.
package struct LinkPlace {
    /// The names of the table and the columns that contain the references. Two relationships share a location if these
    /// names are equal.
    package let location: [String]
    /// The table with the references.
    private let table: String
    /// The columns with the `Z_PK` of the owner and of the destination. Except in a join table, one of them is `Z_PK`
    /// itself.
    private let columns: (owner: String, destination: String)

    /// Finds the location of a relationship that an entity declares. Returns nil if the layout doesn't have one.
    package init?(of relationship: Relationship, entity: String, in layout: StoreLayout) {
        if let join = layout.joinTable(of: entity, relationship: relationship.name) {
            location = [join.name] + [join.own.column, join.other.column].sorted()
            table = join.name
            columns = (join.own.column, join.other.column)
            return
        }
        if !relationship.isToMany {
            guard let table = layout.table(of: entity)?.name,
                let column = layout.destinationColumns(of: entity, relationship: relationship.name)?.key
            else { return nil }
            location = [table, column]
            self.table = table
            columns = ("Z_PK", column)
            return
        }
        let inverse = relationship.inverse.flatMap {
            layout.destinationColumns(of: relationship.destination, relationship: $0)?.key
        }
        guard let table = layout.table(of: relationship.destination)?.name,
            let column = inverse ?? layout.ownerColumns(of: entity, relationship: relationship.name)?.key
        else { return nil }
        location = [table, column]
        self.table = table
        columns = (column, "Z_PK")
    }

    /// Returns a query for the `Z_PK` of owners and destinations, sorted by both.
    ///
    /// - Parameter owners: a query for the `Z_PK` of the owners whose references are returned, or nil for all owners.
    package func sql(owners: String? = nil) -> String {
        let (owner, destination) = (ComparedStore.quoted(columns.owner), ComparedStore.quoted(columns.destination))
        let limit = owners.map { " AND \(owner) IN (\($0))" } ?? ""
        return """
            SELECT \(owner), \(destination) FROM \(ComparedStore.quoted(table)) \
            WHERE \(owner) IS NOT NULL AND \(destination) IS NOT NULL\(limit) ORDER BY \(owner), \(destination)
            """
    }
}
