import PermafrostStore

/// A row of the `ACHANGE` table, which records one change of a transaction.
struct HistoryEntry {
    private let row: HistoryRow
    private let entity: EntityStorage
    private let transaction: Int64

    init(_ row: HistoryRow, _ entity: EntityStorage, _ transaction: Int64) {
        self.row = row
        self.entity = entity
        self.transaction = transaction
    }

    /// The change that the row records, or nil if the kind of change is unknown.
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
