import PermafrostModel

/// A check that each migrated row has a value for the properties and struct members that are new or became required.
struct RequiredValues {
    let connection: SQLiteConnection
    let mapping: ModelMapping
    let entities: [MigratedEntity]
    /// The layout of the older model.
    let old: StoreLayout
    /// The layout of the newer model.
    let new: StoreLayout

    /// Checks all rows.
    ///
    /// - Throws: ``CoreDataError`` with the code 134110 for the first missing value.
    func check() throws {
        let columnSources = ColumnSources(mapping: mapping, old: old, new: new)
        for storage in entities {
            guard let entity = mapping.destination.entity(named: storage.name), mapping.source(of: entity) != nil,
                let table = new.table(of: entity.name)
            else { continue }
            let sources = columnSources.sources(of: table, for: entity)
            for property in storage.properties where !property.columnNames.isEmpty {
                if let attribute = property.attribute {
                    try check(attribute, property, storage, entity, sources)
                } else if case .relationship(isToMany: false, isOptional: false) = property.content,
                    mapping.destination.property(property.name, of: entity).flatMap({
                        mapping.source(of: $0, in: entity)
                    })?.isOptional
                        ?? true
                {
                    try check(absent(property.columnNames), storage, .relationship, property.name)
                }
            }
        }
    }

    private func check(
        _ attribute: Attribute, _ property: MigratedProperty, _ storage: MigratedEntity,
        _ entity: Entity, _ sources: [String: String]
    ) throws {
        let previous = mapping.source(of: attribute, in: entity)
        let isSame =
            previous.map { older in
                (attribute.isOptional || !older.isOptional) && older.leaves.count == attribute.leaves.count
                    && property.columnNames.allSatisfy { sources[$0] != nil }
            } ?? false
        // A new property with a default has a value in every row.
        guard !isSame, previous != nil || property.makeDefaultCells == nil else { return }
        let columns = property.columnNames
        for cells in property.requiredCells where columns.indices.contains(cells.upperBound - 1) {
            var condition = absent(columns[cells])
            if attribute.isOptional {
                let others = columns.enumerated().filter { !cells.contains($0.offset) }.map(\.element)
                guard !others.isEmpty else { continue }
                condition += " AND NOT (\(absent(others)))"
            }
            let element = cells.count < columns.count && attribute.leaves.indices.contains(cells.lowerBound)
            try check(
                condition, storage, .attribute,
                element ? "\(property.name).\(attribute.leaves[cells.lowerBound].name)" : property.name)
        }
    }

    private func absent(_ columns: some Sequence<String>) -> String {
        columns.map { "\($0) IS NULL" }.joined(separator: " AND ")
    }

    private func check(
        _ condition: String, _ storage: MigratedEntity, _ kind: CoreDataFailure.MandatoryProperty, _ property: String
    ) throws {
        let membership = storage.sharesTable ? " AND Z_ENT = \(storage.number)" : ""
        let rows = try connection.rows("SELECT Z_PK FROM \(storage.table) WHERE (\(condition))\(membership) LIMIT 1")
        guard case .integer(let key)? = rows.first?.first else { return }
        throw CoreDataError(
            .migrationFailed,
            reason: "Validation error \(CoreDataFailure.missingValues(of: kind)): "
                + "\(storage.name).\(property), in row \(key).")
    }
}
