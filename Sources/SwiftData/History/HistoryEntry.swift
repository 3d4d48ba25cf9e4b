import PermafrostStore

/// A row of `ACHANGE`: number, kind, entity, the row's key, the changed properties, then the values kept of a deleted row.
struct HistoryEntry {
    private let row: HistoryRow
    private let entity: EntityStorage
    private let transaction: Int64

    init(_ row: HistoryRow, _ entity: EntityStorage, _ transaction: Int64) {
        self.row = row
        self.entity = entity
        self.transaction = transaction
    }

    /// The change; nil for a kind that the format does not know.
    var change: HistoryChange? {
        func open<Model: PersistentModel>(_ type: Model.Type) -> HistoryChange? { change(of: type) }
        return open(entity.type)
    }

    private func change<Model: PersistentModel>(of type: Model.Type) -> HistoryChange? {
        let identifier = PersistentIdentifier(
            entityName: entity.name, storeIdentifier: entity.storeIdentifier, key: .row(row.integer(3)))
        switch row.integer(1) {
        case 0:
            return .insert(
                DefaultHistoryInsert<Model>(
                    transactionIdentifier: transaction, changeIdentifier: row.integer(0),
                    changedPersistentIdentifier: identifier))
        case 1:
            return .update(
                DefaultHistoryUpdate<Model>(
                    transactionIdentifier: transaction, changeIdentifier: row.integer(0),
                    changedPersistentIdentifier: identifier,
                    updatedAttributes: changedProperties.compactMap(keyPath)))
        case 2:
            return .delete(
                DefaultHistoryDelete<Model>(
                    transactionIdentifier: transaction, changeIdentifier: row.integer(0),
                    changedPersistentIdentifier: identifier, tombstone: HistoryTombstone(keptValues())))
        default: return nil
        }
    }

    private var changedProperties: [Int] {
        guard case .blob(let bitmap) = row.cell(4) else { return [] }
        return entity.properties.indices.filter { index in
            let place = entity.historyPlaces[index]
            return place / 8 < bitmap.count && bitmap[place / 8] & (0x80 >> UInt8(place % 8)) != 0
        }
    }

    private func keptValues<Model: PersistentModel>() -> [(keyPath: PartialKeyPath<Model> & Sendable, any Sendable)] {
        entity.preservedProperties.enumerated().compactMap { place, index in
            guard let keyPath = keyPath(index) as (PartialKeyPath<Model> & Sendable)?,
                let value = KeptValue(entity.properties[index]).value(row.cell(5 + place))
            else { return nil }
            return (keyPath, value)
        }
    }

    private func keyPath<Model: PersistentModel>(_ index: Int) -> (PartialKeyPath<Model> & Sendable)? {
        (entity.properties[index].keyPath as? PartialKeyPath<Model>).map(StoredKeyPath.sendable)
    }
}

/// How the history keeps an attribute's value after its row is deleted: as its cell, or as JSON where it has several. [A]
struct KeptValue {
    private let property: PropertyStorage

    init(_ property: PropertyStorage) { self.property = property }

    /// The history's cell for the row's cells.
    ///
    /// - Throws: `FileError` if the file of a large value is there and cannot be read.
    func cell(_ cells: [SQLiteValue], _ store: Store) throws -> SQLiteValue {
        if property.isExternal {
            guard case .blob(let bytes)? = cells.first else { return .null }
            return try bytes.withUnsafeBytes { try store.content(ofLarge: $0) }.map { .blob(Array($0)) } ?? .null
        }
        guard cells.count > 1 else { return cells.first ?? .null }
        guard let value = try property.codec?.decode(Cells(cells: cells), at: 0) as? any Encodable else { return .null }
        return .blob(try JSONValue.encode(value))
    }

    /// The value in the history's cell; nil if there is none, or it no longer fits the attribute's type.
    func value(_ cell: SQLiteValue) -> (any Sendable)? {
        guard let value = property.columnNames.count > 1 ? decoded(cell) : plain(cell) else { return nil }
        // Decoded just now: nothing else refers to it.
        return unsafeBitCast(value as Any, to: (any Sendable).self)
    }

    private func plain(_ cell: SQLiteValue) -> Any? {
        (try? property.codec?.decode(Cells(cells: [cell]), at: 0)) ?? nil
    }

    private func decoded(_ cell: SQLiteValue) -> Any? {
        guard case .blob(let bytes) = cell,
            let type = ValueCodecs.unwrapped(type(of: property.keyPath).valueType) as? any Decodable.Type
        else { return nil }
        return try? JSONValue.decode(type, from: bytes)
    }

    private struct Cells: CellSource {
        let cells: [SQLiteValue]
        func cell(_ column: Int) -> SQLiteValue { cells.indices.contains(column) ? cells[column] : .null }
    }
}
