import PermafrostModel

/// A store's rows seen through a model: by entity and property. Make one for a model and ask it for each entity.
///
/// The model is usually the one that the store carries; a version's own serves for a store that carries none.
package struct StoreRows {
    /// The model.
    package var model: SchemaModel { layout.model }
    /// Where the model's rows belong.
    let layout: StoreLayout
    private let reader: StoreReader
    private let decoder: StoredValueDecoder
    private let numbers: [String: Int64]
    private let known = KnownColumns()

    /// The columns of the tables and entities that were looked at.
    private final class KnownColumns {
        var tables: Set<String>?
        var names: [String: [String]] = [:]
        var entities: [String: EntityColumns] = [:]
    }

    /// A view of a store's rows.
    package init(_ reader: StoreReader, model: SchemaModel) throws(StoreError) {
        self.reader = reader
        layout = StoreLayout(model: model)
        decoder = StoredValueDecoder(externalStorage: StoreFile(path: reader.path).externalStorage)
        numbers = layout.numbers(recorded: try reader.primaryKeys())
    }

    /// Where the values of an entity's rows stand; nil if the store has no table for it.
    package func columns(of entity: String) throws(StoreError) -> EntityColumns? {
        if let columns = known.entities[entity] { return columns }
        let columns = try EntityColumns(entity: entity, layout: layout, numbers: numbers, columnsOf: columnNames)
        known.entities[entity] = columns
        return columns
    }

    /// The rows of an entity; nil if the store has no table for it.
    package func rows(of entity: String) throws(StoreError) -> EntityRows? {
        guard let columns = try columns(of: entity) else { return nil }
        return try EntityRows(columns, decoder, connection: reader.connection, path: reader.path)
    }

    /// Where the to-many relationships of an entity's rows lead.
    package func links(of entity: String) throws(StoreError) -> EntityLinks {
        try EntityLinks(
            entity: entity, layout: layout, connection: reader.connection, path: reader.path, columnsOf: columnNames)
    }

    /// The many-to-many tables that the model expects.
    var joinTables: [JoinTable] { layout.joinTables }

    /// The links of a many-to-many relationship, from the rows that have it; nil if the store has no table for it.
    func links(_ end: ModelContinuity.Place) throws(StoreError) -> EntityLinks.JoinRows? {
        guard let own = layout.joinTable(of: end.entity, relationship: end.property),
            Set(try columnNames(own.name)).isSuperset(of: [own.own.column, own.other.column])
        else { return nil }
        return try EntityLinks.JoinRows(
            table: own.name, first: own.own.column, second: own.other.column, connection: reader.connection,
            path: reader.path)
    }

    private func columnNames(_ table: String) throws(StoreError) -> [String] {
        if let names = known.names[table] { return names }
        let tables: Set<String>
        if let known = known.tables { tables = known } else { tables = Set(try reader.tableNames()) }
        known.tables = tables
        let names = tables.contains(table) ? try reader.columns(ofPresent: table).map(\.name) : []
        known.names[table] = names
        return names
    }
}

extension StoreLayout {
    /// The number of each entity in a store that records these. A store that was migrated may keep numbers that its model
    /// alone would not give, and the old name of an entity that was renamed.
    func numbers(recorded keys: [PrimaryKey]) -> [String: Int64] {
        let recorded = Dictionary(keys.map { ($0.name, $0.entityNumber) }) { first, _ in first }
        let numbers = model.entities.compactMap { entity -> (String, Int64)? in
            let number =
                recorded[entity.name] ?? entity.renamingIdentifier.flatMap { recorded[$0] }
                ?? entityNumbers[entity.name]
            return number.map { (entity.name, Int64($0)) }
        }
        return Dictionary(uniqueKeysWithValues: numbers)
    }
}
