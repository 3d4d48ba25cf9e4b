import PermafrostModel
import PermafrostStore

/// Which column of an old table each one of a new table continues. Columns are found by what they hold, never by place.
struct ColumnSources {
    let mapping: ModelMapping
    let old: StoreLayout
    let new: StoreLayout

    /// The old column of each new one that continues an attribute or a relationship, by the new one's name.
    func sources(of table: StoreTable) -> [String: String] {
        table.columns.reduce(into: [:]) { sources, column in sources[column.name] = source(of: column) }
    }

    /// Links that were of another form are carried by ``LinkMigration``.
    private func source(of column: StoreColumn) -> String? {
        switch column.content {
        case .attribute(let entity, let path):
            return mapping.destination.entity(named: entity).flatMap { source(of: path, in: $0) }
        case .destination(let entity, let relationship):
            guard let (former, source) = former(of: relationship, in: entity), !source.isToMany else { return nil }
            return old.destinationColumns(of: former.name, relationship: source.name)?.key
        case .owner(let entity, let relationship):
            guard let (former, source) = former(of: relationship, in: entity) else { return nil }
            return old.ownerColumns(of: former.name, relationship: source.name)?.key
        case .destinationEntity, .order, .ownerOrder: return nil
        }
    }

    private func former(
        of relationship: String, in entity: String
    ) -> (entity: PermafrostModel.Entity, relationship: PermafrostModel.Relationship)? {
        guard let declaring = mapping.destination.entity(named: entity),
            case .relationship(let own)? = declaring.property(named: relationship),
            let former = mapping.source(of: declaring), let source = mapping.source(of: own, in: declaring)
        else { return nil }
        return (former, source)
    }

    private func source(of path: [String], in entity: PermafrostModel.Entity) -> String? {
        guard let name = path.first, case .attribute(var newer)? = entity.property(named: name),
            var older = mapping.source(of: newer, in: entity), let former = mapping.source(of: entity)
        else { return nil }
        var oldPath = [older.name]
        for step in path.dropFirst() {
            guard let element = newer.elements.first(where: { $0.name == step }),
                let match = older.elements.first(where: { ModelMapping.matches($0, of: older, element, of: newer) })
            else { return nil }
            oldPath.append(match.name)
            (newer, older) = (element, match)
        }
        return old.column(of: former.name, at: oldPath)
    }
}
