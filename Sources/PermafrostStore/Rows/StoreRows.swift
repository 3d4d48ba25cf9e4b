import PermafrostModel

/// The rows of a store, accessed through a model's entities and properties. Create one instance per model, and use it
/// for all entities.
///
/// The model is usually the one in the store. For a store without a model, use the model of a version.
package struct StoreRows {
    /// The model that defines the entities and properties.
    package var model: SchemaModel { layout.model }
    package let layout: StoreLayout
    private let reader: StoreReader
    private let decoder: StoredValueDecoder
    private let numbers: [String: Int64]
    private let entityNames: [Int64: String]
    private let known = KnownColumns()

    /// A cache of the columns of tables and entities.
    private final class KnownColumns {
        var tables: Set<String>?
        var names: [String: [String]] = [:]
        var entities: [String: EntityColumns] = [:]
    }

    /// Prepares to read a store's rows. Reads only the numbers of the store's entities.
    package init(_ reader: StoreReader, model: SchemaModel) throws(StoreError) {
        self.reader = reader
        layout = StoreLayout(model: model)
        decoder = StoredValueDecoder(externalStorage: StoreFile(path: reader.path).externalStorage)
        numbers = layout.numbers(recorded: try reader.primaryKeys())
        entityNames = Dictionary(numbers.map { ($1, $0) }) { first, _ in first }
    }

    /// Returns the columns of an entity's rows. Returns nil if the model doesn't have the entity, or if the store has
    /// no table for it.
    package func columns(of entity: String) throws(StoreError) -> EntityColumns? {
        if let columns = known.entities[entity] { return columns }
        let columns = try EntityColumns(
            entity: entity, number: numbers[entity], layout: layout, entityNames: entityNames, columnsOf: columnNames)
        known.entities[entity] = columns
        return columns
    }

    /// Returns the rows of an entity. Returns nil if the model doesn't have the entity, or if the store has no table
    /// for it.
    package func rows(of entity: String) throws(StoreError) -> EntityRows? {
        guard let columns = try columns(of: entity) else { return nil }
        return try EntityRows(columns, decoder, connection: reader.connection, path: reader.path)
    }

    /// Returns the destinations of an entity's to-many relationships.
    package func links(of entity: String) throws(StoreError) -> EntityLinks {
        try EntityLinks(
            entity: entity, layout: layout, connection: reader.connection, path: reader.path, columnsOf: columnNames)
    }

    /// The tables of the model's many-to-many relationships.
    package var joinTables: [JoinTable] { layout.joinTables }

    /// Returns the links of a many-to-many relationship, sorted by the rows at the given end. Returns nil if the store
    /// has no table for them.
    package func links(_ end: ModelContinuity.Place) throws(StoreError) -> JoinRows? {
        guard let own = layout.joinTable(of: end.entity, relationship: end.property),
            Set(try columnNames(own.name)).isSuperset(of: [own.own.column, own.other.column])
        else { return nil }
        return try JoinRows(
            table: own.name, first: own.own.column, second: own.other.column, connection: reader.connection,
            path: reader.path)
    }

    private func columnNames(_ table: String) throws(StoreError) -> [String] {
        if let names = known.names[table] { return names }
        let tables: Set<String>
        if let known = known.tables { tables = known } else { tables = Set(try reader.tableNames()) }
        known.tables = tables
        let names = tables.contains(table) ? try reader.columnNames(ofPresent: table) : []
        known.names[table] = names
        return names
    }
}

extension StoreLayout {
    /// Returns each entity's number (`Z_ENT`) in the store, keyed by entity name. The number of an entity that the
    /// store doesn't record is its number in a new store.
    ///
    /// After a migration, the recorded numbers may differ from a new store's, and a renamed entity may still have its
    /// old name.
    package func numbers(recorded keys: [PrimaryKey]) -> [String: Int64] {
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
