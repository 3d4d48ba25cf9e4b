import Foundation
import PermafrostModel
import PermafrostStore

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
        let connection = try FileIntegrity(path: path).connection()
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
}
