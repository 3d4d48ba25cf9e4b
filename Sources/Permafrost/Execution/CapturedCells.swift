import PermafrostStore
import SwiftData

/// The values that one operation captured, keyed by the primary keys of their rows. They stay in memory until the stage
/// exceeds its memory limit, and then move to a file.
final class CapturedCells {
    private let file: SpillFile
    private var memory = OrderedCells()
    private var table: SpillFile.Table?
    /// The number of captured values that ``take(_:)`` returned since ``restart()`` was last called.
    private var found = 0
    /// The number of captured rows that existed when the new version's operations began. Nil if they weren't counted,
    /// because no operation can delete rows.
    private var arrived: Int?

    init(file: SpillFile) {
        self.file = file
    }

    /// Whether the values were moved to the spill file.
    var isSpilled: Bool { table != nil }

    /// Captures a row's value. Replaces a previously captured value.
    func set(_ cell: SQLiteValue, of key: Int64) throws {
        if let table { return try table.set(cell, of: key) }
        memory.set(cell, of: key)
        if !file.admits(cell) { try spill() }
    }

    private func spill() throws {
        let table = try file.makeTable()
        for (key, cell) in memory.cells(after: nil, limit: .max) { try table.set(cell, of: key) }
        memory = OrderedCells()
        self.table = table
    }

    /// Returns a row's captured value, or nil if none was captured.
    func cell(of key: Int64) throws -> SQLiteValue? {
        try table?.cell(of: key) ?? memory.cell(of: key)
    }

    /// Returns the next batch of values, sorted by key.
    ///
    /// - Parameters:
    ///   - key: the last key of the previous batch; nil for the first batch.
    ///   - limit: the maximum number of values.
    func cells(after key: Int64?, limit: Int) throws -> [(key: Int64, cell: SQLiteValue)] {
        if let table { return try table.cells(after: key, limit: limit) }
        return memory.cells(after: key, limit: limit)
    }

    /// Returns the captured value for a row that still exists, and counts the row as found. Returns nil if the row has
    /// no captured value. Call this method once for each row.
    func take(_ key: Int64) throws -> SQLiteValue? {
        let cell = try cell(of: key)
        if cell != nil { found += 1 }
        return cell
    }

    /// Resets the number of found rows to zero.
    func restart() { found = 0 }

    /// Starts counting the captured rows that exist in the new version.
    func beginArrivals() { arrived = 0 }

    /// Counts a row if its value was captured. Call this before any operation of the new version runs.
    func arrive(_ key: Int64) throws {
        if try cell(of: key) != nil { arrived = (arrived ?? 0) + 1 }
    }

    /// Returns the number of captured rows that disappeared without being deleted by an operation of the stage.
    func lostCount() throws -> Int { try (table?.count() ?? memory.count) - (arrived ?? found) }
}

extension CapturedCells {
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
}
