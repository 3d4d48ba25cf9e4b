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
        let connection = try SQLiteConnection(path: path, mode: .create)
        try connection.execute("PRAGMA trusted_schema=OFF")
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
        let connection = try SQLiteConnection(path: path, mode: .create)
        return try connection.rows("PRAGMA integrity_check(10)").compactMap { row in
            if case .text(let text)? = row.first, text != "ok" { text } else { nil }
        }
    }
}
