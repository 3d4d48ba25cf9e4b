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
    func values(for table: StoreTable, isShared: Bool) throws -> [NewValues.NewValue] {
        try entities.filter { $0.table == table.name }.flatMap { storage -> [NewValues.NewValue] in
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
    ) throws -> [NewValues.NewValue] {
        try storage.properties.flatMap { property -> [NewValues.NewValue] in
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
    ) -> [NewValues.NewValue] {
        guard let previous, previous.isExternalStorage != attribute.isExternalStorage else { return [] }
        return table.columns.filter { property.columnNames.contains($0.name) && $0.sqlType == "BLOB" }.map {
            NewValues.NewValue(column: $0.name, content: attribute.isExternalStorage ? .marked : .unmarked, rows: .all)
        }
    }

    private func defaults(
        _ previous: Attribute?, _ attribute: Attribute, _ property: MigratedProperty,
        _ sources: [String: String]
    ) throws -> [NewValues.NewValue] {
        let columns = property.columnNames
        let carried = columns.filter { sources[$0] != nil }
        let isNowRequired = previous?.isOptional == true && !attribute.isOptional
        let newLeaves = previous.map { Self.newLeaves($0, attribute) } ?? columns.map { _ in true }
        guard newLeaves.count == columns.count, isNowRequired || newLeaves.contains(true),
            let cells = try Self.defaultCells(of: property), cells.count == columns.count
        else { return [] }
        return zip(columns, zip(cells, newLeaves)).flatMap { column, rest -> [NewValues.NewValue] in
            let (cell, isNew) = rest
            guard cell != .null else { return [] }
            var values: [NewValues.NewValue] = []
            // If the struct is nil, its members get no values.
            let rows: NewValues.NewValue.Rows = attribute.isOptional && !carried.isEmpty ? .having(carried) : .all
            if isNew { values.append(NewValues.NewValue(column: column, content: .cell(cell), rows: rows)) }
            if isNowRequired, !carried.isEmpty, !isNew {
                values.append(NewValues.NewValue(column: column, content: .cell(cell), rows: .lacking(carried)))
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
            if case .blob(let bytes) = cell { .blob(ExternalStorage.Cell.inline(bytes).bytes) } else { cell }
        }
    }
}

extension NewValues {
    /// A value that a migration writes to a column, and the rows that get it.
    struct NewValue {
        /// The new content of the cells.
        enum Content {
            case cell(SQLiteValue)
            /// The old bytes, preceded by the byte that indicates that the cell contains the value and not the name of
            /// a file.
            case marked
            /// The old bytes without the first byte, which indicated that the cell contains the value and not the name
            /// of a file.
            case unmarked
        }

        /// The rows that get the value. The condition uses the column names of the new table.
        enum Rows: Equatable {
            case all
            /// The rows where all of the columns are NULL.
            case lacking([String])
            /// The rows where at least one of the columns isn't NULL.
            case having([String])
        }

        let column: String
        let content: Content
        let rows: Rows
        /// The old numbers of the entities whose rows get the value. Empty if the old and the new table each contain
        /// only one entity's rows.
        var entities: [Int] = []

        /// Returns the SQL expression for a column's new content, with its parameters.
        ///
        /// - Parameters:
        ///   - values: the values for the column. Later values take precedence.
        ///   - current: the SQL expression for the cells' current content.
        ///   - name: a closure that returns the SQL for reading a column of the new table.
        static func expression(
            _ values: [NewValue], current: String, name: (String) -> String
        ) -> (sql: String, parameters: [SQLiteValue]) {
            values.reduce((sql: current, parameters: [])) { previous, value in
                var sql: String
                var parameters: [SQLiteValue] = []
                switch value.content {
                case .cell(let cell):
                    sql = "?"
                    parameters.append(cell)
                case .marked: sql = "CAST(x'01' || \(current) AS BLOB)"
                case .unmarked: sql = "substr(\(current), 2)"
                }
                if let condition = value.condition(name) {
                    sql = "CASE WHEN \(condition) THEN \(sql) ELSE \(previous.sql) END"
                    parameters += previous.parameters
                }
                return (sql, parameters)
            }
        }

        /// Returns the SQL condition for the rows that get the value, or nil if all rows get it.
        ///
        /// - Parameter name: a closure that returns the SQL for reading a column of the new table.
        func condition(_ name: (String) -> String) -> String? {
            let content: String? =
                switch rows {
                case .all: nil
                case .lacking(let columns): columns.map { "\(name($0)) IS NULL" }.joined(separator: " AND ")
                case .having(let columns): columns.map { "\(name($0)) IS NOT NULL" }.joined(separator: " OR ")
                }
            guard !entities.isEmpty else { return content }
            let membership = "Z_ENT IN (\(entities.map(String.init).joined(separator: ", ")))"
            return content.map { "\(membership) AND (\($0))" } ?? membership
        }
    }
}
