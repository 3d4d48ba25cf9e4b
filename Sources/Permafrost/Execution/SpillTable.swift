import Foundation
import PermafrostStore

/// A table with the values of one capture, keyed by the primary keys of their rows.
final class SpillTable {
    private let insert: SQLiteStatement
    private let insertBatch: SQLiteStatement
    private let select: SQLiteStatement
    private let countAll: SQLiteStatement
    private let selectNext: SQLiteStatement
    /// The captured values that aren't in the table yet. Inserting several rows with one statement takes less time
    /// for each row.
    private var waiting: [(key: Int64, cell: SQLiteValue)] = []
    /// The key that was looked up last, or nil before the first lookup.
    private var lastKey: Int64?
    /// Values that were read ahead, and the range of the keys that they cover.
    private var ahead: (keys: ClosedRange<Int64>, cells: OrderedCells)?

    /// The number of values that are inserted together.
    private static var batchSize: Int { 32 }
    /// The maximum number of values to read ahead, and the number of bytes after which reading ahead stops.
    private static var aheadLimit: (values: Int, bytes: Int) { (256, 64 << 10) }
    /// The largest distance between two keys of lookups that are considered to be in order.
    private static var nearby: UInt64 { 16 }

    init(connection: SQLiteConnection, name: String) throws {
        try connection.execute("CREATE TABLE \(name) (key INTEGER PRIMARY KEY, value)")
        let rows = [String](repeating: "(?, ?)", count: Self.batchSize).joined(separator: ", ")
        insert = try connection.prepare("INSERT OR REPLACE INTO \(name) VALUES (?, ?)")
        insertBatch = try connection.prepare("INSERT OR REPLACE INTO \(name) VALUES \(rows)")
        select = try connection.prepare("SELECT value FROM \(name) WHERE key = ?")
        countAll = try connection.prepare("SELECT COUNT(*) FROM \(name)")
        selectNext = try connection.prepare("SELECT key, value FROM \(name) WHERE key > ? ORDER BY key LIMIT ?")
    }

    func set(_ cell: SQLiteValue, of key: Int64) throws {
        ahead = nil
        waiting.append((key, cell))
        guard waiting.count == Self.batchSize else { return }
        try write(waiting[...], insertBatch)
        waiting.removeAll(keepingCapacity: true)
    }

    /// Inserts the values that aren't in the table yet. Must be called before the table is read.
    private func writeWaiting() throws {
        for index in waiting.indices { try write(waiting[index...index], insert) }
        waiting = []
    }

    /// Inserts values with a statement that has parameters for exactly these values.
    private func write(
        _ values: ArraySlice<(key: Int64, cell: SQLiteValue)>, _ statement: SQLiteStatement
    ) throws {
        var position = 1
        for (key, cell) in values {
            try statement.bind(key, at: position)
            try statement.bind(cell, at: position + 1)
            position += 2
        }
        while try statement.step() {}
        statement.reset()
    }

    /// Returns the number of rows with a captured value.
    func count() throws -> Int {
        try writeWaiting()
        defer { countAll.reset() }
        return try countAll.step() ? Int(countAll.integer(at: 0) ?? 0) : 0
    }

    /// Returns the values of up to `limit` rows after the given key, sorted by key. A nil key starts at the first
    /// row.
    func cells(after key: Int64?, limit: Int) throws -> [(key: Int64, cell: SQLiteValue)] {
        try writeWaiting()
        try selectNext.bind(.integer(key ?? .min), at: 1)
        try selectNext.bind(.integer(Int64(limit)), at: 2)
        defer { selectNext.reset() }
        var cells: [(key: Int64, cell: SQLiteValue)] = []
        while try selectNext.step() {
            guard let key = selectNext.integer(at: 0) else { continue }
            cells.append((key, selectNext.value(at: 1)))
        }
        return cells
    }

    /// Returns a row's captured value, or nil if none was captured. If rows are looked up in the order of their
    /// keys, reads several values at once.
    func cell(of key: Int64) throws -> SQLiteValue? {
        if !waiting.isEmpty { try writeWaiting() }
        defer { lastKey = key }
        if ahead?.keys.contains(key) != true {
            guard let lastKey, lastKey < key, UInt64(bitPattern: key &- lastKey) <= Self.nearby else {
                return try single(key)
            }
            try readAhead(from: key)
        }
        return ahead?.cells.cell(of: key)
    }

    private func readAhead(from key: Int64) throws {
        try selectNext.bind(.integer(key - 1), at: 1)
        try selectNext.bind(.integer(.max), at: 2)
        defer { selectNext.reset() }
        var cells = OrderedCells()
        var bytes = 0
        // If no further value exists, the values cover all higher keys.
        var end = Int64.max
        while try selectNext.step() {
            guard let found = selectNext.integer(at: 0) else { continue }
            let cell = selectNext.value(at: 1)
            cells.set(cell, of: found)
            bytes += cell.byteCount
            if cells.count == Self.aheadLimit.values || bytes > Self.aheadLimit.bytes {
                end = found
                break
            }
        }
        ahead = (key...end, cells)
    }

    private func single(_ key: Int64) throws -> SQLiteValue? {
        try select.bind(.integer(key), at: 1)
        defer { select.reset() }
        return try select.step() ? select.value(at: 0) : nil
    }
}
