import Foundation
import MigrationCrashModels
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

/// The actions that a remaining journal causes, and those that it must not cause.
@Suite struct InterruptedMigrationTests {
    /// Returns the journal of a process that ended at a step.
    private func journal(
        _ vault: VaultFolder, at step: MigrationJournal.Step, safety: MigrationSafety = .backupAndRollback
    ) throws -> MigrationJournal {
        let first = StoreFacts.digest(of: try LiveVersion.of(VaultV1.self).hashes)
        let second = StoreFacts.digest(of: try LiveVersion.of(VaultV2.self).hashes)
        return MigrationJournal(
            storeIdentifier: try StoreFacts.read(vault.store)?.identifier ?? "", plan: "VaultPlan", safety: safety,
            source: MigrationJournal.Version(number: "1.0.0", digest: first),
            destination: MigrationJournal.Version(number: "2.0.0", digest: second), between: [],
            backup: try vault.backups.first?.url.lastPathComponent, step: step)
    }

    private func leave(_ journal: MigrationJournal, in vault: VaultFolder) throws {
        try JournalFile(folder: SafetyFolder(store: vault.store), files: FileSystem()).write(journal)
    }

    /// Makes a store that was migrated without its hook, with its backup.
    private func migratedVault() throws -> VaultFolder {
        let vault = try VaultFolder()
        _ = try vault.migrate(MigrationPlan(VaultPlan.self))
        return vault
    }

    @Test(arguments: [MigrationJournal.Step.migrating, .committed, .finishing])
    func aHookThatDidNotRunRunsOnce(_ step: MigrationJournal.Step) throws {
        let vault = try migratedVault()
        try leave(try journal(vault, at: step), in: vault)
        for _ in 0..<3 { _ = try vault.migrate() }
        try vault.expectSecond()
        try vault.expectClean()
    }

    /// If the framework doesn't migrate in one transaction, a store with the new version may lack changes of its stages.
    /// The backup replaces it, and the complete migration starts again. Without a backup, or after the end of the stages
    /// was recorded, the store stays.
    @Test(arguments: MigrationSafety.allCases, [false, true])
    func aStoreThatMayBeIncompleteIsMigratedAgain(_ safety: MigrationSafety, _ inOneTransaction: Bool) throws {
        for step in [MigrationJournal.Step.migrating, .committed] {
            let vault = try migratedVault()
            // The stage has filled no row.
            try SQLiteConnection(path: vault.store.path, mode: .create).execute("UPDATE ZNOTE SET ZTITLE = NULL")
            let left = try journal(vault, at: step, safety: safety)
            try leave(left, in: vault)
            let recovery = Recovery(
                folder: SafetyFolder(store: vault.store), files: FileSystem(),
                migratesInOneTransaction: inOneTransaction)
            let outcome = try recovery.run(left)
            guard step == .migrating, safety == .backupAndRollback, !inOneTransaction else {
                guard case .finish(left) = outcome else {
                    Issue.record("\(step), \(outcome)")
                    continue
                }
                #expect(try vault.version() == .second)
                continue
            }
            try vault.expectFirst()
            try vault.expectClean()
            _ = try vault.migrate()
            try vault.expectSecond()
        }
    }

    @Test func aHookThatRanDoesNotRunAgain() throws {
        let vault = try migratedVault()
        try leave(try journal(vault, at: .finished), in: vault)
        _ = try vault.migrate()
        try vault.expectSecond(events: [])
        try vault.expectClean()
    }

    @Test func aStoreThatAnotherAppMigratedIsUnchanged() throws {
        let vault = try migratedVault()
        let left = try journal(vault, at: .migrating)
        let schema = Schema(versionedSchema: VaultV3.self)
        _ = try ModelContainer(
            for: schema, migrationPlan: LaterVaultPlan.self,
            configurations: ModelConfiguration(schema: schema, url: vault.store))
        try leave(left, in: vault)
        _ = try vault.migrate(MigrationPlan(LaterVaultPlan.self), to: VaultV3.self)
        #expect(try vault.version() == .third)
        try vault.expectClean()
    }

    @Test func aStoreThatReplacedTheOriginalIsUnchanged() throws {
        let vault = try migratedVault()
        let left = try journal(vault, at: .migrating)
        for name in try FileManager.default.contentsOfDirectory(atPath: vault.scratch.url.path)
        where name.hasPrefix("Vault.store") { try FileManager.default.removeItem(atPath: vault.scratch.path(name)) }
        try VaultStore.make(vault.store, notes: 5)
        try leave(left, in: vault)
        _ = try vault.migrate()
        try vault.expectSecond(notes: 5)
        try vault.expectClean()
    }

    @Test func aRemovedStoreIsNotRestored() throws {
        let vault = try migratedVault()
        try leave(try journal(vault, at: .migrating), in: vault)
        for name in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: vault.store.path + name) }
        let container = try vault.migrate()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<VaultV2.Note>()) == 0)
        try vault.expectClean()
    }

    @Test func aDamagedStoreIsRolledBack() throws {
        let vault = try migratedVault()
        try leave(try journal(vault, at: .migrating), in: vault)
        try Data(repeating: 7, count: 9000).write(to: vault.store)
        _ = try vault.migrate()
        try vault.expectSecond()
        try vault.expectClean()
    }

    /// Expects that a store that another process made in place of one that was moved aside is kept completely, with its
    /// `-wal` and large values next to it.
    private func expectSecondFailedStore(_ folder: SafetyFolder) throws {
        let failed = try #require(folder.folders.first { $0.isReplacedStore })
        let kept = URL(fileURLWithPath: folder.folder(failed) + "/2/Vault.store")
        let schema = Schema(versionedSchema: VaultV1.self)
        #expect(FileManager.default.fileExists(atPath: kept.path))
        let context = ModelContext(
            try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: kept)))
        let notes = try context.fetch(FetchDescriptor<VaultV1.Note>(sortBy: [SortDescriptor(\.number)]))
        #expect(notes.map(\.number) == [0, 1])
        #expect(notes.first?.attachment == Data(repeating: 0, count: 120_000))
    }

    @Test(arguments: [false, true]) func aStoreThatAnotherProcessCreatedInAnEmptyPlaceIsKept(_ inLog: Bool) throws {
        let vault = try migratedVault()
        var left = try journal(vault, at: .restoring)
        let folder = SafetyFolder(store: vault.store)
        // Everything is moved aside, and then the process ends. The volume can't keep the place.
        var files = FileSystem()
        files.exchange = { path, _ in throw FileError(operation: .rename, path: path, code: ENOTSUP) }
        files.rename = { [system = FileSystem()] source, target in
            if source.hasPrefix(folder.restoreFolder) { throw Refusal() }
            try system.rename(source, target)
        }
        files.renameNew = { [files] in try files.rename($0, $1) }
        left.failed = nil
        let restoration = StoreRestoration(folder: folder, files: files)
        #expect(throws: MigrationError.self) { try restoration.run(left, from: folder.folder(left.backup ?? "")) }
        #expect(try vault.version() == nil)
        try VaultStore.make(vault.store, notes: 2, inLog: inLog)
        _ = try vault.migrate()
        try vault.expectSecond()
        try expectSecondFailedStore(folder)
    }

    /// A store that another process makes in place of a moved store is kept, even if the journal doesn't record the
    /// move.
    @Test(arguments: [false, true]) func aStoreThatAnotherProcessPutInPlaceOfAMovedStoreIsKept(_ inLog: Bool) throws {
        let vault = try migratedVault()
        var left = try journal(vault, at: .restoring)
        let folder = SafetyFolder(store: vault.store)
        let hasMoved = Locked(false)
        var files = FileSystem()
        files.exchange = { path, _ in throw FileError(operation: .rename, path: path, code: ENOTSUP) }
        files.rename = { [system = FileSystem()] source, target in
            if hasMoved.withLock({ $0 }) { throw Refusal() }
            if source == folder.store.path { hasMoved.withLock { $0 = true } }
            try system.rename(source, target)
        }
        left.failed = nil
        let restoration = StoreRestoration(folder: folder, files: files)
        #expect(throws: MigrationError.self) { try restoration.run(left, from: folder.folder(left.backup ?? "")) }
        #expect(try JournalFile(folder: folder, files: FileSystem()).read()?.step == .staged)
        #expect(try vault.version() == nil)
        try VaultStore.make(vault.store, notes: 2, inLog: inLog)
        _ = try vault.migrate()
        try vault.expectSecond()
        try expectSecondFailedStore(folder)
    }

    /// A store is made just before the restored one is put in place. It is kept, and so is the store that was there
    /// before.
    @Test func aStoreThatAnotherProcessCreatesAtTheLastMomentIsKept() throws {
        let vault = try migratedVault()
        var left = try journal(vault, at: .restoring)
        let folder = SafetyFolder(store: vault.store)
        let isMade = Locked(false)
        var files = FileSystem()
        files.renameNew = { [system = FileSystem()] source, target in
            let wasMade = isMade.withLock { made in
                defer { made = true }
                return made
            }
            if !wasMade { try VaultStore.make(vault.store, notes: 2) }
            try system.renameNew(source, target)
        }
        left.failed = nil
        try StoreRestoration(folder: folder, files: files).run(left, from: folder.folder(left.backup ?? ""))
        try vault.expectFirst()
        try expectSecondFailedStore(folder)
    }

    /// A large value that couldn't be linked, and whose copy was interrupted, is copied again.
    @Test func aPartiallyCopiedValueIsCopiedAgain() throws {
        let vault = try migratedVault()
        var left = try journal(vault, at: .restoring)
        let folder = SafetyFolder(store: vault.store)
        let isFull = Locked(true)
        var files = FileSystem()
        files.link = { source, _ in throw FileError(operation: .rename, path: source, code: EMLINK) }
        files.copy = { [system = FileSystem()] source, target in
            guard isFull.withLock({ $0 }), target.contains(".failed/") else { return try system.copy(source, target) }
            try Data(repeating: 0, count: 10).write(to: URL(fileURLWithPath: target))
            throw FileError(operation: .write, path: target, code: ENOSPC)
        }
        left.failed = nil
        let restoration = StoreRestoration(folder: folder, files: files)
        #expect(throws: MigrationError.self) { try restoration.run(left, from: folder.folder(left.backup ?? "")) }
        isFull.withLock { $0 = false }
        let staged = try #require(try JournalFile(folder: folder, files: FileSystem()).read())
        try restoration.run(staged, from: folder.folder(left.backup ?? ""))
        try vault.expectFirst()
        let failed = try #require(folder.folders.first { $0.isReplacedStore })
        let kept = URL(fileURLWithPath: folder.folder(failed) + "/Vault.store")
        let schema = Schema(versionedSchema: VaultV2.self)
        let context = ModelContext(
            try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: kept)))
        let notes = try context.fetch(FetchDescriptor<VaultV2.Note>(sortBy: [SortDescriptor(\.number)]))
        #expect(notes.count == 30)
        #expect(notes.filter { $0.number.isMultiple(of: 10) }.allSatisfy { $0.attachment?.count == 120_000 })
    }

    @Test func aBackupOfAnotherStoreIsRestoredUnderTheNewName() throws {
        let vault = try migratedVault()
        let other = try VaultFolder("Other.store", notes: 4)
        try SafeModelContainer.restore(try #require(try vault.backups.first), to: other.store)
        try other.expectFirst()
        try other.expectClean()
    }
}
