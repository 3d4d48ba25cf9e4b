import PermafrostStore

/// The row that an object gives its values to: those of the properties that are to be written. Not for use by hand.
public struct _RowWriter {
    private let entity: EntityStorage
    private let storage: _ModelStorage
    /// The properties to write; nil for all.
    private let wanted: PropertySet?
    /// The cells, in the order of the properties' columns.
    var cells: [SQLiteValue] = []
    /// The first value that cannot be written.
    var failure: ContextFailure?

    init(_ entity: EntityStorage, _ storage: _ModelStorage, wanted: PropertySet?) {
        self.entity = entity
        self.storage = storage
        self.wanted = wanted
        if wanted == nil { cells.reserveCapacity(entity.columnNames.count) }
    }

    private func isWanted(_ index: Int) -> Bool {
        entity.column(of: index) != nil && (wanted?.contains(index) ?? true)
    }

    /// Writes a scalar that must have a value.
    public mutating func write<Value: _ColumnValue>(_ index: Int, _ slot: Value?) {
        guard isWanted(index) else { return }
        append(slot?._cell.value ?? .null, index)
    }

    /// Writes a scalar.
    public mutating func write<Value: _ColumnValue>(_ index: Int, _ slot: Value??) {
        guard isWanted(index) else { return }
        append((slot ?? nil)?._cell.value ?? .null, index)
    }

    /// Writes a value of any type.
    public mutating func write<Value>(_ index: Int, _ slot: Value?) {
        guard isWanted(index), let codec = entity.codec(of: index) else { return }
        do {
            try codec.encode(slot.flatMap { FieldValue.unwrapped($0) }, into: &cells)
        } catch {
            failure =
                failure
                ?? .undecodable(entity: entity.name, property: entity.properties[index].name, error: error)
        }
    }

    /// Writes the row that a to-one relationship refers to.
    public mutating func write<Model: PersistentModel>(_ index: Int, _ slot: Model?) {
        writeReference(index, slot.map { $0 })
    }

    /// Writes the row that a to-one relationship refers to.
    public mutating func write<Model: PersistentModel>(_ index: Int, _ slot: Model??) {
        writeReference(index, slot)
    }

    /// Leaves a to-many relationship to the other side, or to the table between.
    public mutating func write<Model: PersistentModel>(_ index: Int, _ slot: [Model]?) {}

    /// Leaves a to-many relationship to the other side, or to the table between.
    public mutating func write<Model: PersistentModel>(_ index: Int, _ slot: [Model]??) {}

    private mutating func writeReference<Model: PersistentModel>(_ index: Int, _ slot: Model??) {
        guard isWanted(index), let ordinal = entity.ordinal(of: index) else { return }
        var key: Int64 = 0
        if let target = slot {
            key = target?._modelStorage.key ?? 0
            if let target, target._modelStorage.isDeleted || key == 0 {
                failure = failure ?? .goneTarget(entity: entity.name, property: entity.properties[index].name)
            }
        } else if storage.references.indices.contains(ordinal) {
            key = storage.references[ordinal]
        }
        cells.append(key == 0 ? .null : .integer(key))
        guard let relationship = entity.properties[index].relationship, relationship.namesEntity else { return }
        let target = (slot ?? nil)?._modelStorage.entity?.number ?? storage.context?.entityNumber(relationship, key)
        cells.append(target.map { .integer(Int64($0)) } ?? .null)
    }

    private mutating func append(_ cell: SQLiteValue, _ index: Int) {
        guard entity.properties[index].isExternal, case .blob(let bytes) = cell else {
            cells.append(cell)
            return
        }
        do {
            cells.append(.blob(try entity.store.cell(ofLarge: bytes)))
        } catch {
            failure = failure ?? .externalFile(entity: entity.name, reason: error.localizedDescription)
            cells.append(.null)
        }
    }
}
