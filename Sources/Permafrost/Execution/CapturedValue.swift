import PermafrostStore
import SwiftData

/// A transfer of values from rows of the old version to the same rows in the new version.
struct CapturedValue<Old: PersistentModel, New: PersistentModel, Value: Codable> {
    /// The operation's name, for messages.
    private let operation: String
    /// The affected property, for messages.
    private let property: PropertyName
    /// A closure that returns the value to carry over, or nil for a row that must stay unchanged.
    private let read: (Old) throws -> Value?
    /// Returns the capture without objects, for a function that stores a value. Returns nil if the value depends on
    /// several properties.
    private let attribute: (@escaping (Value, Int64) throws -> Void) -> AttributeStep?
    /// A closure that writes a value to a row of the new version.
    private let write: (New, Value) throws -> Void

    /// Creates a transfer of a value that depends on any properties of an old row.
    ///
    /// - Parameters:
    ///   - property: the affected property, for messages.
    ///   - read: returns the value to carry over, or nil for a row that must stay unchanged.
    init(
        operation: String, property: PropertyName, read: @escaping (Old) throws -> Value?,
        write: @escaping (New, Value) throws -> Void
    ) {
        self.operation = operation
        self.property = property
        self.read = read
        attribute = { _ in nil }
        self.write = write
    }

    /// Creates a transfer of a value that depends on one property of an old row.
    ///
    /// - Parameters:
    ///   - property: the affected property, for messages.
    ///   - old: the old property.
    ///   - capture: returns the value to carry over, or nil for a row that must stay unchanged.
    init<OldValue>(
        operation: String, property: PropertyName, of old: KeyPath<Old, OldValue>,
        capture: @escaping (OldValue) throws -> Value?, write: @escaping (New, Value) throws -> Void
    ) {
        self.operation = operation
        self.property = property
        read = { try capture($0[keyPath: old]) }
        attribute = { add in
            AttributeStep(old) { value, key in
                if let captured = try capture(value) { try add(captured, key) }
            }
        }
        self.write = write
    }

    /// Creates a transfer of an old property's value.
    ///
    /// - Parameters:
    ///   - property: the affected property, for messages.
    ///   - old: the old property.
    init(
        operation: String, property: PropertyName, of old: KeyPath<Old, Value>,
        write: @escaping (New, Value) throws -> Void
    ) {
        self.operation = operation
        self.property = property
        read = { $0[keyPath: old] }
        attribute = { AttributeStep(old, visit: $0) }
        self.write = write
    }

    /// Returns the steps that capture and write the values in one run of a stage.
    func steps(_ stage: StageContext) -> RowSteps {
        let cells = CapturedCells(file: stage.state.spill)
        let codec = CellCodec<Value>()
        let add = { (value: Value, key: Int64) in try cells.set(codec.encode(value), of: key) }
        return RowSteps(
            capture: RowStep(
                Old.self, operation: operation, property: property, needsKey: true, attribute: attribute(add)
            ) { row, key in
                if let value = try read(row) { try add(value, key) }
                return false
            },
            perform: RowStep(New.self, operation: operation, property: property, needsKey: true) { row, key in
                guard let cell = try cells.take(key) else { return false }
                try write(row, codec.decode(cell))
                return true
            } finish: { _ in
                let lost = try cells.lostCount()
                guard lost == 0 else { throw MigrationError(.stage(.valueLost(count: lost))) }
            },
            captured: (cells, New.self))
    }
}
