import Foundation
import PermafrostModel

/// A migration of a store's file from one model to another by inference, in one transaction. The store is either
/// unchanged or completely migrated. No other connection may have the file open.
package struct ModelMigration {
    /// The path of the store's file.
    package let path: String

    /// Creates a migration of the store at a path.
    package init(path: String) { self.path = path }

    /// Migrates the store.
    ///
    /// - Parameters:
    ///   - source: the store's current model.
    ///   - destination: the newer model.
    /// - Throws:
    ///   - ``CoreDataError`` with Core Data's code if the migration can't be inferred or fails
    ///   - `SQLiteError` if the file can't be read or written
    ///   - `StoreError` if the store has a generated column or no metadata
    ///   - `FileError` if the file of a large value can't be read
    package func run(from source: SchemaModel, to destination: SchemaModel) throws {
        let mapping = try ModelMapping(from: source, to: destination)
        let connection = try boundedConnection()
        try connection.requireDurableCommits()
        try connection.defineSwiftText()
        try connection.defineDerivedAttributeFunctions()
        try connection.transaction {
            try LightweightMigration(
                connection: connection, mapping: mapping, entities: MigratedEntity.all(of: destination)
            ).run()
        }
        try connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Returns at most ten problems that SQLite's integrity check finds in the file. Returns an empty array if it finds
    /// none.
    package func integrityProblems() throws -> [String] {
        let connection = try boundedConnection()
        return try connection.rows("PRAGMA integrity_check(10)").compactMap { row in
            if case .text(let text)? = row.first, text != "ok" { text } else { nil }
        }
    }

    /// Returns a connection that limits the amount of work and the size of values. A value can't be larger than the
    /// store and its external values together.
    ///
    /// The file's own schema may contain expressions in checks, defaults and indexes. The limits prevent such
    /// expressions from using far more memory or time than the store's size justifies.
    private func boundedConnection() throws -> SQLiteConnection {
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
