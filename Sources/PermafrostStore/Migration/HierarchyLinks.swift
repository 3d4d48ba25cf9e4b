import PermafrostModel

/// A step of a migration that corrects links in the migrated rows. It removes links to rows that weren't migrated or no
/// longer belong to the destination entity. It also updates the columns that contain the entity number of a linked row.
struct HierarchyLinks {
    let connection: SQLiteConnection
    let mapping: ModelMapping
    let old: StoreLayout
    let new: StoreLayout

    func run() throws {
        for table in new.tables {
            for column in table.columns {
                switch column.content {
                case .destination(let entity, let relationship):
                    try endLinks(column.name, of: table, to: destination(of: relationship, in: entity))
                case .owner(let entity, _): try endLinks(column.name, of: table, to: entity)
                default: continue
                }
            }
            try nameEntities(in: table)
        }
        for join in new.joinTables {
            for side in [join.first, join.second] where mayLoseLinks(side.entity) {
                try connection.execute(
                    "DELETE FROM \(join.name) WHERE \(side.column) NOT IN (\(rows(of: side.entity)))")
            }
        }
    }

    /// Removes a column's links to rows that no longer exist or no longer belong to the destination entity.
    private func endLinks(_ column: String, of table: StoreTable, to entity: String?) throws {
        guard let entity, mayLoseLinks(entity) else { return }
        try connection.execute(
            """
            UPDATE \(table.name) SET \(column) = NULL \
            WHERE \(column) IS NOT NULL AND \(column) NOT IN (\(rows(of: entity)))
            """)
    }

    private func mayLoseLinks(_ entity: String) -> Bool {
        hasLostRows(entity) || mapping.destination.entity(named: entity)?.superentity != nil
    }

    /// Returns an SQL query that selects the `Z_PK` of every row of an entity and its subentities.
    private func rows(of entity: String) -> String {
        let numbers = mapping.destination.family(of: entity).compactMap { new.entityNumbers[$0.name] }.map(String.init)
        return """
            SELECT Z_PK FROM \(new.table(of: entity)?.name ?? "") WHERE Z_ENT IN (\(numbers.joined(separator: ", ")))
            """
    }

    private func nameEntities(in table: StoreTable) throws {
        let carried = ColumnSources(mapping: mapping, old: old, new: new).sources(of: table)
        for column in table.columns {
            guard case .destinationEntity(let entity, let relationship) = column.content,
                let destination = destination(of: relationship, in: entity),
                carried[column.name] == nil || mayLoseLinks(destination) || hasOtherNumbers(destination),
                let key = new.destinationColumns(of: entity, relationship: relationship)?.key,
                let target = new.table(of: destination)?.name
            else { continue }
            let number = "(SELECT target.Z_ENT FROM \(target) target WHERE target.Z_PK = \(table.name).\(key))"
            try connection.execute(
                "UPDATE \(table.name) SET \(column.name) = \(number) WHERE \(column.name) IS NOT \(number)")
        }
    }

    private func destination(of relationship: String, in entity: String) -> String? {
        guard case .relationship(let found)? = mapping.destination.entity(named: entity)?.property(named: relationship)
        else { return nil }
        return found.destination
    }

    /// Returns whether an entity's old table contained entities that were removed, or whose rows are now in a different
    /// table.
    private func hasLostRows(_ entity: String) -> Bool {
        guard let table = new.table(of: entity), let previous = previousTable(entity) else { return false }
        return previous.entities.contains { name in
            mapping.continuation(of: name).map { !table.entities.contains($0.name) } ?? true
        }
    }

    private func hasOtherNumbers(_ entity: String) -> Bool {
        (previousTable(entity)?.entities ?? []).contains { name in
            mapping.continuation(of: name).map { new.entityNumbers[$0.name] != old.entityNumbers[name] } ?? true
        }
    }

    /// Returns the old table with the entity's rows, or nil if the entity's new table has no old table.
    private func previousTable(_ entity: String) -> StoreTable? {
        new.table(of: entity)?.entities.lazy.compactMap { name in
            mapping.destination.entity(named: name).flatMap { mapping.source(of: $0) }.flatMap {
                old.table(of: $0.name)
            }
        }.first
    }
}
