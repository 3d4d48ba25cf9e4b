import Foundation
import PermafrostModel
import PermafrostStore

/// A writer that creates a model's store with sample rows. The store is a SQLite file in Core Data's layout, which
/// Apple's framework recognizes.
///
/// The content depends only on the arguments of the initializer. With the same version of SQLite, equal arguments
/// produce the same bytes on any machine. Except for the model itself, the store contains no information about the
/// project or the machine.
package struct StoreWriter: Sendable {
    /// The durability of a store when ``StoreWriter/write(to:durability:)`` returns.
    package enum Durability: Sendable, Hashable {
        /// The store isn't synced. The caller must sync the file before moving it to its final path.
        case deferred
        /// The store is synced. It survives a power loss.
        case full
    }

    package let layout: StoreLayout
    private let seed: [UInt8]
    private let rowsPerEntity: Int
    private let values: SampleValues

    /// Creates a writer for a model.
    ///
    /// - Parameters:
    ///   - hasHistory: whether the store has the tables of persistent history, as every SwiftData store does.
    ///   - seed: the seed for the store's UUID and sample values.
    ///   - rowsPerEntity: the number of rows for each entity that isn't abstract. An entity has fewer rows if a
    ///     constraint doesn't allow more.
    ///   - values: whether the rows' values are plausible or extreme.
    package init(
        model: SchemaModel, hasHistory: Bool = true, seed: [UInt8], rowsPerEntity: Int = 8,
        values: SampleValues = .plausible
    ) {
        layout = StoreLayout(model: model, hasHistory: hasHistory)
        self.seed = seed
        self.rowsPerEntity = rowsPerEntity
        self.values = values
    }

    /// The UUID of the written store.
    package var storeUUID: String {
        var generator = DigestGenerator(seed: seed, "store")
        return DigestGenerator.text(ofUUID: generator.uuid())
    }

    /// Writes the store in one transaction. No `-wal` or journal remains next to it.
    ///
    /// - Throws: `StoreError` if a file already exists at the path, or if the store can't be written. A store that
    ///   can't be written completely is removed.
    package func write(to path: String, durability: Durability = .deferred) throws(StoreError) {
        guard FileStatus(at: path, followsLink: false) == nil else { throw .alreadyExists(path: path) }
        do {
            try writeNew(path, durability: durability)
        } catch {
            try? FileManager.default.removeItem(atPath: path)
            if let error = error as? SQLiteError { throw .sqlite(error) }
            throw .unreadable(path: path, reason: error.localizedDescription)
        }
    }

    private func writeNew(_ path: String, durability: Durability) throws {
        let connection = try SQLiteConnection(path: path, mode: .create)
        // Set the sync mode first, because setting auto_vacuum writes the first page. auto_vacuum takes effect only
        // before the first table is created.
        switch durability {
        case .deferred: try connection.execute("PRAGMA synchronous=OFF; PRAGMA journal_mode=MEMORY")
        case .full:
            try connection.requireDurableCommits()
            try connection.execute("PRAGMA journal_mode=DELETE")
        }
        try connection.execute(
            "PRAGMA page_size=4096; PRAGMA encoding='UTF-8'; PRAGMA auto_vacuum=2; PRAGMA locking_mode=EXCLUSIVE")
        let statements = layout.statements
        if statements.contains(where: { $0.kind == .trigger }) {
            try connection.defineDerivedAttributeFunctions()
        }
        let rows = SampleRowPlan(layout: layout, seed: seed, values: values).rows(perEntity: rowsPerEntity)
        try connection.transaction {
            for statement in statements { try connection.execute(statement.sql) }
            try write(rows, connection)
            try writeAdministration(rows, connection)
        }
    }

    private func write(_ rows: SampleRows, _ connection: SQLiteConnection) throws {
        for (table, tableRows) in zip(layout.tables, rows.tables) where !tableRows.cells.isEmpty {
            let names = ["Z_PK", "Z_ENT", "Z_OPT"] + table.columns.map(\.name)
            let insert = try connection.prepare(Self.insert(into: table.name, names))
            for (place, cells) in tableRows.cells.enumerated() {
                let number = layout.entityNumbers[tableRows.entities[place]] ?? 0
                try insert.run([.integer(Int64(place) + 1), .integer(Int64(number)), .integer(1)] + cells)
            }
        }
        for (table, pairs) in zip(layout.joinTables, rows.joins) where !pairs.isEmpty {
            let orders = [table.first.orderColumn, table.second.orderColumn].compactMap { $0 }
            let names = [table.first.column, table.second.column] + orders
            let insert = try connection.prepare(Self.insert(into: table.name, names))
            for cells in pairs { try insert.run(cells) }
        }
    }

    private func writeAdministration(_ rows: SampleRows, _ connection: SQLiteConnection) throws {
        let highest = Dictionary(
            zip(layout.tables, rows.tables).map { ($0.rootEntity, $1.cells.count) },
            uniquingKeysWith: { first, _ in first })
        let insert = try connection.prepare(
            Self.insert(into: "Z_PRIMARYKEY", ["Z_ENT", "Z_NAME", "Z_SUPER", "Z_MAX"]))
        for key in layout.primaryKeys {
            try insert.run([
                .integer(Int64(key.entityNumber)), .text(key.name), .integer(Int64(key.superentityNumber)),
                .integer(Int64(highest[key.name] ?? 0)),
            ])
        }
        let metadata = StoreMetadata(model: layout.model, storeUUID: storeUUID)
        try connection.prepare(Self.insert(into: "Z_METADATA", ["Z_VERSION", "Z_UUID", "Z_PLIST"]))
            .run([.integer(1), .text(storeUUID), .blob(metadata.propertyList)])
        try connection.prepare(Self.insert(into: "Z_MODELCACHE", ["Z_CONTENT"]))
            .run([.blob(ModelArchive.encode(layout.model))])
    }

    private static func insert(into table: String, _ columns: [String]) -> String {
        let parameters = repeatElement("?", count: columns.count).joined(separator: ", ")
        return "INSERT INTO \(table) (\(columns.joined(separator: ", "))) VALUES (\(parameters))"
    }
}
