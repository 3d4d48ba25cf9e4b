import Foundation
import PermafrostModel

/// A search for large-value files that a store doesn't refer to. A process leaves such a file if it ends between
/// writing the file and the commit, or if it replaces a value that someone is reading.
///
/// Search in a transaction that holds the write lock. Each save holds that lock while it writes its files, so the
/// search never finds a file of a save in progress.
package struct UnreferencedValues {
    /// A column that is searched for the names of large-value files.
    package struct Column: Sendable, Hashable {
        var table: String
        var name: String
    }

    private let storage: ExternalStorage
    private let connection: SQLiteConnection

    /// Creates a search for a store.
    ///
    /// - Parameter connection: a connection to the store, in a transaction that holds the write lock.
    package init(_ storage: ExternalStorage, _ connection: SQLiteConnection) {
        self.storage = storage
        self.connection = connection
    }

    /// Returns the names of the files that the store doesn't refer to. Returns an empty set if another store may keep
    /// its values in the same folder.
    ///
    /// - Parameter columns: the external-storage columns of the store's own model, which are searched first. If they
    ///   don't refer to every file, all other columns of the store are also searched, including the history and the
    ///   tables of other models.
    /// - Throws: `SQLiteError` if the store can't be read, or `FileError` if a folder can't be listed.
    package func names(columns: [Column]) throws -> Set<String> {
        var unnamed = Set(try storage.names())
        guard !unnamed.isEmpty else { return [] }
        for column in columns { try strike(column, from: &unnamed) }
        guard !unnamed.isEmpty else { return [] }
        // Check for other stores after listing the files. A store that wrote one of the listed files existed before
        // that file.
        guard try !storage.mayBeShared() else { return [] }
        for column in try everyColumn() where !unnamed.isEmpty { try strike(column, from: &unnamed) }
        return unnamed
    }

    /// Removes the names that the column's cells contain from `names`. A cell may contain more bytes after a name.
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

    /// Returns every column of every table, except for virtual tables.
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
    package var externalColumns: [UnreferencedValues.Column] {
        model.entities.flatMap { entity in
            entity.properties.flatMap { property -> [UnreferencedValues.Column] in
                guard case .attribute(let attribute) = property, attribute.isExternalStorage,
                    let table = table(of: entity.name)
                else { return [] }
                return columns(of: property, entity: entity.name).map { .init(table: table.name, name: $0) }
            }
        }
    }
}
