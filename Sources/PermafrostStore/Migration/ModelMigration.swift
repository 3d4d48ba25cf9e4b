import Foundation
import PermafrostModel

/// Brings a store's file from one model to another by inference, in one transaction: the store is as it was, or is wholly
/// of the newer model. It works on a file that nothing else has open.
package struct ModelMigration {
    /// The store's file.
    package let path: String

    /// A migration of the store at a path.
    package init(path: String) { self.path = path }

    /// Migrates.
    ///
    /// - Parameters:
    ///   - source: the model that the store is of.
    ///   - destination: the newer model.
    /// - Throws: ``CoreDataError`` with Core Data's code where inference cannot bring it there, `SQLiteError` if the
    ///   file cannot be read or written.
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

    /// What SQLite finds wrong with the file, up to ten lines; empty if it is sound.
    package func integrityProblems() throws -> [String] {
        let connection = try boundedConnection()
        return try connection.rows("PRAGMA integrity_check(10)").compactMap { row in
            if case .text(let text)? = row.first, text != "ok" { text } else { nil }
        }
    }

    /// A connection on which expressions in the file's own schema (checks, defaults, indexes) can't take memory or time out of
    /// proportion to the store: no value is larger than the store with its large values, and the work has a limit.
    private func boundedConnection() throws -> SQLiteConnection {
        let store = StoreFile(URL(fileURLWithPath: path))
        let values = try store.externalStorage.files().reduce(0) { $0 + FileStatus.bytes(at: $1.path) }
        let bytes = FileStatus.bytes(at: path) + values
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute("PRAGMA trusted_schema=OFF")
        connection.limitLength(to: max(Self.leastLength, bytes))
        connection.limitWork(to: 1_000_000_000 + 64 * min(bytes, 1 << 32))
        return connection
    }

    /// The length that a value may have in the smallest store, in bytes.
    private static let leastLength = 1 << 20
}
