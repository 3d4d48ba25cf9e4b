import PermafrostStore
import SwiftData

/// The values that one operation captured, keyed by the primary keys of their rows. They stay in memory until the stage
/// exceeds its memory limit, and then move to a file.
final class CapturedCells {
    private let file: SpillFile
    private var memory = OrderedCells()
    private var table: SpillTable?
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
