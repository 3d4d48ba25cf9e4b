import Foundation
import PermafrostStore

/// The row that an object writes its properties to. Don't use it directly.
///
/// The values are bound to the parameters of a statement. Without a statement, they're collected in ``cells``.
public struct _RowWriter {
    // A writer exists only while a save writes the object. The save owns the object and the statement, and the
    // container owns the entity. So these references don't need to be counted.

    private unowned(unsafe) let entity: EntityStorage
    private var storage: _ModelStorage
    /// The properties to write, or nil to write all properties.
    private let wanted: PropertySet?
    /// The statement whose parameters the values are bound to, or nil if they're collected in ``cells``.
    private unowned(unsafe) let statement: SQLiteStatement?
    private let parameters: SQLiteParameters?
    /// The number of the first column of each property. The number is negative if the property has no column.
    private let columns: [Int]
    /// The properties that store large values in files.
    private let externalProperties: PropertySet
    /// The number of the statement's parameter that the next cell is bound to.
    private(set) var position: Int
    /// Whether the current property stores large values in files.
    private var isExternal = false
    /// The cells in the order of the properties' columns. Empty if the cells are bound to a statement.
    var cells: [SQLiteValue] = []
    /// The error for the first value that can't be written, or nil if every value was written.
    var failure: (any Error)?

    /// Creates a row that collects cells.
    init(_ entity: EntityStorage, _ storage: _ModelStorage, wanted: PropertySet?) {
        self.entity = entity
        self.storage = storage
        self.wanted = wanted
        statement = nil
        parameters = nil
        columns = entity.columnOfProperty
        externalProperties = entity.externalProperties
        position = 0
    }

    /// Creates a row that binds the parameters of a statement, beginning at `position`.
    init(
        _ entity: EntityStorage, _ storage: _ModelStorage, wanted: PropertySet?,
        binding statement: SQLiteStatement,
        from position: Int
    ) {
        self.entity = entity
        self.storage = storage
        self.wanted = wanted
        self.statement = statement
        parameters = statement.parameters
        columns = entity.columnOfProperty
        externalProperties = entity.externalProperties
        self.position = position
    }

    /// Begins the row of a different object of the same entity. The row's statement is bound again, beginning at
    /// `position`.
    mutating func restart(_ storage: _ModelStorage, from position: Int) {
        self.storage = storage
        self.position = position
    }

    @usableFromInline
    mutating func begin(_ index: Int) -> Bool {
        guard columns[index] >= 0, wanted?.contains(index) ?? true else { return false }
        isExternal = externalProperties.contains(index)
        return true
    }

    /// Writes the value of a required scalar attribute, or NULL if the slot has no value.
    @inlinable
    public mutating func write<Value: _ColumnValue>(_ index: Int, _ slot: Value?) {
        guard begin(index) else { return }
        if let value = slot { value._write(to: &self) } else { appendNull() }
    }

    /// Writes the value of an optional scalar attribute. Writes NULL if the slot has no value or its value is nil.
    @inlinable
    public mutating func write<Value: _ColumnValue>(_ index: Int, _ slot: Value??) {
        guard begin(index) else { return }
        if case .some(.some(let value)) = slot { value._write(to: &self) } else { appendNull() }
    }

    /// Writes the value of an attribute of any type with the attribute's codec. Records a failure if encoding fails.
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

    /// Writes the key of a required to-one relationship's object. Records a failure if the object was deleted or has no
    /// key.
    public mutating func write<Model: PersistentModel>(_ index: Int, _ slot: Model?) {
        writeReference(index, slot.map { $0 })
    }

    /// Writes the key of an optional to-one relationship's object, or NULL. Records a failure if the object was deleted
    /// or has no key.
    public mutating func write<Model: PersistentModel>(_ index: Int, _ slot: Model??) {
        writeReference(index, slot)
    }

    /// Does nothing, because the links of a to-many relationship aren't in the object's own row.
    public mutating func write<Model: PersistentModel>(_ index: Int, _ slot: [Model]?) {}

    /// Does nothing, because the links of a to-many relationship aren't in the object's own row.
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

    mutating func append(_ cell: SQLiteValue) {
        if isExternal, case .blob(let bytes) = cell {
            bind(externalCell(bytes))
        } else {
            bind(cell)
        }
    }

    /// Appends a cell that contains an integer.
    mutating func append(_ integer: Int64) {
        guard let parameters else { return cells.append(.integer(integer)) }
        didBind(parameters.bind(integer, at: position))
    }

    /// Appends a cell that contains a real number.
    mutating func append(_ real: Double) {
        guard let parameters else { return cells.append(.real(real)) }
        didBind(parameters.bind(real, at: position))
    }

    /// Appends a cell that contains text.
    mutating func append(_ text: String) {
        guard let parameters else { return cells.append(.text(text)) }
        didBind(parameters.bind(text, at: position))
    }

    /// Appends a blob cell with a copy of the given bytes.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard !isExternal, let parameters else { return append(.blob(Array(bytes))) }
        didBind(parameters.bind(bytes, at: position))
    }

    private mutating func bind(_ cell: SQLiteValue) {
        guard let parameters else {
            cells.append(cell)
            return
        }
        didBind(parameters.bind(cell, at: position))
    }

    /// Advances to the next parameter. Records an error if SQLite's result code isn't 0.
    private mutating func didBind(_ code: Int32) {
        position += 1
        guard code != 0, let statement else { return }
        do { try statement.check(code) } catch { failure = failure ?? error }
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
