import Foundation
import PermafrostStore

/// The row that an object reads its values from. Don't use it directly.
public struct _RowReader {
    @usableFromInline let cells: _RowCells
    /// The number of the first column of each property. The number is negative if the property has no column.
    @usableFromInline let columns: [Int]
    /// The keys of the rows that to-one relationships refer to, in the order of the relationships, or 0 for a
    /// relationship that doesn't refer to a row.
    var references: [Int64]
    /// The failure of the first value that is missing or can't be decoded, or nil if every value was read.
    var failure: ContextFailure?

    /// Creates a reader for the statement's current row.
    ///
    /// - Parameter columns: the number of each property's first column in the statement. Nil if the statement selects
    ///   all of the entity's columns.
    init(_ statement: SQLiteStatement, _ entity: EntityStorage, columns: [Int]? = nil) {
        cells = _RowCells(statement, entity)
        self.columns = columns ?? entity.columnOfProperty
        // Set it only once. Creating the array first and changing it later would copy it.
        references = entity.toOneCount > 0 ? [Int64](repeating: 0, count: entity.toOneCount) : []
    }

    private var entity: EntityStorage? { cells.entity }
}

// MARK: Functions that `@Model` calls

extension _RowReader {
    /// Reads a required scalar.
    @inlinable
    public mutating func read<Value: _ColumnValue>(_ index: Int, _ slot: inout Value?) {
        let column = columns[index]
        guard column >= 0 else { return }
        if let value = Value._value(cells, column) {
            slot = .some(value)
        } else {
            slot = nil
            failScalar(index, column, Value.self, mayBeMissing: false)
        }
    }

    /// Reads an optional scalar.
    @inlinable
    public mutating func read<Value: _ColumnValue>(_ index: Int, _ slot: inout Value??) {
        let column = columns[index]
        guard column >= 0 else { return }
        if let value = Value._value(cells, column) {
            slot = .some(.some(value))
        } else {
            slot = .some(nil)
            failScalar(index, column, Value.self, mayBeMissing: true)
        }
    }

    /// Records a failure for a cell that doesn't contain a value of the expected type. If `mayBeMissing` is true, NULL
    /// isn't a failure.
    @usableFromInline
    mutating func failScalar(_ index: Int, _ column: Int, _ type: Any.Type, mayBeMissing: Bool) {
        if !cells.isNull(column) {
            fail(index, largeValueError(column) ?? .unreadable(type: "\(type)"))
        } else if !mayBeMissing {
            fail(index, .missing)
        }
    }

    /// Returns the reason that a large value's file can't be read, or nil if the cell doesn't refer to a file.
    private func largeValueError(_ column: Int) -> ValueError? {
        guard let entity, entity.isExternal(column), case .blob(let cell) = cells.cell(column),
            let name = LargeValueCell.fileName(in: cell)
        else { return nil }
        do {
            _ = try cell.withUnsafeBytes { try entity.store.content(ofLarge: $0) }
            return .missingFile(name: name)
        } catch {
            return .unreadableFile(name: name, reason: (error as? FileError)?.reason ?? error.localizedDescription)
        }
    }

    /// Reads a required value of any type.
    public mutating func read<Value>(_ index: Int, _ slot: inout Value?) {
        guard let value = decode(index) else { return }
        if let typed = value.flatMap({ $0 as? Value }) {
            slot = typed
        } else if let empty = entity?.codec(of: index)?.emptyValue as? Value {
            slot = empty
        } else {
            fail(index, .missing)
        }
    }

    /// Reads an optional value of any type.
    public mutating func read<Value>(_ index: Int, _ slot: inout Value??) {
        guard let value = decode(index) else { return }
        slot = .some(value.flatMap { $0 as? Value })
    }

    /// Sets the value of a constant in an object by writing it directly to memory, because the language doesn't allow
    /// setting a constant after initialization. Records a failure if the class's metadata doesn't contain the constant.
    public mutating func setConstant<Model: PersistentModel, Value>(_ index: Int, of model: Model, _ value: Value?) {
        guard let value, let entity, columns[index] >= 0 else { return }
        guard let offset = entity.properties[index].constantOffset else {
            fail(index, .unreadable(type: "\(Value.self)"))
            return
        }
        let place = Unmanaged.passUnretained(model).toOpaque() + offset
        place.assumingMemoryBound(to: Value.self).pointee = value
    }

    /// Reads the key of a required to-one relationship's object, but not the object.
    public mutating func read<Model: PersistentModel>(_ index: Int, _ slot: inout Model?) {
        slot = nil
        readReference(index)
    }

    /// Reads only the key of an optional to-one relationship's object. If the row contains no key, sets the
    /// relationship to nil.
    public mutating func read<Model: PersistentModel>(_ index: Int, _ slot: inout Model??) {
        slot = nil
        if readReference(index) { slot = .some(nil) }
    }

    /// Sets the storage to nil, because a to-many relationship is read when it's used.
    public mutating func read<Model: PersistentModel>(_ index: Int, _ slot: inout [Model]?) { slot = nil }

    /// Sets the storage to nil, because a to-many relationship is read when it's used.
    public mutating func read<Model: PersistentModel>(_ index: Int, _ slot: inout [Model]??) { slot = nil }

    /// Reads the key of the row that a to-one relationship refers to. Returns true if the relationship has a column but
    /// doesn't refer to a row.
    @discardableResult
    private mutating func readReference(_ index: Int) -> Bool {
        guard let entity, let column = entity.column(of: index), let ordinal = entity.ordinal(of: index) else {
            return false
        }
        let key = cells.integer(column) ?? 0
        references[ordinal] = key
        return key == 0
    }

    /// Decodes a property. Returns nil if the property has no column, or if its value can't be decoded. Returns an
    /// optional that contains nil if the cells contain no value.
    private mutating func decode(_ index: Int) -> Any?? {
        guard let entity, let column = entity.column(of: index), let codec = entity.codec(of: index) else { return nil }
        do {
            return .some(try codec.decode(cells, at: column))
        } catch {
            fail(index, error)
            return nil
        }
    }

    private mutating func fail(_ index: Int, _ error: ValueError) {
        guard failure == nil, let entity else { return }
        failure = .undecodable(entity: entity.name, property: entity.properties[index].name, error: error)
    }
}
