import Foundation
import PermafrostModel
import PermafrostStore

/// Opens a configuration's store, or makes it where there is none.
struct StoreOpener {
    /// How long a save waits for another process that writes, in milliseconds.
    static let busyTimeout = 10_000

    let configuration: ModelConfiguration
    let model: SchemaModel

    /// The store, whose version hashes are those of the model.
    func open() throws(SwiftDataError) -> Store {
        do {
            guard let path = configuration.storePath else {
                let connection = try SQLiteConnection(path: ":memory:", mode: .create)
                let identifier = UUID().uuidString
                try create(connection, identifier: identifier)
                try connection.defineSwiftText()
                return Store(configuration: configuration, identifier: identifier, connection: connection)
            }
            return try open(path)
        } catch let error as SwiftDataError {
            throw error
        } catch let error as CoreDataError {
            throw Self.loadIssue(error)
        } catch let error as StoreError {
            throw Self.loadIssue(Self.coreDataError(error))
        } catch let error as SQLiteError {
            throw Self.loadIssue(Self.coreDataError(.sqlite(error)))
        } catch {
            throw Self.loadIssue(
                CoreDataError(code: 256, text: "The store could not be opened.", reason: error.localizedDescription))
        }
    }

    private func open(_ path: String) throws -> Store {
        if !FileManager.default.fileExists(atPath: path) {
            guard configuration.allowsSave else {
                throw CoreDataError(code: 260, text: "There is no store at \(path).", reason: "It may only be read.")
            }
            try FileManager.default.createDirectory(
                atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
            let connection = try SQLiteConnection(path: path, mode: .create)
            try connection.execute("PRAGMA busy_timeout=\(Self.busyTimeout)")
            try create(connection, identifier: UUID().uuidString)
            return try opened(connection, path)
        }
        // What the file is, before anything writes to it.
        let reader = try StoreReader(path: path)
        try recognise(try reader.metadata())
        let connection = try SQLiteConnection(path: path, mode: configuration.allowsSave ? .create : .untrusted)
        try connection.execute("PRAGMA busy_timeout=\(Self.busyTimeout); PRAGMA trusted_schema=OFF")
        return try opened(connection, path)
    }

    private func opened(_ connection: SQLiteConnection, _ path: String) throws -> Store {
        guard case .text(let identifier)? = try connection.rows("SELECT Z_UUID FROM Z_METADATA").first?.first else {
            throw StoreError.noMetadata(path: path)
        }
        if configuration.allowsSave { try connection.execute("PRAGMA synchronous=FULL") }
        try connection.defineSwiftText()
        return Store(configuration: configuration, identifier: identifier, connection: connection)
    }

    /// A store is known by its version hashes alone.
    private func recognise(_ metadata: StoreMetadata) throws {
        let expected = model.versionHashes
        guard metadata.versionHashes == expected else {
            let different = Set(metadata.versionHashes.keys).union(expected.keys)
                .filter { metadata.versionHashes[$0] != expected[$0] }.sorted()
            throw CoreDataError(
                code: 134100,
                text: "The model used to open the store is incompatible with the one used to create the store.",
                reason: "These entities differ: \(different.joined(separator: ", ")).")
        }
    }

    /// Makes the tables of a new store, in one transaction; leaves a store alone that another process made meanwhile.
    private func create(_ connection: SQLiteConnection, identifier: String) throws {
        // auto_vacuum counts only before the first table is made.
        try connection.execute("PRAGMA page_size=4096; PRAGMA encoding='UTF-8'; PRAGMA auto_vacuum=2")
        if configuration.storePath != nil { _ = try connection.rows("PRAGMA journal_mode=WAL") }
        try connection.transaction {
            let existing = try connection.rows("SELECT 1 FROM sqlite_master WHERE name = 'Z_METADATA'")
            guard existing.isEmpty else { return }
            let layout = StoreLayout(model: model)
            for statement in layout.statements { try connection.execute(statement.sql) }
            let insertKey = try connection.prepare("INSERT INTO Z_PRIMARYKEY VALUES (?, ?, ?, ?)")
            for key in layout.primaryKeys {
                try insertKey.run([
                    .integer(Int64(key.entityNumber)), .text(key.name), .integer(Int64(key.superentityNumber)),
                    .integer(0),
                ])
            }
            let metadata = StoreMetadata(model: model, storeUUID: identifier)
            try connection.prepare("INSERT INTO Z_METADATA VALUES (1, ?, ?)")
                .run([.text(identifier), .blob(metadata.propertyList)])
            try connection.prepare("INSERT INTO Z_MODELCACHE VALUES (?)").run([.blob(ModelArchive.encode(model))])
        }
    }

    private static func loadIssue(_ cause: CoreDataError) -> SwiftDataError {
        SwiftDataError(.loadIssueModelContainer, "\(cause.text) \(cause.reason)", cause: cause)
    }

    /// The error that Core Data gives for a file that is no store of its own.
    private static func coreDataError(_ error: StoreError) -> CoreDataError {
        let reason = String(describing: error)
        return switch error {
        case .unreadable: CoreDataError(code: 256, text: "The store's file could not be opened.", reason: reason)
        case .empty, .notSQLite, .noMetadata, .damagedMetadata, .noModelCache, .damagedModelCache, .unsafeJournal:
            CoreDataError(code: 259, text: "The file is no store, or a damaged one.", reason: reason)
        case .sqlite(let error) where error.primaryCode == 5 || error.primaryCode == 6:
            CoreDataError(code: 513, text: "Another process is writing to the store.", reason: reason)
        case .sqlite, .alreadyExists:
            CoreDataError(code: 256, text: "SQLite could not read or write the store.", reason: reason)
        }
    }
}
