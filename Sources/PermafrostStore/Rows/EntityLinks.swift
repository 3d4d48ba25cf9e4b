import PermafrostModel

/// The destinations of an entity's to-many relationships.
package struct EntityLinks {
    /// The maximum number of keys that are returned for a to-many relationship. Further keys are omitted.
    package static let keyLimit = 100

    /// The to-many relationships that have columns or tables in the store, sorted by name.
    package let relationships: [Relationship]
    private let statements: [SQLiteStatement]
    private let path: String

    package init(
        entity: String, layout: StoreLayout, connection: SQLiteConnection, path: String,
        columnsOf: (String) throws(StoreError) -> [String]
    ) throws(StoreError) {
        var relationships: [Relationship] = []
        var statements: [SQLiteStatement] = []
        for case .relationship(let relationship) in layout.model.properties(of: entity)
        where relationship.isToMany && !relationship.isTransient {
            guard let link = Self.link(entity, relationship, layout) else { continue }
            let names = [link.key, link.owner] + (link.order.map { [$0] } ?? [])
            guard Set(try columnsOf(link.table)).isSuperset(of: names) else { continue }
            let order = [link.order, link.key].compactMap { $0.map(SQLiteConnection.quoted) }.joined(separator: ", ")
            let sql =
                "SELECT \(SQLiteConnection.quoted(link.key)) FROM \(SQLiteConnection.quoted(link.table)) "
                + "WHERE \(SQLiteConnection.quoted(link.owner)) = ? ORDER BY \(order) LIMIT \(Self.keyLimit + 1)"
            do { statements.append(try connection.prepare(sql)) } catch { throw StoreError(error, path: path) }
            relationships.append(relationship)
        }
        self.relationships = relationships
        self.statements = statements
        self.path = path
    }

    /// Returns the destinations of each relationship in ``relationships``, in the same order, for the row with the
    /// given key. Each value lists at most ``keyLimit`` destinations.
    package func values(ofRow key: Int64) throws(StoreError) -> [StoredValue] {
        var values: [StoredValue] = []
        for (relationship, statement) in zip(relationships, statements) {
            var keys: [Int64] = []
            do {
                try statement.bind(.integer(key), at: 1)
                while try statement.step() { keys.append(statement.integer(at: 0) ?? 0) }
                statement.reset()
            } catch {
                throw StoreError(error, path: path)
            }
            values.append(
                .rows(
                    entity: relationship.destination, keys: Array(keys.prefix(Self.keyLimit)),
                    isCut: keys.count > Self.keyLimit))
        }
        return values
    }

    /// Returns the table that contains a relationship's links, with the columns for the owner's key, the destination's
    /// key, and the position. The position is nil if the links have no order. Returns nil if the layout has no such
    /// table.
    private static func link(
        _ entity: String, _ relationship: Relationship, _ layout: StoreLayout
    ) -> (table: String, owner: String, key: String, order: String?)? {
        if let join = layout.joinTable(of: entity, relationship: relationship.name) {
            return (join.name, join.own.column, join.other.column, join.other.orderColumn)
        }
        guard let table = layout.table(of: relationship.destination)?.name else { return nil }
        if let owner = layout.ownerColumns(of: entity, relationship: relationship.name) {
            return (table, owner.key, "Z_PK", owner.order)
        }
        return relationship.inverse.flatMap {
            layout.destinationColumns(of: relationship.destination, relationship: $0)
        }.map { (table, $0.key, "Z_PK", $0.order) }
    }
}
