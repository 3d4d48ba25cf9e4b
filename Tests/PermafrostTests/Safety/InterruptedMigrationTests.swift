import Foundation
import MigrationCrashModels
import PermafrostFiles
import PermafrostModel
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

/// What a journal that was left leads to, and what it must not lead to.
@Suite struct InterruptedMigrationTests {
    /// A journal as a process that ended at a step leaves it.
    private func journal(
        _ vault: VaultFolder, at step: MigrationJournal.Step, safety: MigrationSafety = .backupAndRollback
    ) throws -> MigrationJournal {
        let first = StoreFacts.digest(of: try VersionIdentity.of(VaultV1.self).hashes)
        let second = StoreFacts.digest(of: try VersionIdentity.of(VaultV2.self).hashes)
        return MigrationJournal(
            storeIdentifier: try StoreFacts.read(vault.store)?.identifier ?? "", plan: "VaultPlan", safety: safety,
            source: MigrationJournal.Version(number: "1.0.0", digest: first),
            destination: MigrationJournal.Version(number: "2.0.0", digest: second), between: [],
            backup: try vault.backups.first?.url.lastPathComponent, step: step)
    }

    private func leave(_ journal: MigrationJournal, in vault: VaultFolder) throws {
        try JournalFile(folder: SafetyFolder(store: vault.store), files: FileSystem()).write(journal)
    }

    /// A store that was migrated without its hook, and its backup.
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

    @Test func aHookThatRanDoesNotRunAgain() throws {
        let vault = try migratedVault()
        try leave(try journal(vault, at: .finished), in: vault)
        _ = try vault.migrate()
        try vault.expectSecond(events: [])
        try vault.expectClean()
    }

    @Test func aStoreThatAnotherAppTookFurtherIsLeftAlone() throws {
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

    @Test func aStoreThatTookTheOthersPlaceIsLeftAlone() throws {
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

    @Test func aStoreThatWasRemovedStaysSo() throws {
        let vault = try migratedVault()
        try leave(try journal(vault, at: .migrating), in: vault)
        for name in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: vault.store.path + name) }
        let container = try vault.migrate()
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<VaultV2.Note>()) == 0)
        try vault.expectClean()
    }

    @Test func aStoreThatIsRuinedIsRolledBack() throws {
        let vault = try migratedVault()
        try leave(try journal(vault, at: .migrating), in: vault)
        try Data(repeating: 7, count: 9000).write(to: vault.store)
        _ = try vault.migrate()
        try vault.expectSecond()
        try vault.expectClean()
    }

    @Test func whatAnotherProcessPutInAnEmptyPlaceIsKept() throws {
        let vault = try migratedVault()
        var left = try journal(vault, at: .restoring)
        let folder = SafetyFolder(store: vault.store)
        // Everything is moved aside, and then the process ends.
        var files = FileSystem()
        files.rename = { [system = FileSystem()] source, target in
            if source.hasPrefix(folder.staging) { throw Refusal() }
            try system.rename(source, target)
        }
        left.failed = nil
        let restoration = StoreRestoration(folder: folder, files: files)
        #expect(throws: MigrationError.self) { try restoration.run(left, from: folder.folder(left.backup ?? "")) }
        #expect(try vault.version() == nil)
        try VaultStore.make(vault.store, notes: 2)
        _ = try vault.migrate()
        try vault.expectSecond()
        let failed = try #require(folder.folders.first { $0.hasSuffix(".failed") })
        #expect(FileManager.default.fileExists(atPath: folder.folder(failed) + "/Vault.store.2"))
    }

    /// The same if the process ends before the journal says that the store was moved.
    @Test func whatAnotherProcessPutInThePlaceOfAMovedStoreIsKept() throws {
        let vault = try migratedVault()
        var left = try journal(vault, at: .restoring)
        let folder = SafetyFolder(store: vault.store)
        let hasMoved = Locked(false)
        var files = FileSystem()
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
        try VaultStore.make(vault.store, notes: 2)
        _ = try vault.migrate()
        try vault.expectSecond()
        let failed = try #require(folder.folders.first { $0.hasSuffix(".failed") })
        #expect(FileManager.default.fileExists(atPath: folder.folder(failed) + "/Vault.store.2"))
    }

    @Test func aBackupFromElsewhereIsTakenByItsOwnName() throws {
        let vault = try migratedVault()
        let other = try VaultFolder("Other.store", notes: 4)
        try SafeModelContainer.restore(try #require(try vault.backups.first), to: other.store)
        try other.expectFirst()
        try other.expectClean()
    }
}
