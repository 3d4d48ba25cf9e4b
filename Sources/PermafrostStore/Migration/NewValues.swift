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

    /// Only blobs have a mark that says where they are.
    private func storageChange(
        _ previous: Attribute?, _ attribute: Attribute, _ property: MigratedEntity.MigratedProperty,
        _ table: StoreTable
    ) -> [NewValues.NewValue] {
        guard let previous, previous.isExternalStorage != attribute.isExternalStorage else { return [] }
        return table.columns.filter { property.columnNames.contains($0.name) && $0.sqlType == "BLOB" }.map {
            NewValues.NewValue(column: $0.name, content: attribute.isExternalStorage ? .marked : .unmarked, rows: .all)
        }
    }

    private func defaults(
        _ previous: Attribute?, _ attribute: Attribute, _ property: MigratedEntity.MigratedProperty,
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
            // A struct that is not there gets no members.
            let rows: NewValues.NewValue.Rows = attribute.isOptional && !carried.isEmpty ? .having(carried) : .all
            if isNew { values.append(NewValues.NewValue(column: column, content: .cell(cell), rows: rows)) }
            if isNowRequired, !carried.isEmpty, !isNew {
                values.append(NewValues.NewValue(column: column, content: .cell(cell), rows: .lacking(carried)))
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

extension NewValues {
    /// What a migration writes into the cells of one column, where it does more than to carry them over.
    struct NewValue {
        /// What the cells get.
        enum Content {
            case cell(SQLiteValue)
            /// The bytes behind the mark of a value that is inside its cell.
            case marked
            /// The bytes without that mark.
            case unmarked
        }

        /// Which rows get it. The columns are those of the new table.
        enum Rows: Equatable {
            case all
            /// Those with NULL in all of the columns.
            case lacking([String])
            /// Those with anything in one of the columns.
            case having([String])
        }

        let column: String
        let content: Content
        let rows: Rows
        /// The old numbers of the entities whose rows get it; empty if the old table had one entity.
        var entities: [Int] = []

        /// The values that a column gets, as one expression with its parameters.
        ///
        /// - Parameters:
        ///   - values: those of one column, of which a later one goes before an earlier one.
        ///   - current: what the cells hold now.
        ///   - name: under what a column of the new table can be read.
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

        /// Which rows get the value, in SQL; nil for all.
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
