import PermafrostModel

/// The location of a relationship's references in a store. Both relationships of an inverse pair share one location,
/// except that each end of a one-to-one relationship has its own column.
package struct LinkPlace {
    /// The table and its columns. Equal for all relationships with this location.
    package let location: [String]
    /// A query for the `Z_PK` of the owners and destinations, sorted by both.
    package let sql: String

    /// Finds the location of a relationship that an entity declares. Returns nil if the layout doesn't contain it.
    package init?(of relationship: Relationship, entity: String, in layout: StoreLayout) {
        let quoted = ComparedStore.quoted
        if let join = layout.joinTable(of: entity, relationship: relationship.name) {
            location = [join.name] + [join.own.column, join.other.column].sorted()
            let (own, other) = (quoted(join.own.column), quoted(join.other.column))
            sql = "SELECT \(own), \(other) FROM \(quoted(join.name)) ORDER BY \(own), \(other)"
            return
        }
        if !relationship.isToMany {
            guard let table = layout.table(of: entity)?.name,
                let column = layout.destinationColumns(of: entity, relationship: relationship.name)?.key
            else { return nil }
            location = [table, column]
            sql = """
                SELECT Z_PK, \(quoted(column)) FROM \(quoted(table)) WHERE \(quoted(column)) IS NOT NULL ORDER BY Z_PK
                """
            return
        }
        let inverse = relationship.inverse.flatMap {
            layout.destinationColumns(of: relationship.destination, relationship: $0)?.key
        }
        guard let table = layout.table(of: relationship.destination)?.name,
            let column = inverse ?? layout.ownerColumns(of: entity, relationship: relationship.name)?.key
        else { return nil }
        location = [table, column]
        sql = """
            SELECT \(quoted(column)), Z_PK FROM \(quoted(table)) WHERE \(quoted(column)) IS NOT NULL \
            ORDER BY \(quoted(column)), Z_PK
            """
    }
}
