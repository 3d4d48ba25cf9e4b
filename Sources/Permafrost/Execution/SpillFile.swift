import Foundation
import PermafrostStore

/// A file for a stage's captured values that don't fit in memory. It is a SQLite file whose directory entry is removed
/// as soon as the file is open, so the file never outlives the process.
final class SpillFile {
    private let bound: StageState.MemoryBound
    private var values = 0
    private var bytes = 0
    private var connection: SQLiteConnection?
    private(set) var tableCount = 0

    init(bound: StageState.MemoryBound = StageState.MemoryBound()) {
        self.bound = bound
    }

    /// Counts a captured value. Returns whether the stage's values are still within the memory limits.
    func admits(_ cell: SQLiteValue) -> Bool {
        values += 1
        switch cell {
        case .text(let text): bytes += text.utf8.count
        case .blob(let blob): bytes += blob.count
        case .null, .integer, .real: break
        }
        return values <= bound.values && bytes <= bound.bytes
    }

    func makeTable() throws -> SpillFile.Table {
        let connection = try self.connection ?? open()
        self.connection = connection
        tableCount += 1
        return try SpillFile.Table(connection: connection, name: "capture\(tableCount)")
    }

    private func open() throws -> SQLiteConnection {
        let folder = try TemporaryFolder(for: "spill")
        let url = folder.url.appendingPathComponent("values")
        let connection = try SQLiteConnection(path: url.path, mode: .create)
        // Use one transaction that never ends. SQLite writes pages to the file when the cache is full, and the file is
        // never reopened.
        try connection.execute(
            """
            PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE; PRAGMA cache_size=-4096;
            BEGIN EXCLUSIVE
            """)
        try FileManager.default.removeItem(at: url)
        return connection
    }
}

extension SpillFile {
    /// A table with the values of one capture, keyed by the primary keys of their rows.
    final class Table {
        private let insert: SQLiteStatement
        private let select: SQLiteStatement
        private let countAll: SQLiteStatement
        private let selectNext: SQLiteStatement

        fileprivate init(connection: SQLiteConnection, name: String) throws {
            try connection.execute("CREATE TABLE \(name) (key INTEGER PRIMARY KEY, value)")
            insert = try connection.prepare("INSERT OR REPLACE INTO \(name) VALUES (?, ?)")
            select = try connection.prepare("SELECT value FROM \(name) WHERE key = ?")
            countAll = try connection.prepare("SELECT COUNT(*) FROM \(name)")
            selectNext = try connection.prepare("SELECT key, value FROM \(name) WHERE key > ? ORDER BY key LIMIT ?")
        }

        func set(_ cell: SQLiteValue, of key: Int64) throws {
            try insert.bind(.integer(key), at: 1)
            try insert.bind(cell, at: 2)
            while try insert.step() {}
            insert.reset()
        }

        /// Returns the number of rows with a captured value.
        func count() throws -> Int {
            defer { countAll.reset() }
            return try countAll.step() ? Int(countAll.integer(at: 0) ?? 0) : 0
        }

        /// Returns the values of up to `limit` rows after the given key, sorted by key. A nil key starts at the first
        /// row.
        func cells(after key: Int64?, limit: Int) throws -> [(key: Int64, cell: SQLiteValue)] {
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

        /// Returns a row's captured value, or nil if none was captured.
        func cell(of key: Int64) throws -> SQLiteValue? {
            try select.bind(.integer(key), at: 1)
            defer { select.reset() }
            return try select.step() ? select.value(at: 0) : nil
        }
    }
}
