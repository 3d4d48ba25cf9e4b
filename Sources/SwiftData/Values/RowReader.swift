import Foundation
import PermafrostStore

/// The row that an object takes its values from. Not for use by hand.
public struct _RowReader: CellSource {
    private enum Source {
        case statement(SQLiteStatement)
        case cell(SQLiteValue)
    }

    private let source: Source
    private let entity: EntityStorage?
    /// The rows that to-one relationships refer to, in order.
    var references: [Int64] = []
    /// The first value that is not there or does not decode.
    var failure: ContextFailure?

    init(_ statement: SQLiteStatement, _ entity: EntityStorage) {
        source = .statement(statement)
        self.entity = entity
        if entity.toOneCount > 0 { references = [Int64](repeating: 0, count: entity.toOneCount) }
    }

    /// A row of one cell.
    init(cell: SQLiteValue) {
        source = .cell(cell)
        entity = nil
    }

    func cell(_ column: Int) -> SQLiteValue {
        switch source {
        case .statement(let statement): statement.value(at: column)
        case .cell(let value): value
        }
    }

    func integer(_ column: Int) -> Int64? {
        switch cell(column) {
        case .integer(let integer): integer
        // A whole number may come back as one of the other kind where the column's affinity was another once.
        case .real(let real): Int64(exactly: real)
        default: nil
        }
    }

    func real(_ column: Int) -> Double? {
        switch cell(column) {
        case .real(let real): real
        case .integer(let integer): Double(integer)
        default: nil
        }
    }

    func text(_ column: Int) -> String? {
        if case .text(let text) = cell(column) { text } else { nil }
    }

    func blob(_ column: Int) -> [UInt8]? {
        if case .blob(let bytes) = cell(column) { bytes } else { nil }
    }

    func data(_ column: Int) -> Data? {
        guard let bytes = blob(column) else { return nil }
        guard let external = entity?.externalData(column) else { return Data(bytes) }
        return external.content(of: bytes)
    }
}

// MARK: What `@Model` calls

extension _RowReader {
    /// Reads a scalar that must have a value.
    public mutating func read<Value: _ColumnValue>(_ index: Int, _ slot: inout Value?) {
        guard let entity, let column = entity.column(of: index) else { return }
        slot = Value._value(self, column)
        if slot == nil { fail(index, isNull(column) ? .missing : .unreadable(type: "\(Value.self)")) }
    }

    /// Reads a scalar.
    public mutating func read<Value: _ColumnValue>(_ index: Int, _ slot: inout Value??) {
        guard let entity, let column = entity.column(of: index) else { return }
        let value = Value._value(self, column)
        slot = .some(value)
        if value == nil, !isNull(column) { fail(index, .unreadable(type: "\(Value.self)")) }
    }

    /// Reads a value of any type that must have one.
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

    /// Reads a value of any type.
    public mutating func read<Value>(_ index: Int, _ slot: inout Value??) {
        guard let value = decode(index) else { return }
        slot = .some(value.flatMap { $0 as? Value })
    }

    /// Takes note of the row that a to-one relationship refers to.
    public mutating func read<Model: PersistentModel>(_ index: Int, _ slot: inout Model?) {
        slot = nil
        readReference(index)
    }

    /// Takes note of the row that a to-one relationship refers to.
    public mutating func read<Model: PersistentModel>(_ index: Int, _ slot: inout Model??) {
        slot = nil
        if readReference(index) { slot = .some(nil) }
    }

    /// Leaves a to-many relationship in the store.
    public mutating func read<Model: PersistentModel>(_ index: Int, _ slot: inout [Model]?) { slot = nil }

    /// Leaves a to-many relationship in the store.
    public mutating func read<Model: PersistentModel>(_ index: Int, _ slot: inout [Model]??) { slot = nil }

    /// Returns whether there is none.
    @discardableResult
    private mutating func readReference(_ index: Int) -> Bool {
        guard let entity, let column = entity.column(of: index), let ordinal = entity.ordinal(of: index) else {
            return false
        }
        let key = integer(column) ?? 0
        references[ordinal] = key
        return key == 0
    }

    private func isNull(_ column: Int) -> Bool {
        if case .null = cell(column) { true } else { false }
    }

    /// Nil where the property has no column, or the value does not decode.
    private mutating func decode(_ index: Int) -> Any?? {
        guard let entity, let column = entity.column(of: index), let codec = entity.codec(of: index) else { return nil }
        do {
            return .some(try codec.decode(self, at: column))
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
