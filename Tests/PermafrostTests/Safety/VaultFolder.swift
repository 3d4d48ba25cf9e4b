import Foundation
import MigrationCrashModels
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

/// A folder with a vault's store, and the expectations about it.
struct VaultFolder {
    let scratch: ScratchFolder
    let store: URL

    init(_ name: String = "Vault.store", notes: Int? = 30, inLog: Bool = false) throws {
        scratch = try ScratchFolder()
        store = scratch.url.appendingPathComponent(name)
        if let notes { try VaultStore.make(store, notes: notes, inLog: inLog) }
    }

    /// Copies everything in the folder to a new folder.
    func copy() throws -> VaultFolder {
        let copied = try VaultFolder(notes: nil)
        for name in try FileManager.default.contentsOfDirectory(atPath: scratch.url.path) {
            try FileManager.default.copyItem(atPath: scratch.path(name), toPath: copied.scratch.path(name))
        }
        return copied
    }

    /// Opens the store with a plan.
    func migrate(
        _ plan: MigrationPlan = VaultStore.plan, to version: any VersionedSchema.Type = VaultV2.self,
        safety: MigrationSafety = .backupAndRollback, retention: BackupRetention = BackupRetention(),
        files: FileSystem = FileSystem(), timeout: Double = 5, progress: @escaping MigrationProgressHandler = { _ in }
    ) throws(MigrationError) -> ModelContainer {
        try SafeMigration(
            to: version, plan: plan, safety: safety, retention: retention,
            configurations: StoreConfigurations(storeURL: store), files: files, timeout: timeout, progress: progress
        ).open()
    }

    /// Returns the error of a migration that must fail.
    func failure(
        _ plan: MigrationPlan = VaultStore.plan, to version: any VersionedSchema.Type = VaultV2.self,
        safety: MigrationSafety = .backupAndRollback, files: FileSystem = FileSystem(), timeout: Double = 5,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> MigrationError {
        let error = #expect(throws: MigrationError.self, sourceLocation: sourceLocation) {
            try migrate(plan, to: version, safety: safety, files: files, timeout: timeout)
        }
        return try #require(error, sourceLocation: sourceLocation)
    }

    /// The versions that a store can have.
    enum Version { case first, second, third }

    /// Returns the store's version. Returns nil if there is no store, or if a folder keeps its place while it is moved.
    func version() throws -> Version? {
        guard try FileKind(of: store.path) != .directory, let facts = try StoreFacts.read(store) else { return nil }
        let versions: [(any VersionedSchema.Type, Version)] = [
            (VaultV1.self, .first), (VaultV2.self, .second), (VaultV3.self, .third),
        ]
        return try versions.first { try LiveVersion.of($0.0).hashes == facts.hashes }?.1
    }

    /// Expects that the store has all the data of the first version and is sound.
    func expectFirst(notes: Int = 30, _ told: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws
    {
        try #require(try version() == .first, told, sourceLocation: sourceLocation)
        try expectSound(sourceLocation: sourceLocation)
        let schema = Schema(versionedSchema: VaultV1.self)
        let context = ModelContext(
            try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: store)))
        let found = try context.fetch(FetchDescriptor<VaultV1.Note>(sortBy: [SortDescriptor(\.number)]))
        #expect(found.map(\.number) == Array(0..<notes), told, sourceLocation: sourceLocation)
        #expect(found.allSatisfy { $0.text == "note \($0.number)" }, told, sourceLocation: sourceLocation)
        #expect(
            found.allSatisfy { $0.attachment == Self.attachment($0.number) }, told,
            sourceLocation: sourceLocation)
        #expect(try context.fetchCount(FetchDescriptor<VaultV1.Event>()) == 0, told, sourceLocation: sourceLocation)
    }

    /// Expects that the store has all the data that the migration makes from the first version, and the notes added
    /// since, and is sound.
    ///
    /// - Parameter events: the expected events; nil for any.
    func expectSecond(
        notes: Int = 30, added: [Int] = [], events: [String]? = [VaultStore.migrated], _ told: Comment? = nil,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try #require(try version() == .second, told, sourceLocation: sourceLocation)
        try expectSound(sourceLocation: sourceLocation)
        let schema = Schema(versionedSchema: VaultV2.self)
        let context = ModelContext(
            try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: store)))
        let found = try context.fetch(FetchDescriptor<VaultV2.Note>(sortBy: [SortDescriptor(\.number)]))
        #expect(found.map(\.number) == Array(0..<notes) + added, told, sourceLocation: sourceLocation)
        #expect(found.allSatisfy { $0.content == "note \($0.number)" }, told, sourceLocation: sourceLocation)
        #expect(
            found.prefix(notes).allSatisfy { $0.title == "NOTE \($0.number)" }, told, sourceLocation: sourceLocation)
        #expect(
            found.allSatisfy { $0.attachment == Self.attachment($0.number) }, told,
            sourceLocation: sourceLocation)
        if let events { #expect(try self.events() == events, told, sourceLocation: sourceLocation) }
    }

    /// Returns the names of the events in a store of the second version.
    func events() throws -> [String] {
        let schema = Schema(versionedSchema: VaultV2.self)
        let context = ModelContext(
            try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: store)))
        return try context.fetch(FetchDescriptor<VaultV2.Event>(sortBy: [SortDescriptor(\.name)])).map(\.name)
    }

    private static func attachment(_ number: Int) -> Data? {
        number.isMultiple(of: 10) ? Data(repeating: UInt8(number % 251), count: 120_000) : nil
    }

    /// Expects that SQLite finds no damage in the database.
    func expectSound(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let connection = try SQLiteConnection(path: store.path, mode: .create)
        #expect(try connection.rows("PRAGMA integrity_check") == [[.text("ok")]], sourceLocation: sourceLocation)
    }

    /// Expects that there is no journal, no incomplete backup, and no copy for a restore.
    func expectClean(sourceLocation: SourceLocation = #_sourceLocation) throws {
        let folder = SafetyFolder(store: store)
        #expect(try !JournalFile(folder: folder, files: FileSystem()).exists, sourceLocation: sourceLocation)
        let left = try folder.folders.filter { $0.hasSuffix(".partial") || $0 == "restoring" }
        #expect(left.isEmpty, sourceLocation: sourceLocation)
    }

    var backups: [StoreBackup] {
        get throws { try SafeModelContainer.backups(of: store) }
    }

    /// Whether the `.permafrost-backups` folder exists next to the store.
    var hasSafetyFolder: Bool {
        FileManager.default.fileExists(atPath: SafetyFolder(store: store).common)
    }
}

extension String {
    /// Whether this is the name of a folder with a store that a backup replaced.
    var isReplacedStore: Bool { hasSuffix(StoreBackups.failed) || hasSuffix(StoreBackups.replaced) }
}

/// The error that a hook or stage of a test throws.
struct Refusal: Error, Equatable {}
