import Foundation
import PermafrostModel

/// A migration that moves large values from files into their cells, if the newer model stores them there. No row then
/// refers to the files, which are removed the next time the store is opened.
struct ExternalValues {
    let connection: SQLiteConnection
    let mapping: ModelMapping
    let entities: [MigratedEntity]
    let old: StoreLayout

    /// Moves the values.
    ///
    /// - Throws: ``CoreDataError`` with the code 134110 if a value's file is missing, or `FileError` if a file can't be
    ///   read.
    func inlineExternalValues() throws {
        for storage in entities {
            guard let entity = mapping.destination.entity(named: storage.name),
                let previous = mapping.source(of: entity),
                let table = old.table(of: previous.name)
            else { continue }
            for property in storage.properties {
                guard let attribute = property.attribute, !attribute.isExternalStorage,
                    let source = mapping.source(of: attribute, in: entity), source.isExternalStorage,
                    let column = old.column(of: previous.name, at: [source.name])
                else { continue }
                try inlineExternalValues(column, of: table.name, name: "\(previous.name).\(source.name)")
            }
        }
    }

    private func inlineExternalValues(_ column: String, of table: String, name: String) throws {
        let storage = StoreFile(path: connection.path).externalStorage
        // The file names are short. Read the values themselves one at a time.
        let named = try connection.rows(
            "SELECT Z_PK, \(column) FROM \(table) WHERE typeof(\(column)) = 'blob' AND \(column) >= x'02'")
        let update = try connection.prepare("UPDATE \(table) SET \(column) = ? WHERE Z_PK = ?")
        for row in named {
            guard case .blob(let cell) = row[1], let content = try storage.content(of: cell) else {
                throw CoreDataError(
                    .migrationFailed, reason: "The file with \(name) of row \(row[0]) is missing.")
            }
            try update.run([.blob(LargeValueCell.inline(Array(content)).bytes), row[0]])
        }
    }
}
