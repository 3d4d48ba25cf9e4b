import PermafrostModel

/// A migration of links that are in a different location in the new model. Links may move between a column and a join
/// table, to the opposite side, or to a table with a different name.
struct LinkMigration {
    let connection: SQLiteConnection
    let mapping: ModelMapping
    let old: StoreLayout
    let new: StoreLayout
    let places: MovedTables
    /// The names of the join tables that stay unchanged.
    let keptTables: Set<String>

    /// A relationship and the old relationship that it continues.
    private struct Continuation {
        var entity: Entity
        var relationship: Relationship
        var previousEntity: Entity
        var previous: Relationship
        /// Whether the relationship is still paired with the same relationship, which may have been renamed. False if
        /// ``relationship`` has no inverse.
        var isPairedAsBefore: Bool
    }

    /// Migrates the links.
    ///
    /// - Throws: ``CoreDataError`` with the code 134110 if the new location can't store all links.
    func run() throws {
        for entity in mapping.destination.entities {
            // Migrate the links of each entity's rows, even if another entity in the hierarchy declares the
            // relationship or declared it before.
            for case .relationship(let relationship) in mapping.destination.properties(of: entity.name) {
                guard let continuation = continuation(relationship, entity),
                    let pairs = pairs(of: continuation.previous, continuation.previousEntity)
                else { continue }
                if let join = new.joinTable(of: entity.name, relationship: relationship.name) {
                    try fill(join, pairs, continuation)
                } else if let column = column(for: continuation) {
                    try fill(column, pairs, continuation)
                }
            }
        }
    }

    private func continuation(
        _ relationship: Relationship, _ entity: Entity
    ) -> Continuation? {
        guard let previousEntity = mapping.source(of: entity),
            let previous = mapping.source(of: relationship, in: entity)
        else { return nil }
        return Continuation(
            entity: entity, relationship: relationship, previousEntity: previousEntity, previous: previous,
            isPairedAsBefore: inverse(of: relationship).map { inverse, other in
                mapping.source(of: inverse, in: other).map { $0.name == previous.inverse } ?? false
            } ?? false)
    }

    private func inverse(
        of relationship: Relationship
    ) -> (Relationship, Entity)? {
        guard let name = relationship.inverse, let other = mapping.destination.entity(named: relationship.destination),
            case .relationship(let inverse)? = mapping.destination.property(name, of: other)
        else { return nil }
        return (inverse, other)
    }

    // MARK: Join tables

    private func fill(
        _ join: (name: String, own: JoinTable.Side, other: JoinTable.Side), _ pairs: String,
        _ continuation: Continuation
    ) throws {
        guard !keptTables.contains(join.name) else { return }
        // If the two sides were also a pair in the old model, only the first side migrates the links.
        let isFirst = new.joinTables.contains { $0.name == join.name && $0.first == join.own }
        guard isFirst || !continuation.isPairedAsBefore else { return }
        var targets = [join.own.column, join.other.column]
        var terms = ["owner", "target"]
        if let previous = old.joinTable(of: continuation.previousEntity.name, relationship: continuation.previous.name)
        {
            for (place, new, old) in [
                ("ownerPlace", join.own.orderColumn, previous.own.orderColumn),
                ("targetPlace", join.other.orderColumn, previous.other.orderColumn),
            ] {
                guard let new, old != nil else { continue }
                targets.append(new)
                terms.append(place)
            }
        }
        try connection.execute(
            """
            INSERT OR IGNORE INTO \(join.name) (\(targets.joined(separator: ", "))) \
            SELECT \(terms.joined(separator: ", ")) FROM (\(pairs))
            """)
    }

    // MARK: Columns

    /// Returns the column in the destination's table that a relationship's links must be written to. Returns nil if
    /// there is no such column, or if it was already filled from an old column.
    private func column(for continuation: Continuation) -> String? {
        let relationship = continuation.relationship
        if let (inverse, other) = inverse(of: relationship) {
            guard !inverse.isToMany, !continuation.isPairedAsBefore else { return nil }
            return new.destinationColumns(of: other.name, relationship: inverse.name)?.key
        }
        let line = [continuation.entity] + mapping.destination.superentities(of: continuation.entity.name)
        let columns = ColumnSources(mapping: mapping, old: old, new: new)
        guard let declaring = line.first(where: { $0.property(named: relationship.name) != nil }),
            columns.ownerSource(of: relationship.name, in: declaring) == nil
        else { return nil }
        return new.ownerColumns(of: continuation.entity.name, relationship: relationship.name)?.key
    }

    private func fill(_ column: String, _ pairs: String, _ continuation: Continuation) throws {
        let relationship = continuation.relationship
        guard let table = new.table(of: relationship.destination)?.name else { return }
        try connection.execute(
            """
            UPDATE \(table) SET \(column) = p.owner FROM (\(pairs)) p \
            WHERE \(table).Z_PK = p.target AND \(table).\(column) IS NULL
            """)
        // A column can store only one link per row. Check that no row has a second link. It would be lost.
        let lost = try connection.rows(
            """
            SELECT p.target FROM (\(pairs)) p JOIN \(table) t ON t.Z_PK = p.target \
            WHERE t.\(column) IS NOT p.owner LIMIT 1
            """)
        guard let target = lost.first?.first else { return }
        let name = "\(continuation.entity.name).\(relationship.name)"
        throw CoreDataError(
            .migrationFailed,
            reason: "Row \(target) of \(relationship.destination) is linked from more than one row through \(name), "
                + "which now keeps only one link. A to-many inverse would keep all links.")
    }

    // MARK: Old links

    /// Returns a query for the links of an entity's rows in an old relationship, without links of subentities' rows.
    /// Returns nil if the old relationship wasn't stored.
    ///
    /// Each result contains the `Z_PK` of the owner and of the destination and, for a join table, the positions.
    private func pairs(
        of relationship: Relationship, _ entity: Entity
    ) -> String? {
        guard let table = old.table(of: entity.name), table.entities.count > 1,
            let number = old.entityNumbers[entity.name]
        else { return allPairs(of: relationship, entity) }
        let owners = "SELECT Z_PK FROM \(places.table(table.name)) WHERE Z_ENT = \(number)"
        return allPairs(of: relationship, entity).map {
            "SELECT * FROM (\($0)) WHERE owner IN (\(owners))"
        }
    }

    private func allPairs(
        of relationship: Relationship, _ entity: Entity
    ) -> String? {
        if let join = old.joinTable(of: entity.name, relationship: relationship.name) {
            return """
                SELECT \(join.own.column) AS owner, \(join.other.column) AS target, \
                \(join.own.orderColumn ?? "NULL") AS ownerPlace, \(join.other.orderColumn ?? "NULL") AS targetPlace \
                FROM \(places.table(join.name))
                """
        }
        if !relationship.isToMany {
            guard let table = old.table(of: entity.name)?.name,
                let key = old.destinationColumns(of: entity.name, relationship: relationship.name)?.key
            else { return nil }
            let column = places.column(key, of: table)
            return "SELECT Z_PK AS owner, \(column) AS target FROM \(places.table(table)) WHERE \(column) IS NOT NULL"
        }
        let key =
            relationship.inverse.flatMap { old.destinationColumns(of: relationship.destination, relationship: $0)?.key }
            ?? old.ownerColumns(of: entity.name, relationship: relationship.name)?.key
        guard let key, let table = old.table(of: relationship.destination)?.name else { return nil }
        let column = places.column(key, of: table)
        return "SELECT \(column) AS owner, Z_PK AS target FROM \(places.table(table)) WHERE \(column) IS NOT NULL"
    }
}
