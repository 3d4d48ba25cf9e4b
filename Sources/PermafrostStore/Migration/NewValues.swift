import PermafrostModel

/// The values that a migration writes to rows: the defaults of properties and struct members that are new or became
/// required, and the blobs of attributes whose external storage option changes.
struct NewValues {
    let mapping: ModelMapping
    /// The newer model's entities, with their tables and defaults.
    let entities: [MigratedEntity]
    let columnSources: ColumnSources

    /// Returns the values for the rows that a table gets from an old table.
    ///
    /// - Parameter isShared: whether the old or the new table contains rows of several entities.
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

    /// Returns the changes to an attribute's blobs if its external storage option changes, because only with this
    /// option do blobs start with a marker byte. Returns an empty array if the option doesn't change.
    private func storageChange(
        _ previous: Attribute?, _ attribute: Attribute, _ property: MigratedProperty,
        _ table: StoreTable
    ) -> [NewValue] {
        guard let previous, previous.isExternalStorage != attribute.isExternalStorage else { return [] }
        return table.columns.filter { property.columnNames.contains($0.name) && $0.sqlType == "BLOB" }.map {
            NewValue(column: $0.name, content: attribute.isExternalStorage ? .marked : .unmarked, rows: .all)
        }
    }

    private func defaults(
        _ previous: Attribute?, _ attribute: Attribute, _ property: MigratedProperty,
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
            // If the struct is nil, its members get no values.
            let rows: NewValue.Rows = attribute.isOptional && !carried.isEmpty ? .having(carried) : .all
            if isNew { values.append(NewValue(column: column, content: .cell(cell), rows: rows)) }
            if isNowRequired, !carried.isEmpty, !isNew {
                values.append(NewValue(column: column, content: .cell(cell), rows: .lacking(carried)))
            }
            return values
        }
    }

    /// Returns a Boolean for each leaf of an attribute, in the order of the columns: whether only the newer attribute
    /// has the leaf. It is false for the leaves of an enum, because existing rows can't have a new case. Returns an
    /// empty array for a transient attribute.
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

    /// Returns the cells of a property's default, or nil if the property has no default. If the attribute has external
    /// storage, each blob starts with the byte that indicates that the cell contains the value and not the name of a
    /// file.
    private static func defaultCells(of property: MigratedProperty) throws -> [SQLiteValue]? {
        guard let cells = try property.makeDefaultCells?() else { return nil }
        guard property.attribute?.isExternalStorage ?? false else { return cells }
        return cells.map { cell in
            if case .blob(let bytes) = cell { .blob(LargeValueCell.inline(bytes).bytes) } else { cell }
        }
    }
}
