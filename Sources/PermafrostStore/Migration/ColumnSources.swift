import PermafrostModel

/// A mapping from a new table's columns to the old columns that they get their values from. Columns are matched by
/// content, never by position.
///
/// The rows of one table may belong to several entities. The values of a property that moves up or down a hierarchy may
/// come from a different old column for each entity, or from no column.
struct ColumnSources {
    let mapping: ModelMapping
    let old: StoreLayout
    let new: StoreLayout

    /// An old entity with its number, and the new entity that continues it.
    private struct Continued {
        var entity: Entity
        var previous: Entity
        var number: Int
    }

    /// Returns the old column for each new column, keyed by the new column's name. Omits a new column if its values
    /// don't come from the same old column in all rows.
    func sources(of table: StoreTable) -> [String: String] {
        let continued = continued(in: table)
        return table.columns.reduce(into: [:]) { sources, column in
            let (found, isSame) = source(of: column, continued)
            sources[column.name] = isSame ? found.first?.source : nil
        }
    }

    /// Returns SQL expressions for the new columns whose old column depends on the row's entity, keyed by the new
    /// column's name. They refer to the old table. An example is `CASE Z_ENT WHEN 1 THEN ZNAME WHEN 2 THEN ZTITLE END`.
    func choices(of table: StoreTable) -> [String: String] {
        let continued = continued(in: table)
        return table.columns.reduce(into: [:]) { choices, column in
            let (found, isSame) = source(of: column, continued)
            guard !found.isEmpty, !isSame else { return }
            let cases = found.map { "WHEN \($0.number) THEN \($0.source)" }.joined(separator: " ")
            choices[column.name] = "CASE Z_ENT \(cases) END"
        }
    }

    /// Returns the old columns for one entity's rows, keyed by the new columns' names.
    func sources(of table: StoreTable, for entity: Entity) -> [String: String] {
        table.columns.reduce(into: [:]) { sources, column in sources[column.name] = source(of: column, for: entity) }
    }

    private func continued(in table: StoreTable) -> [Continued] {
        table.entities.compactMap { name in
            guard let entity = mapping.destination.entity(named: name), let previous = mapping.source(of: entity),
                let number = old.entityNumbers[previous.name]
            else { return nil }
            return Continued(entity: entity, previous: previous, number: number)
        }
    }

    /// Returns the old columns for a new column, each with the number of its old entity. Also returns whether one old
    /// column contains the values for all rows.
    private func source(
        of column: StoreColumn, _ continued: [Continued]
    ) -> (found: [(number: Int, source: String)], isSame: Bool) {
        let all = continued.map { ($0, source(of: column, for: $0.entity)) }
        let found = all.compactMap { item, source in source.map { (number: item.number, source: $0) } }
        guard let first = found.first?.source else { return ([], false) }
        let isSame = all.allSatisfy { item, source in source.map { $0 == first } ?? !uses(item.previous, first) }
        return (found, isSame)
    }

    /// Returns whether rows of an old entity can have values in a column of their table. For example, a superentity's
    /// rows have no values in the columns of a subentity.
    private func uses(_ entity: Entity, _ name: String) -> Bool {
        guard let column = old.table(of: entity.name)?.columns.first(where: { $0.name == name }) else { return false }
        return mapping.source.isKind(entity.name, of: owner(of: column, in: mapping.source))
    }

    /// Returns the entity whose rows, including the rows of subentities, have values in a column. For the owner columns
    /// of a to-many relationship, this is the destination. For any other column, it is the entity that declares the
    /// property.
    private func owner(of column: StoreColumn, in model: SchemaModel) -> String {
        switch column.content {
        case .attribute(let entity, _), .destination(let entity, _), .destinationEntity(let entity, _),
            .order(let entity, _):
            return entity
        case .owner(let entity, let relationship), .ownerOrder(let entity, let relationship):
            guard case .relationship(let found)? = model.entity(named: entity)?.property(named: relationship) else {
                return entity
            }
            return found.destination
        }
    }

    /// Returns the old column for one entity's rows. Returns nil if the column is new for the entity, or if its links
    /// were stored in a different form, which ``LinkMigration`` migrates.
    private func source(of column: StoreColumn, for entity: Entity) -> String? {
        guard mapping.destination.isKind(entity.name, of: owner(of: column, in: mapping.destination)) else {
            return nil
        }
        switch column.content {
        case .attribute(_, let path): return source(of: path, in: entity)
        case .destination(_, let relationship):
            guard let (previous, source) = previous(of: relationship, in: entity), !source.isToMany else { return nil }
            return old.destinationColumns(of: previous.name, relationship: source.name)?.key
        case .destinationEntity(_, let relationship):
            guard let (previous, source) = previous(of: relationship, in: entity), !source.isToMany else { return nil }
            return old.destinationColumns(of: previous.name, relationship: source.name)?.entity
        case .owner(let owner, let relationship):
            return mapping.destination.entity(named: owner).flatMap { ownerSource(of: relationship, in: $0) }
        case .order(_, let relationship):
            guard let (previous, source) = previous(of: relationship, in: entity), !source.isToMany else { return nil }
            return old.destinationColumns(of: previous.name, relationship: source.name)?.order
        case .ownerOrder(let owner, let relationship):
            guard let owner = mapping.destination.entity(named: owner),
                let (previous, source) = previous(of: relationship, in: owner)
            else { return nil }
            return old.ownerColumns(of: previous.name, relationship: source.name)?.order
        }
    }

    /// Returns the old column with the owners of a to-many relationship without an inverse. Returns nil if the
    /// relationship is new, or if its owners weren't stored in a column.
    func ownerSource(of relationship: String, in entity: Entity) -> String? {
        guard let (previous, source) = previous(of: relationship, in: entity) else { return nil }
        return old.ownerColumns(of: previous.name, relationship: source.name)?.key
    }

    private func previous(
        of relationship: String, in entity: Entity
    ) -> (entity: Entity, relationship: Relationship)? {
        guard case .relationship(let own)? = mapping.destination.property(relationship, of: entity),
            let previous = mapping.source(of: entity), let source = mapping.source(of: own, in: entity)
        else { return nil }
        return (previous, source)
    }

    private func source(of path: [String], in entity: Entity) -> String? {
        guard let name = path.first, case .attribute(var newer)? = mapping.destination.property(name, of: entity),
            var older = mapping.source(of: newer, in: entity), let previous = mapping.source(of: entity)
        else { return nil }
        var oldPath = [older.name]
        for step in path.dropFirst() {
            guard let element = newer.elements.first(where: { $0.name == step }),
                let match = older.elements.first(where: { ModelMapping.matches($0, of: older, element, of: newer) })
            else { return nil }
            oldPath.append(match.name)
            (newer, older) = (element, match)
        }
        return old.column(of: previous.name, at: oldPath)
    }
}
