import PermafrostStore

/// A lookup for a row that has a new object's unique values. The row is in the store, or the same save creates it for
/// an earlier object.
struct UniqueValues {
    private struct Values: Hashable {
        /// The index of the entity that declares the constraint.
        var entity: Int
        var constraint: Int
        var cells: [SQLiteValue]
    }

    let store: Store
    private var taken: [Values: Int64] = [:]

    init(store: Store) {
        self.store = store
    }

    /// Returns the key of a row that has the object's values for at least one of the entity's uniqueness constraints,
    /// or nil if no row does. NULL values are never equal.
    func key(of object: any PersistentModel, _ entity: EntityStorage) throws -> Int64? {
        for index in entity.constraints.indices {
            guard let values = try values(of: object, entity, index) else { continue }
            if let key = taken[values] { return key }
            let condition = columns(entity, index).map { "\($0) = ?" }.joined(separator: " AND ")
            if let key = try store.integer("SELECT Z_PK FROM \(entity.table) WHERE \(condition)", values.cells) {
                return key
            }
        }
        return nil
    }

    /// Records the unique values of a row that the save creates.
    mutating func take(_ object: any PersistentModel, _ entity: EntityStorage, key: Int64) throws {
        for index in entity.constraints.indices {
            if let values = try values(of: object, entity, index) { taken[values] = key }
        }
    }

    private func columns(_ entity: EntityStorage, _ constraint: Int) -> [String] {
        // A row writes its cells in this order.
        entity.constraints[constraint].properties.sorted().flatMap { entity.properties[$0].columnNames }
    }

    private func values(of object: any PersistentModel, _ entity: EntityStorage, _ constraint: Int) throws -> Values? {
        var wanted = PropertySet()
        for property in entity.constraints[constraint].properties { wanted.insert(property) }
        var writer = _RowWriter(entity, object._modelStorage, wanted: wanted)
        object._store(&writer)
        if let failure = writer.failure { throw failure }
        guard !writer.cells.isEmpty, !writer.cells.contains(.null) else { return nil }
        let declared = entity.constraints[constraint]
        return Values(entity: declared.declaring, constraint: declared.place, cells: writer.cells)
    }
}
