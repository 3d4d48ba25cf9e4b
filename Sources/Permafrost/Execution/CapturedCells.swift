import PermafrostStore
import SwiftData

/// What one operation has captured, by the rows' primary keys: in memory as long as it is little, else in a file.
final class CapturedCells {
    private let file: SpillFile
    private var memory: [Int64: SQLiteValue] = [:]
    private var table: SpillFile.Table?
    /// How many of those rows were still there when they were looked for.
    private var found = 0
    /// How many of them the new version began with, where that was looked at before its operations could delete any.
    private var arrived: Int?

    init(file: SpillFile) {
        self.file = file
    }

    /// Whether values are in the file.
    var isSpilled: Bool { table != nil }

    /// Captures the value of a row, in place of one that was captured before.
    func set(_ cell: SQLiteValue, of key: Int64) throws {
        if let table { return try table.set(cell, of: key) }
        memory[key] = cell
        if !file.admits(cell) { try spill() }
    }

    private func spill() throws {
        let table = try file.makeTable()
        for (key, cell) in memory.sorted(by: { $0.key < $1.key }) { try table.set(cell, of: key) }
        memory = [:]
        self.table = table
    }

    /// The value of a row; nil if none was captured.
    func cell(of key: Int64) throws -> SQLiteValue? {
        try table?.cell(of: key) ?? memory[key]
    }

    /// The value of a row that is still there, to be restored. A row is asked for once.
    func take(_ key: Int64) throws -> SQLiteValue? {
        let cell = try cell(of: key)
        if cell != nil { found += 1 }
        return cell
    }

    /// No row has been asked for yet.
    func restart() { found = 0 }

    /// Counts the rows that the new version begins with: start with none.
    func beginArrivals() { arrived = 0 }

    /// A row is there before any operation of the new version has run.
    func arrive(_ key: Int64) throws {
        if try cell(of: key) != nil { arrived = (arrived ?? 0) + 1 }
    }

    /// How many captured rows are gone that no operation of the stage deleted.
    func lostCount() throws -> Int { try (table?.count() ?? memory.count) - (arrived ?? found) }
}

extension CapturedCells {
    /// Values that are read from rows of the old version and written into the same rows of the new one.
    struct CapturedValue<Old: PersistentModel, New: PersistentModel, Value: Codable> {
        let operation: String
        /// The property that is written.
        let property: PropertyName
        /// The value to carry; nil for a row that is to stay as it is.
        let read: (Old) throws -> Value?
        let write: (New, Value) throws -> Void

        /// The steps of one run, which share what is captured.
        func steps(_ stage: StageContext) -> RowSteps {
            let cells = CapturedCells(file: stage.state.spill)
            let codec = CellCodec<Value>()
            return RowSteps(
                capture: RowStep(Old.self, operation: operation, property: property, needsKey: true) { row, key in
                    if let value = try read(row) { try cells.set(codec.encode(value), of: key) }
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
