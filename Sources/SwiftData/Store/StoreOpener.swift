import Foundation
import PermafrostModel
import PermafrostStore

/// An opener of a configuration's store, which creates or migrates the store if necessary.
struct StoreOpener {
    /// The maximum time in milliseconds that opening or saving waits for another process's write.
    @TaskLocal static var busyTimeout = 10_000
    /// The maximum size of SQLite's page cache, in KiB.
    static let cacheSize = 16_000

    let configuration: ModelConfiguration
    /// The schema of the store's entities.
    let schema: Schema
    let plan: (any SchemaMigrationPlan.Type)?

    private var model: SchemaModel { schema.model }

    /// A store and the model that describes its layout: the schema's own model, or the model that a different framework
    /// version derives from the same declarations.
    typealias OpenedStore = (store: Store, model: SchemaModel)

    /// Opens the store. Creates a missing store, and migrates a store whose version hashes don't match the schema.
    ///
    /// A store that a different framework version made from the same declarations also matches the schema. It isn't
    /// migrated, and the returned model describes the declarations as that framework version reads them.
    ///
    /// - Throws: `SwiftDataError.loadIssueModelContainer` if the store can't be opened, created or migrated, or if the
    ///   schema violates CloudKit's rules.
    func open() throws(SwiftDataError) -> OpenedStore {
        do {
            try CloudKitRules(model: model).check(for: configuration)
            guard let path = configuration.storePath else {
                let connection = try SQLiteConnection(path: ":memory:", mode: .create)
                let identifier = UUID().uuidString
                try create(connection, identifier: identifier)
                try connection.defineSwiftText()
                return (Store(configuration: configuration, identifier: identifier, connection: connection), model)
            }
            return try open(path)
        } catch let error as CoreDataError {
            throw Self.loadIssue(error)
        } catch let error as StoreError {
            throw Self.loadIssue(Self.coreDataError(error))
        } catch let error as SQLiteError {
            throw Self.loadIssue(Self.coreDataError(.sqlite(error)))
        } catch {
            // A stage's closure or its context threw the error.
            let reason = (error as? SwiftDataError)?.errorDescription ?? String(describing: error)
            throw Self.loadIssue(
                CoreDataError(
                    .migrationFailed, reason: reason))
        }
    }

    private func open(_ path: String) throws -> OpenedStore {
        if !FileManager.default.fileExists(atPath: path) {
            guard configuration.allowsSave else {
                throw CoreDataError(
                    code: 260, text: "There is no store at \(path).", reason: "The configuration is read-only.")
            }
            try FileManager.default.createDirectory(
                atPath: URL(fileURLWithPath: path).deletingLastPathComponent().path, withIntermediateDirectories: true)
            try create(path)
        }
        let identity = StoreOpening(path: path, busyTimeout: Self.busyTimeout)
        guard configuration.allowsSave, identity.isWritable else {
            var found = model
            let connection = try identity.connectForReading { metadata in
                guard let matching = model.model(matching: metadata.versionHashes) else {
                    throw CoreDataError(
                        .incompatibleModel, reason: "The store needs a migration, but it is read-only.")
                }
                found = matching
            }
            return (try opened(connection, path), found)
        }
        let (connection, metadata) = try identity.connect { metadata, carried in
            guard model.model(matching: metadata.versionHashes) == nil else { return }
            _ = try MigrationSteps.find(from: metadata, carrying: try carried(), to: schema, plan: plan)
        }
        let store = try opened(connection, path)
        var found = model.model(matching: metadata.versionHashes)
        if found == nil {
            let hasLog = identity.hasLog
            do { found = try migrate(store) } catch {
                // Keep the -wal, so that a store that couldn't be migrated doesn't change.
                if hasLog { connection.leaveLog() }
                throw error
            }
        }
        let current = found ?? model
        store.require(current.versionHashes)
        return (store, current)
    }

    /// Migrates the store, unless another process has already migrated it. Returns the store's new model.
    private func migrate(_ store: Store) throws -> SchemaModel {
        try store.transaction {
            let metadata = try store.locked { try StoreTables($0).metadata() }
            // Another process may have migrated the store while this one waited.
            if let current = model.model(matching: metadata.versionHashes) { return current }
            try StoreMigration(store: store, metadata: metadata, schema: schema, plan: plan).run()
            return model
        }
    }

    private func opened(_ connection: SQLiteConnection, _ path: String) throws -> Store {
        let identifier = try StoreTables(connection).metadata().storeUUID
        if configuration.allowsSave { try connection.requireDurableCommits() }
        try connection.execute("PRAGMA cache_size=-\(Self.cacheSize)")
        try connection.defineSwiftText()
        return Store(configuration: configuration, identifier: identifier, connection: connection)
    }

    /// Creates a new store. A file at the store's path is always empty or complete, even if the process ends early or
    /// power is lost. In these cases, a hidden file may remain next to the path.
    ///
    /// The file appears at its path when all its tables are complete. However, if the volume doesn't support hard
    /// links, or if an earlier store's log is next to the path, an empty file appears first.
    private func create(_ path: String) throws {
        let place = StoreFile(path: path)
        // An earlier store at this path has left a log. SQLite deletes a log next to a new empty file, but replays it
        // over a file with tables.
        guard !FileStatus.exists(place.path + "-wal"), !FileStatus.exists(place.path + "-journal") else {
            return try make(place.path, isSyncedLater: false)
        }
        let made = "\(place.folder)/.\(place.resolved.lastPathComponent).\(UUID().uuidString)"
        defer { for ending in StoreFile.endings { unlink(made + ending) } }
        try make(made, isSyncedLater: true)
        try FileAccess.sync(made)
        do { try FileAccess.link(made, to: place.path) } catch let error as FileError {
            // Another process has created the store in the meantime.
            if error.code == EEXIST { return }
            // The volume has no hard links, so the store is created at its final path.
            return try make(place.path, isSyncedLater: false)
        }
        try FileAccess.sync(place.folder)
    }

    /// Creates a store directly at a path. Until all tables are complete, other processes see an empty file there.
    ///
    /// - Parameter isSyncedLater: whether the caller syncs the complete file, so that SQLite doesn't need to sync it.
    private func make(_ path: String, isSyncedLater: Bool) throws {
        let connection = try SQLiteConnection(path: path, mode: .create)
        connection.setBusyTimeout(milliseconds: Self.busyTimeout)
        if isSyncedLater {
            try connection.execute("PRAGMA synchronous=OFF")
        } else {
            try connection.requireDurableCommits()
        }
        try create(connection, identifier: UUID().uuidString)
        // While another process reads, SQLite rejects the change immediately, regardless of the timeout.
        for _ in 0..<100 {
            do { _ = try connection.rows("PRAGMA journal_mode=WAL") } catch {
                guard error.primaryCode == 5 else { throw error }
                Thread.sleep(forTimeInterval: 0.01)
                continue
            }
            return
        }
    }

    /// Creates the tables of a new store in one transaction. If another process has created the store in the meantime,
    /// the existing tables stay unchanged.
    private func create(_ connection: SQLiteConnection, identifier: String) throws {
        // auto_vacuum has an effect only before the first table is created.
        try connection.execute("PRAGMA page_size=4096; PRAGMA encoding='UTF-8'; PRAGMA auto_vacuum=2")
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

    /// Returns the error that Core Data reports for a store that can't be opened, read or written.
    private static func coreDataError(_ error: StoreError) -> CoreDataError {
        let reason = String(describing: error)
        return switch error {
        case .unreadable: CoreDataError(code: 256, text: "The store's file couldn't be opened.", reason: reason)
        case .empty, .notSQLite, .noMetadata, .damagedMetadata, .noModelCache, .damagedModelCache, .unsafeJournal,
            .tooMuchWork:
            CoreDataError(code: 259, text: "The file isn't a store, or is damaged.", reason: reason)
        case .sqlite(let error) where error.primaryCode == 5 || error.primaryCode == 6:
            CoreDataError(code: 513, text: "Another process is writing to the store.", reason: reason)
        case .sqlite(let error):
            CoreDataError(
                code: 256, text: "SQLite couldn't read or write the store.", reason: reason, sqliteCode: error.code)
        case .alreadyExists:
            CoreDataError(code: 256, text: "SQLite couldn't read or write the store.", reason: reason)
        }
    }
}
