import Foundation
import MigrationCrashModels
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

/// A restore ended before it moved the store. The next step depends on the store's state at that time.
@Suite struct InterruptedRestoreTests {
    /// Another user of the store. Only the test's thread uses it.
    private final class StoreUser: @unchecked Sendable {
        var context: ModelContext?
    }

    private func open(_ vault: VaultFolder) throws -> ModelContext {
        let schema = Schema(versionedSchema: VaultV2.self)
        return ModelContext(
            try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: vault.store)))
    }

    /// Makes a migrated store whose hook after the migration hasn't run, with the journal for that state.
    private func unfinishedVault() throws -> VaultFolder {
        let vault = try VaultFolder()
        _ = try vault.migrate(MigrationPlan(VaultPlan.self))
        let second = MigrationJournal.Version(
            number: "2.0.0", digest: StoreFacts.digest(of: try LiveVersion.of(VaultV2.self).hashes))
        let first = MigrationJournal.Version(
            number: "1.0.0", digest: StoreFacts.digest(of: try LiveVersion.of(VaultV1.self).hashes))
        let journal = MigrationJournal(
            storeIdentifier: try StoreFacts.read(vault.store)?.identifier ?? "", plan: "VaultPlan",
            safety: .backupAndRollback, source: first, destination: second, between: [],
            backup: try vault.backups.first?.url.lastPathComponent, step: .finishing)
        try JournalFile(folder: SafetyFolder(store: vault.store), files: FileSystem()).write(journal)
        return vault
    }

    private func otherBackup() throws -> (VaultFolder, StoreBackup) {
        let other = try VaultFolder("Other.store", notes: 4)
        _ = try other.migrate()
        return (other, try #require(try other.backups.first))
    }

    private func refusesToMove(_ path: String) -> FileSystem {
        var files = FileSystem()
        files.exchange = { [system = FileSystem()] first, second in
            guard first != path else { throw FileError(operation: .rename, path: first, code: EIO) }
            try system.exchange(first, second)
        }
        return files
    }

    /// Until its copy is ready, a restore has changed nothing, so the unfinished migration is finished.
    @Test(arguments: [false, true]) func aMigrationIsFinishedAfterARestoreThatDidNotBegin(_ isOwn: Bool) throws {
        let vault = try unfinishedVault()
        let (other, elsewhere) = try otherBackup()
        let folder = SafetyFolder(store: vault.store)
        var files = FileSystem()
        files.copy = { [system = FileSystem()] source, target in
            guard !target.hasPrefix(folder.restoreFolder) else { throw Refusal() }
            try system.copy(source, target)
        }
        let backup = isOwn ? try #require(try vault.backups.first) : elsewhere
        #expect(throws: MigrationError.self) { try ManualRestore(backup: backup, folder: folder, files: files).run() }
        _ = try vault.migrate()
        try vault.expectSecond()
        try vault.expectClean()
        withExtendedLifetime(other) {}
    }

    /// The store has changed since the copy was ready, so the restore is abandoned and the migration is finished.
    @Test func aMigrationIsFinishedAfterAnAbandonedRestore() throws {
        let vault = try unfinishedVault()
        let (other, backup) = try otherBackup()
        let restore = ManualRestore(
            backup: backup, folder: SafetyFolder(store: vault.store), files: refusesToMove(vault.store.path))
        #expect(throws: MigrationError.self) { try restore.run() }
        do {
            let context = try open(vault)
            context.insert(VaultV2.Note(number: 500))
            try context.save()
        }
        let context = ModelContext(try vault.migrate())
        #expect(try context.fetchCount(FetchDescriptor<VaultV2.Note>()) == 31)
        #expect(try vault.events() == [VaultStore.migrated])
        try vault.expectClean()
        withExtendedLifetime(other) {}
    }

    /// A backup that is reached through a symbolic link, such as `/var` for `/private/var`, belongs to the store. The
    /// journal of a restore that ended early names it, so that the next launch continues.
    @Test(arguments: [false, true]) func theJournalNamesABackupBehindALink(_ isOwn: Bool) throws {
        let vault = try VaultFolder()
        _ = try vault.migrate()
        let (other, elsewhere) = try otherBackup()
        let backup = isOwn ? try #require(try vault.backups.first) : elsewhere
        let folder = SafetyFolder(store: vault.store)
        let link = folder.parent + "/link"
        try FileManager.default.createSymbolicLink(
            atPath: link, withDestinationPath: backup.url.deletingLastPathComponent().path)
        let linked = StoreBackup(
            folder: link + "/" + backup.url.lastPathComponent,
            manifest: try #require(try BackupManifest(folder: backup.url.path)))
        let restore = ManualRestore(backup: linked, folder: folder, files: refusesToMove(vault.store.path))
        #expect(throws: MigrationError.self) { try restore.run() }
        let journal = try #require(try JournalFile(folder: folder, files: FileSystem()).read())
        #expect(journal.backup == (isOwn ? backup.url.lastPathComponent : nil))
        withExtendedLifetime(other) {}
    }

    /// A rejected restore keeps the journal of an unfinished migration.
    @Test func aRestoreThatIsRefusedLeavesTheJournal() throws {
        let vault = try unfinishedVault()
        let (other, backup) = try otherBackup()
        let folder = SafetyFolder(store: vault.store)
        let before = try JournalFile(folder: folder, files: FileSystem()).read()
        let user = StoreUser()
        var files = FileSystem()
        files.makeFolder = { [system = FileSystem()] path in
            try system.makeFolder(path)
            // Another user opens the store after the restore has looked for users.
            guard path == folder.restoreFolder else { return }
            user.context = try open(vault)
            _ = try user.context?.fetchCount(FetchDescriptor<VaultV2.Note>())
        }
        let error = #expect(throws: MigrationError.self) {
            try ManualRestore(backup: backup, folder: folder, files: files).run()
        }
        #expect(error?.cause == .busy(.inUse))
        user.context = nil
        #expect(try JournalFile(folder: folder, files: FileSystem()).read() == before)
        _ = try vault.migrate()
        try vault.expectSecond()
        try vault.expectClean()
        withExtendedLifetime(other) {}
    }

    /// A restore ended before it moved the store, and an app has the store open at the next launch. The restore is
    /// abandoned, and the store opens unchanged.
    @Test func aRestoreIsAbandonedIfTheStoreIsOpen() throws {
        let vault = try VaultFolder()
        _ = try vault.migrate()
        let backup = try #require(try vault.backups.first)
        let folder = SafetyFolder(store: vault.store)
        let restore = ManualRestore(backup: backup, folder: folder, files: refusesToMove(vault.store.path))
        let error = #expect(throws: MigrationError.self) { try restore.run() }
        #expect(error?.cause == .backup(.restoreFailed))
        let user = StoreUser()
        user.context = try open(vault)
        #expect(try user.context?.fetchCount(FetchDescriptor<VaultV2.Note>()) == 30)
        _ = try vault.migrate()
        user.context = nil
        try vault.expectSecond()
        try vault.expectClean()
    }

    /// A restore switches the store to a rollback journal before it moves the store. If the restore is given up, the
    /// store is switched back, so that open containers are detected again.
    @Test(arguments: [false, true]) func anAbandonedRestoreReturnsToTheWAL(_ isChanged: Bool) throws {
        let vault = try VaultFolder()
        _ = try vault.migrate()
        let backup = try #require(try vault.backups.first)
        let folder = SafetyFolder(store: vault.store)
        let restore = ManualRestore(backup: backup, folder: folder, files: refusesToMove(vault.store.path))
        #expect(throws: MigrationError.self) { try restore.run() }
        func mode() throws -> [[SQLiteValue]] {
            try SQLiteConnection(path: vault.store.path, mode: .create).rows("PRAGMA journal_mode")
        }
        #expect(try mode() == [[.text("delete")]])
        let user = StoreUser()
        user.context = try open(vault)
        if isChanged {
            user.context?.insert(VaultV2.Note(number: 501))
            try user.context?.save()
        }
        _ = try vault.migrate()
        #expect(try mode() == [[.text("wal")]])
        // The container that was already open can still save.
        user.context?.insert(VaultV2.Note(number: 502))
        try user.context?.save()
        user.context = nil
        try vault.expectSecond(added: isChanged ? [501, 502] : [502])
        try vault.expectClean()
    }

    /// The damaged store can't be read, but its restore can be finished.
    @Test func aRestoreOfADamagedStoreIsFinishedStepByStep() throws {
        let vault = try VaultFolder()
        _ = try vault.migrate()
        let backup = try #require(try vault.backups.first)
        let folder = SafetyFolder(store: vault.store)
        try Data(repeating: 7, count: 100_000).write(to: vault.store)
        let restore = ManualRestore(backup: backup, folder: folder, files: refusesToMove(vault.store.path))
        #expect(throws: MigrationError.self) { try restore.run() }
        #expect(try JournalFile(folder: folder, files: FileSystem()).read()?.step == .staged)
        try ProgressiveMigration(store: vault.store, plan: VaultStore.plan).perform()
        try vault.expectSecond()
        try vault.expectClean()
    }

    /// Another user had the store open when a rollback ended, and closes it. SQLite checkpoints the `-wal` into the
    /// store's file. No row has changed, so the next launch continues the rollback.
    @Test func aStoreThatWasOnlyClosedIsRolledBack() throws {
        let vault = try VaultFolder()
        var files = refusesToMove(vault.store.path)
        let user = StoreUser()
        let staging = SafetyFolder(store: vault.store).restoreFolder
        files.makeFolder = { [system = FileSystem()] folder in
            try system.makeFolder(folder)
            guard folder == staging else { return }
            user.context = try open(vault)
            user.context?.insert(VaultV2.Note(number: 500))
            try user.context?.save()
        }
        #expect(try !vault.failure(VaultStore.failingPlan, files: files).isRolledBack)
        #expect(FileStatus.bytes(at: vault.store.path + "-wal") > 0)
        user.context = nil
        #expect(!FileStatus.exists(vault.store.path + "-wal"))
        #expect(try vault.failure(VaultStore.failingPlan).isRolledBack)
        try vault.expectFirst()
        try vault.expectClean()
    }

    /// The copy that was ready is missing. It is made again before the store is moved.
    @Test func aMissingCopyIsMadeAgain() throws {
        let vault = try VaultFolder()
        #expect(try !vault.failure(VaultStore.failingPlan, files: refusesToMove(vault.store.path)).isRolledBack)
        let folder = SafetyFolder(store: vault.store)
        let journal = try #require(try JournalFile(folder: folder, files: FileSystem()).read())
        #expect(journal.step == .staged)
        try FileSystem().remove(folder.restoreFolder)
        try StoreRestoration(folder: folder, files: FileSystem()).run(
            journal, from: folder.folder(try #require(journal.backup)))
        try vault.expectFirst()
        try vault.expectClean()
    }

    /// A restore of another store's backup ended before it removed its journal, and the app deleted the restored store.
    @Test func aRestoredStoreThatTheAppDeletedIsNotMissing() throws {
        let (other, vault) = (try VaultFolder(notes: 2), try VaultFolder(notes: 2))
        _ = try other.migrate()
        let folder = SafetyFolder(store: vault.store)
        var files = FileSystem()
        files.remove = { path in
            guard path != folder.journal else { throw FileError(operation: .remove, path: path, code: EIO) }
            try FileAccess.remove(path)
        }
        #expect(throws: MigrationError.self) {
            try ManualRestore(backup: try #require(try other.backups.first), folder: folder, files: files).run()
        }
        #expect(try JournalFile(folder: folder, files: FileSystem()).read()?.step == .cleared)
        try FileManager.default.removeItem(at: vault.store)
        _ = try vault.migrate()
        try vault.expectSecond(notes: 0, events: [])
        try vault.expectClean()
        #expect(try SafeModelContainer.keptStores(of: vault.store).map(\.reason) == [.replaced])
    }
}
