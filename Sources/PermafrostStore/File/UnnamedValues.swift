import Foundation
import PermafrostModel

/// Finds the files of large values that a store does not name: what a process left that ended between a file and its commit,
/// and what was replaced while somebody read it.
///
/// The proof is of one moment: it is to be called in a transaction that holds the write lock. Every save writes its files
/// while it holds that lock, so that a file without a row is never one of a save under way.
package struct UnnamedValues {
    /// A column of an attribute with external storage.
    package struct Column: Sendable, Hashable {
        var table: String
        var name: String
    }

    private let storage: ExternalStorage
    private let connection: SQLiteConnection

    /// - Parameter connection: a connection to the store, in a transaction that holds the write lock.
    package init(_ storage: ExternalStorage, _ connection: SQLiteConnection) {
        self.storage = storage
        self.connection = connection
    }

    /// The names of the files that nothing in the store names.
    ///
    /// - Parameter columns: the columns of the store's own model, which are looked at first. A file that none of them names
    ///   counts as unnamed only if no other cell of the store, rows of other models and of the history included, names it.
    /// - Returns: none while the folder may be another store's too.
    /// - Throws: `SQLiteError`, or `FileError` if a folder cannot be listed.
    package func names(columns: [Column]) throws -> Set<String> {
        var unnamed = Set(try storage.names())
        guard !unnamed.isEmpty else { return [] }
        for column in columns { try strike(column, from: &unnamed) }
        guard !unnamed.isEmpty else { return [] }
        // Whoever came to share the folder has made its store before its first value.
        guard try !storage.mayBeShared() else { return [] }
        for column in try everyColumn() where !unnamed.isEmpty { try strike(column, from: &unnamed) }
        return unnamed
    }

    /// Takes the names away that are in a column's cells. Where a cell's form leaves a doubt, it names the file.
    private func strike(_ column: Column, from names: inout Set<String>) throws {
        let name = SQLiteConnection.quoted(column.name)
        let cells = try connection.prepare(
            """
            SELECT \(name) FROM \(SQLiteConnection.quoted(column.table)) \
            WHERE typeof(\(name)) = 'blob' AND length(\(name)) BETWEEN 37 AND 64 AND substr(\(name), 1, 1) = x'02'
            """)
        while try cells.step() {
            guard let cell = cells.blob(at: 0) else { continue }
            let text = String(decoding: cell.dropFirst().prefix(36), as: UTF8.self)
            if names.remove(text) == nil { names.remove(text.uppercased()) }
        }
    }

    /// Every column of every table.
    private func everyColumn() throws -> [Column] {
        try connection.rows(
            """
            SELECT m.name, c.name FROM sqlite_master m JOIN pragma_table_info(m.name) c \
            WHERE m.type = 'table' AND m.rootpage > 0
            """
        ).compactMap { row in
            guard case .text(let table) = row[0], case .text(let column) = row[1] else { return nil }
            return Column(table: table, name: column)
        }
    }
}

extension StoreLayout {
    /// The columns of the attributes with external storage.
    package var externalColumns: [UnnamedValues.Column] {
        model.entities.flatMap { entity in
            entity.properties.flatMap { property -> [UnnamedValues.Column] in
                guard case .attribute(let attribute) = property, attribute.isExternalStorage,
                    let table = table(of: entity.name)
                else { return [] }
                return columns(of: property, entity: entity.name).map { .init(table: table.name, name: $0) }
            }
        }
    }
}
