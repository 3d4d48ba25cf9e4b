import Foundation
import PermafrostStore

/// The row that an object gives its values to: those of the properties that are to be written. Not for use by hand.
///
/// They go straight to the parameters of a statement, or into ``cells`` if there is none.
public struct _RowWriter {
    private let entity: EntityStorage
    private let storage: _ModelStorage
    /// The properties to write; nil for all.
    private let wanted: EntityStorage.PropertySet?
    private let statement: SQLiteStatement?
    /// The parameter that the next cell is bound to.
    private(set) var position: Int
    /// Whether the property that is being written is kept in a file where it is large.
    private var isExternal = false
    /// The cells, in the order of the properties' columns; none if they are bound.
    var cells: [SQLiteValue] = []
    /// The first value that cannot be written.
    var failure: (any Error)?

    /// Collects cells.
    init(_ entity: EntityStorage, _ storage: _ModelStorage, wanted: EntityStorage.PropertySet?) {
        self.entity = entity
        self.storage = storage
        self.wanted = wanted
        statement = nil
        position = 0
    }

    /// Binds the parameters of a statement from `position` on.
    init(
        _ entity: EntityStorage, _ storage: _ModelStorage, wanted: EntityStorage.PropertySet?,
        binding statement: SQLiteStatement,
        from position: Int
    ) {
        self.entity = entity
        self.storage = storage
        self.wanted = wanted
        self.statement = statement
        self.position = position
    }

    @usableFromInline
    mutating func begin(_ index: Int) -> Bool {
        guard entity.columnOfProperty[index] >= 0, wanted?.contains(index) ?? true else { return false }
        isExternal = entity.externalProperties.contains(index)
        return true
    }

    /// Writes a scalar that must have a value.
    @inlinable
    public mutating func write<Value: _ColumnValue>(_ index: Int, _ slot: Value?) {
        guard begin(index) else { return }
        if let value = slot { value._write(to: &self) } else { appendNull() }
    }

    /// Writes a scalar.
    @inlinable
    public mutating func write<Value: _ColumnValue>(_ index: Int, _ slot: Value??) {
        guard begin(index) else { return }
        if case .some(.some(let value)) = slot { value._write(to: &self) } else { appendNull() }
    }

    /// Writes a value of any type.
    public mutating func write<Value>(_ index: Int, _ slot: Value?) {
        guard begin(index), let codec = entity.codec(of: index) else { return }
        var encoded: [SQLiteValue] = []
        do {
            try codec.encode(slot.flatMap { FieldValue.unwrapped($0) }, into: &encoded)
        } catch {
            fail(.undecodable(entity: entity.name, property: entity.properties[index].name, error: error))
        }
        for cell in encoded { append(cell) }
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
        guard begin(index), let ordinal = entity.ordinal(of: index) else { return }
        var key: Int64 = 0
        if let target = slot {
            key = target?._modelStorage.key ?? 0
            if let target, target._modelStorage.isDeleted || key == 0 {
                fail(.goneTarget(entity: entity.name, property: entity.properties[index].name))
            }
        } else if storage.references.indices.contains(ordinal) {
            key = storage.references[ordinal]
        }
        append(key == 0 ? .null : .integer(key))
        guard let relationship = entity.properties[index].relationship, relationship.namesEntity else { return }
        do {
            let target =
                try (slot ?? nil)?._modelStorage.entity?.number ?? storage.context?.entityNumber(relationship, key)
            append(target.map { .integer(Int64($0)) } ?? .null)
        } catch {
            fail(ContextFailure(error, reading: entity.name, key: key))
            appendNull()
        }
    }

    private mutating func fail(_ failure: ContextFailure) {
        self.failure = self.failure ?? failure
    }
}

// MARK: Cells

extension _RowWriter {
    @usableFromInline
    mutating func appendNull() { append(.null) }

    /// Adds a cell.
    mutating func append(_ cell: SQLiteValue) {
        if isExternal, case .blob(let bytes) = cell {
            bind(externalCell(bytes))
        } else {
            bind(cell)
        }
    }

    /// Adds a cell of bytes.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard !isExternal, let statement else { return append(.blob(Array(bytes))) }
        do { try statement.bind(bytes, at: position) } catch { failure = failure ?? error }
        position += 1
    }

    private mutating func bind(_ cell: SQLiteValue) {
        guard let statement else {
            cells.append(cell)
            return
        }
        do { try statement.bind(cell, at: position) } catch { failure = failure ?? error }
        position += 1
    }

    private mutating func externalCell(_ bytes: [UInt8]) -> SQLiteValue {
        do {
            return .blob(try entity.store.cell(ofLarge: bytes))
        } catch {
            fail(.externalFile(entity: entity.name, reason: error.localizedDescription))
            return .null
        }
    }
}
