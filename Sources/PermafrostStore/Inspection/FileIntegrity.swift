import Foundation

/// A check of a store's file with SQLite's integrity check, which limits its own work. No other connection may have the
/// file open.
package struct FileIntegrity {
    /// The path of the store's file.
    package let path: String

    package init(path: String) { self.path = path }

    /// Returns at most ten problems that SQLite's integrity check finds in the file. Returns an empty array if it finds
    /// none.
    package func problems() throws -> [String] {
        try connection().rows("PRAGMA integrity_check(10)").compactMap { row in
            if case .text(let text)? = row.first, text != "ok" { text } else { nil }
        }
    }

    /// Returns a connection that limits the amount of work and the size of values. A value can't be larger than the
    /// store and its external values together.
    ///
    /// The file's own schema may contain expressions in checks, defaults and indexes. The limits prevent such
    /// expressions from using far more memory or time than the store's size justifies.
    package func connection() throws -> SQLiteConnection {
        let store = StoreFile(URL(fileURLWithPath: path))
        let values = try store.externalStorage.files().reduce(0) { $0 + FileStatus.bytes(at: $1.path) }
        let bytes = FileStatus.bytes(at: path) + values
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute("PRAGMA trusted_schema=OFF")
        connection.limitLength(to: max(Self.leastLength, bytes))
        connection.limitWork(to: 1_000_000_000 + 64 * min(Int64(bytes), Int64(1) << 32))
        return connection
    }

    /// The lowest limit on a value's length, in bytes. It applies to small stores.
    private static let leastLength = 1 << 20
}
