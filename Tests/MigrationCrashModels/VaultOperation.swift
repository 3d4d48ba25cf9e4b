import Foundation
import Permafrost
import PermafrostFixtures
import PermafrostModel
import PermafrostStore
import SwiftData

/// An operation on a vault's store. At any of its system calls the disk may lose power, the call may fail, or the
/// process may be killed.
///
/// Each operation reports marks. A mark is a promise that the operation's caller can rely on from then on.
public enum VaultOperation: String, CaseIterable, Sendable {
    /// Makes a store of the first version and saves once.
    case creation
    /// Saves three times: adds a note, replaces a large value, deletes a note.
    case saves
    /// A safe migration to the second version whose `preMigration` hook throws, so that it ends after the backup.
    case backup
    /// A safe migration to the second version.
    case migration
    /// A safe migration to the second version whose `postMigration` hook throws, so that the backup replaces the store.
    case rollback
    /// The next launch, after the store was moved aside for a backup that hadn't replaced it yet.
    case recovery
    /// A migration to the third version, step by step.
    case progressive
    /// A restore of a backup of the first version over a store of the second version.
    case restore
    /// Freezes the first version. `refreezing` freezes it again, with more rows.
    case freezing
    case refreezing

    /// A promise to an operation's caller.
    public enum Mark: String, Sendable {
        /// The store exists and can be opened.
        case opened
        /// A save has returned.
        case saved
        /// The backup is complete.
        case backedUp = "backed up"
        /// The migration has returned.
        case migrated
        /// The migration has failed, and reports that the store is unchanged.
        case rolledBack = "rolled back"
        /// The backup has replaced the store.
        case restored
        /// The fixture is frozen.
        case frozen
        /// A stage or a hook could not save, and continued.
        case caught
    }

    /// The number of notes in the store. Notes 0 and 10 have large values.
    public static let notes = 12
    /// The number of the note that is added, with a large value.
    public static let added = 20

    /// Returns the URL of the store in an operation's folder.
    public static func store(in folder: URL) -> URL { folder.appendingPathComponent("Vault.store") }

    /// Returns the URL of a second configuration's store, which has the same models. This store contains separate
    /// notes, some with large values.
    public static func secondStore(in folder: URL) -> URL { folder.appendingPathComponent("Second.store") }
    /// The number of notes in the second store.
    public static let secondNotes = 11

    // MARK: Preparation

    /// Makes the initial state of the operation.
    public func prepare(_ folder: URL, _ setting: VaultSetting = .plain) throws {
        if setting.has(.overlapping) { try VaultStore.make(Self.secondStore(in: folder), notes: Self.secondNotes) }
        guard setting.has(.linked) else { return try prepareStore(in: folder, setting) }
        let place = folder.appendingPathComponent("elsewhere")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try prepareStore(in: place, setting)
        try FileManager.default.createSymbolicLink(
            atPath: Self.store(in: folder).path, withDestinationPath: "elsewhere/Vault.store")
    }

    private func prepareStore(in folder: URL, _ setting: VaultSetting) throws {
        let store = Self.store(in: folder)
        switch self {
        case .creation, .freezing: break
        case .refreezing: try Self.freeze(folder, rows: 2)
        case .saves, .backup, .migration, .rollback, .progressive: try Self.make(store, setting)
        case .recovery:
            try Self.make(store, setting)
            try Self.leaveHalfRestored(store)
        case .restore:
            try Self.make(store, setting)
            let container = try SafeModelContainer.make(for: VaultV2.self, plan: VaultStore.plan, storeURL: store)
            let context = ModelContext(container)
            context.insert(VaultV2.Note(number: Self.added))
            try context.save()
        }
    }

    private static func make(_ store: URL, _ setting: VaultSetting) throws {
        try VaultStore.make(store, notes: notes)
        if setting.has(.inJournal) {
            _ = try SQLiteConnection(path: store.path, mode: .create).rows("PRAGMA journal_mode=DELETE")
        }
        guard setting.has(.ownersAlone) else { return }
        guard chmod(store.path, 0o600) == 0 else { throw FileError.last(.setAttributes, store.path) }
    }

    /// Makes a migration fail, and also the rename that would move the backup to the store's path.
    private static func leaveHalfRestored(_ store: URL) throws {
        let path = StoreFile(store).path
        var files = FileSystem()
        let rename = files.rename
        files.rename = { source, target in
            guard target != path else { throw FileError(operation: .rename, path: source, code: EIO) }
            try rename(source, target)
        }
        files.renameNew = { [files] in try files.rename($0, $1) }
        do {
            let migration = SafeMigration(
                to: VaultV2.self, plan: VaultStore.failingPlan, safety: .backupAndRollback,
                configurations: StoreConfigurations(storeURL: store), files: files)
            _ = try migration.open()
        } catch {
            guard try FileKind(of: path) == .absent else { throw error }
        }
    }

    // MARK: The operation

    /// Performs the operation, and passes each mark to `mark`.
    public func perform(_ folder: URL, _ setting: VaultSetting = .plain, _ mark: (Mark) -> Void) throws {
        let store = Self.store(in: folder)
        let stores = setting.has(.overlapping) ? [store, Self.secondStore(in: folder)] : [store]
        switch self {
        case .creation:
            let context = try Self.context(stores)
            mark(.opened)
            for number in 0..<Self.notes { context.insert(Self.note(number)) }
            try context.save()
            mark(.saved)
        case .saves:
            let context = try Self.context(stores)
            for step in 1...3 {
                try Self.edit(context, step)
                try context.save()
                mark(.saved)
            }
        case .backup: try backUp(store, mark)
        case .migration, .recovery:
            _ = try SafeModelContainer.make(for: VaultV2.self, plan: VaultStore.plan, storeURL: store)
            mark(.migrated)
        case .rollback: try failToMigrate(store, mark)
        case .progressive:
            try ProgressiveMigration(store: store, plan: VaultStore.steppedPlan, to: VaultV3.self).perform()
            mark(.migrated)
        case .restore:
            guard let backup = try SafeModelContainer.backups(of: store).first else {
                throw CocoaError(.fileNoSuchFile)
            }
            try SafeModelContainer.restore(backup, to: store)
            mark(.restored)
        case .freezing, .refreezing:
            try Self.freeze(folder, rows: 3)
            mark(.frozen)
        }
    }

    private static func context(_ stores: [URL]) throws -> ModelContext {
        let schema = Schema(versionedSchema: VaultV1.self)
        let configurations = stores.map { url in
            ModelConfiguration(url.lastPathComponent, schema: schema, url: url)
        }
        return ModelContext(try ModelContainer(for: schema, configurations: configurations))
    }

    private static func note(_ number: Int) -> VaultV1.Note {
        let note = VaultV1.Note(number: number)
        if number.isMultiple(of: 10) { note.attachment = attachment(number) }
        return note
    }

    static func attachment(_ number: Int) -> Data { Data(repeating: UInt8(number % 251), count: 120_000) }

    /// Makes the change for one save of ``saves``. The steps are 1, 2 and 3.
    private static func edit(_ context: ModelContext, _ step: Int) throws {
        let notes = try context.fetch(FetchDescriptor<VaultV1.Note>())
        switch step {
        case 1: context.insert(note(added))
        case 2:
            let first = notes.first { $0.number == 0 }
            first?.text = "another text"
            first?.attachment = attachment(7)
        default: notes.first { $0.number == 10 }.map { context.delete($0) }
        }
    }

    /// Returns the notes of the first version after the given number of saves, keyed by the note's number.
    public static func notes(afterSaves count: Int) -> [Int: VaultNote] {
        var notes: [Int: VaultNote] = [:]
        for number in 0..<Self.notes {
            notes[number] = VaultNote(
                text: "note \(number)", attachment: number.isMultiple(of: 10) ? attachment(number) : nil)
        }
        if count > 0 { notes[added] = VaultNote(text: "note \(added)", attachment: attachment(added)) }
        if count > 1 { notes[0] = VaultNote(text: "another text", attachment: attachment(7)) }
        if count > 2 { notes[10] = nil }
        return notes
    }

    private func backUp(_ store: URL, _ mark: (Mark) -> Void) throws {
        let plan = MigrationPlan(VaultPlan.self, preMigration: { _ in throw VaultStore.Refusal() })
        do { _ = try SafeModelContainer.make(for: VaultV2.self, plan: plan, storeURL: store) } catch {
            guard error.cause == .hook(.preMigrationFailed) else { throw error }
            mark(.backedUp)
        }
    }

    private func failToMigrate(_ store: URL, _ mark: (Mark) -> Void) throws {
        do { _ = try SafeModelContainer.make(for: VaultV2.self, plan: VaultStore.failingPlan, storeURL: store) } catch {
            guard error.cause == .hook(.postMigrationFailed), error.isRolledBack else { throw error }
            mark(.rolledBack)
        }
    }

    /// Freezes the first version, replacing the fixture if it exists.
    private static func freeze(_ folder: URL, rows: Int) throws {
        let model = try LiveVersion.of(VaultV1.self).model
        try Freezer(toolVersion: "1").freeze(
            FreezeRequest(
                version: try VersionName("1.0.0"), group: "Vault", schema: "VaultV1", model: model,
                isStoreDerived: true,
                rowsPerEntity: rows, date: "2026-01-01T00:00:00Z"),
            as: try fixture(in: folder), replacing: true)
    }

    /// Returns the fixture that ``freezing`` makes.
    package static func fixture(in folder: URL) throws -> FixtureFolder {
        FixtureFolder(
            version: try VersionName("1.0.0"), tree: folder.appendingPathComponent("Fixtures").path, folder: "1.0.0")
    }
}

/// The contents of a note.
public struct VaultNote: Sendable, Equatable {
    public var text: String
    public var attachment: Data?

    public init(text: String, attachment: Data?) {
        self.text = text
        self.attachment = attachment
    }
}
