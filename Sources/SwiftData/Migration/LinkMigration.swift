import PermafrostModel
import PermafrostStore

/// Carries the links of relationships whose place changes: from a column into a table between, between sides, or between
/// tables of other names.
struct LinkMigration {
    let mapping: ModelMapping
    let old: StoreLayout
    let new: StoreLayout
    /// What stands before the names of old tables that were moved aside.
    let oldName: String

    /// The statements that fill what a copy of columns does not.
    func statements(moved: Set<String>, kept: Set<String>) -> [String] {
        mapping.destination.entities.flatMap { entity in
            entity.relationships.compactMap { relationship in
                guard let former = mapping.source(of: entity), let source = mapping.source(of: relationship, in: entity)
                else { return nil }
                return statement(relationship, entity, source, former, moved, kept)
            }
        }
    }

    private func statement(
        _ relationship: PermafrostModel.Relationship, _ entity: PermafrostModel.Entity,
        _ source: PermafrostModel.Relationship, _ former: PermafrostModel.Entity, _ moved: Set<String>,
        _ kept: Set<String>
    ) -> String? {
        guard let pairs = pairs(of: source, former, moved) else { return nil }
        if let join = new.joinTable(of: entity.name, relationship: relationship.name) {
            guard !kept.contains(join.name) else { return nil }
            return """
                INSERT OR IGNORE INTO \(join.name) (\(join.own.column), \(join.other.column)) \
                SELECT owner, target FROM (\(pairs))
                """
        }
        guard relationship.isToMany, let table = new.table(of: relationship.destination) else { return nil }
        let inverse = relationship.inverse.flatMap {
            new.destinationColumns(of: relationship.destination, relationship: $0)?.key
        }
        let owner = new.ownerColumns(of: entity.name, relationship: relationship.name)?.key
        guard let column = inverse ?? owner, isNew(column, relationship, entity) else { return nil }
        return """
            UPDATE \(table.name) SET \(column) = (SELECT owner FROM (\(pairs)) WHERE target = \(table.name).Z_PK) \
            WHERE \(column) IS NULL
            """
    }

    /// Whether no old column was copied into that of a to-many relationship's links.
    private func isNew(
        _ column: String, _ relationship: PermafrostModel.Relationship, _ entity: PermafrostModel.Entity
    ) -> Bool {
        guard let name = relationship.inverse, let other = mapping.destination.entity(named: relationship.destination),
            case .relationship(let inverse)? = other.property(named: name)
        else {
            guard let former = mapping.source(of: entity), let source = mapping.source(of: relationship, in: entity)
            else {
                return true
            }
            return old.ownerColumns(of: former.name, relationship: source.name) == nil
        }
        return mapping.source(of: inverse, in: other).map(\.isToMany) ?? true
    }

    /// The links of an old relationship: its owners and targets by `Z_PK`.
    private func pairs(
        of relationship: PermafrostModel.Relationship, _ entity: PermafrostModel.Entity, _ moved: Set<String>
    ) -> String? {
        func place(_ table: String) -> String { (moved.contains(table) ? oldName : "") + table }
        if let join = old.joinTable(of: entity.name, relationship: relationship.name) {
            return "SELECT \(join.own.column) AS owner, \(join.other.column) AS target FROM \(place(join.name))"
        }
        if !relationship.isToMany {
            guard let table = old.table(of: entity.name),
                let column = old.destinationColumns(of: entity.name, relationship: relationship.name)?.key
            else { return nil }
            return "SELECT Z_PK AS owner, \(column) AS target FROM \(place(table.name)) WHERE \(column) IS NOT NULL"
        }
        let column =
            relationship.inverse.flatMap { old.destinationColumns(of: relationship.destination, relationship: $0)?.key }
            ?? old.ownerColumns(of: entity.name, relationship: relationship.name)?.key
        guard let column, let table = old.table(of: relationship.destination) else { return nil }
        return "SELECT \(column) AS owner, Z_PK AS target FROM \(place(table.name)) WHERE \(column) IS NOT NULL"
    }
}
