import Foundation
import PermafrostStore

/// A file for a stage's captured values that don't fit in memory. It is a SQLite file in a temporary folder. The file
/// keeps its name while it is open, because SQLite on Apple's systems no longer uses a file that was removed.
final class SpillFile {
    private let bound: MemoryBound
    private var values = 0
    private var bytes = 0
    private var connection: SQLiteConnection?
    private var folder: TemporaryFolder?
    private(set) var tableCount = 0

    init(bound: MemoryBound = MemoryBound()) {
        self.bound = bound
    }

    /// Counts a captured value. Returns whether the stage's values are still within the memory limits.
    func admits(_ cell: SQLiteValue) -> Bool {
        values += 1
        bytes += cell.byteCount
        return values <= bound.values && bytes <= bound.bytes
    }

    func makeTable() throws -> SpillTable {
        let connection = try self.connection ?? open()
        self.connection = connection
        tableCount += 1
        return try SpillTable(connection: connection, name: "capture\(tableCount)")
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
        self.folder = folder
        return connection
    }
}

extension SQLiteValue {
    /// The number of bytes of a string or data. 0 for any other value.
    var byteCount: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .blob(let bytes): bytes.count
        case .null, .integer, .real: 0
        }
    }
}
