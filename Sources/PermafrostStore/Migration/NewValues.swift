import PermafrostModel

/// Finds what rows get in a migration: the defaults of properties that are new, or that rows lacked and must have now, and
/// another form for large values.
struct NewValues {
    let mapping: ModelMapping
    /// How the newer types are stored; they know the defaults.
    let entities: [MigratedEntity]
    let columnSources: ColumnSources

    /// The values for the rows of a table that continues an old one.
    ///
    /// - Parameter isShared: whether the old table, or the new one, has rows of several entities.
    func values(for table: StoreTable, isShared: Bool) throws -> [NewValue] {
        try entities.filter { $0.table == table.name }.flatMap { storage -> [NewValue] in
            guard let entity = mapping.destination.entity(named: storage.name),
                let previous = mapping.source(of: entity)
            else { return [] }
            let sources = columnSources.sources(of: table, for: entity)
            let values = try values(storage, entity, table, sources)
            guard isShared, let number = columnSources.old.entityNumbers[previous.name] else { return values }
            return values.map { value in
                var value = value
                value.entities = [number]
                return value
            }
        }
    }

    private func values(
        _ storage: MigratedEntity, _ entity: Entity, _ table: StoreTable, _ sources: [String: String]
    ) throws -> [NewValue] {
        try storage.properties.flatMap { property -> [NewValue] in
            guard let attribute = property.attribute, !property.columnNames.isEmpty else { return [] }
            let previous = mapping.source(of: attribute, in: entity)
            return try storageChange(previous, attribute, property, table)
                + defaults(previous, attribute, property, sources)
        }
    }

    /// Only blobs have a mark that says where they are.
    private func storageChange(
        _ previous: Attribute?, _ attribute: Attribute, _ property: MigratedEntity.MigratedProperty,
        _ table: StoreTable
    ) -> [NewValue] {
        guard let previous, previous.isExternalStorage != attribute.isExternalStorage else { return [] }
        return table.columns.filter { property.columnNames.contains($0.name) && $0.sqlType == "BLOB" }.map {
            NewValue(column: $0.name, content: attribute.isExternalStorage ? .marked : .unmarked, rows: .all)
        }
    }

    private func defaults(
        _ previous: Attribute?, _ attribute: Attribute, _ property: MigratedEntity.MigratedProperty,
        _ sources: [String: String]
    ) throws -> [NewValue] {
        let columns = property.columnNames
        let carried = columns.filter { sources[$0] != nil }
        let isNowRequired = previous?.isOptional == true && !attribute.isOptional
        let newLeaves = previous.map { Self.newLeaves($0, attribute) } ?? columns.map { _ in true }
        guard newLeaves.count == columns.count, isNowRequired || newLeaves.contains(true),
            let cells = try Self.defaultCells(of: property), cells.count == columns.count
        else { return [] }
        return zip(columns, zip(cells, newLeaves)).flatMap { column, rest -> [NewValue] in
            let (cell, isNew) = rest
            guard cell != .null else { return [] }
            var values: [NewValue] = []
            // A struct that is not there gets no members.
            let rows: NewValue.Rows = attribute.isOptional && !carried.isEmpty ? .having(carried) : .all
            if isNew { values.append(NewValue(column: column, content: .cell(cell), rows: rows)) }
            if isNowRequired, !carried.isEmpty, !isNew {
                values.append(NewValue(column: column, content: .cell(cell), rows: .lacking(carried)))
            }
            return values
        }
    }

    /// Which leaves of an attribute none of the older one's continue. A case that an enum gains does not count: rows have another.
    private static func newLeaves(
        _ older: Attribute, _ newer: Attribute
    ) -> [Bool] {
        guard !newer.isTransient else { return [] }
        guard newer.type == .composite, !newer.isEnumeration else { return newer.leaves.map { _ in false } }
        return newer.elements.flatMap { element -> [Bool] in
            older.elements.first { ModelMapping.matches($0, of: older, element, of: newer) }
                .map { newLeaves($0, element) } ?? element.leaves.map { _ in true }
        }
    }

    /// The cells of a property's default; nil if it has none.
    private static func defaultCells(of property: MigratedEntity.MigratedProperty) throws -> [SQLiteValue]? {
        guard let cells = try property.makeDefaultCells?() else { return nil }
        guard property.attribute?.isExternalStorage ?? false else { return cells }
        return cells.map { cell in
            if case .blob(let bytes) = cell { .blob(ExternalStorage.Cell.inline(bytes).bytes) } else { cell }
        }
    }
}
