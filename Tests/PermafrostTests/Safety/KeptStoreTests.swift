import Foundation
import MigrationCrashModels
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

/// A store that took the place of another one never costs the user a row: what exists nowhere else is kept, and what is
/// removed has a proof that it exists elsewhere.
@Suite struct KeptStoreTests {
    private func names(_ vault: VaultFolder, _ ending: String) throws -> [String] {
        try SafetyFolder(store: vault.store).folders.filter { $0.hasSuffix(ending) }
    }

    private func notes(_ store: URL) throws -> [Int] {
        let schema = Schema(versionedSchema: VaultV2.self)
        let context = ModelContext(
            try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: store)))
        return try context.fetch(FetchDescriptor<VaultV2.Note>(sortBy: [SortDescriptor(\.number)])).map(\.number)
    }

    private func add(_ number: Int, _ vault: VaultFolder) throws {
        let context = ModelContext(try vault.migrate())
        context.insert(VaultV2.Note(number: number))
        try context.save()
    }

    /// The user wrote a row, then the app restored a backup, and then many launches fail.
    @Test func failedLaunchesKeepAStoreThatARequestReplaced() throws {
        let vault = try VaultFolder()
        try add(500, vault)
        try SafeModelContainer.restore(try #require(try vault.backups.first), to: vault.store)
        for _ in 0..<8 { #expect(try vault.failure(VaultStore.failingPlan).isRolledBack) }
        let kept = try SafeModelContainer.keptStores(of: vault.store)
        #expect(kept.map(\.reason) == [.rolledBack, .replaced])
        let replaced = try #require(kept.last)
        #expect(try notes(replaced.storeURL).contains(500))
        #expect(replaced.byteCount > 300_000 && abs(replaced.date.timeIntervalSinceNow) < 600)
        // Only a call of the app removes it.
        StoreBackups(folder: SafetyFolder(store: vault.store), files: FileSystem()).prune(
            BackupRetention(count: 0, age: .zero, bytes: 0), at: Date(timeIntervalSinceNow: 1e9))
        #expect(FileStatus.exists(replaced.storeURL.path))
        try replaced.remove()
        #expect(try SafeModelContainer.keptStores(of: vault.store).map(\.reason).contains(.replaced) == false)
        _ = try vault.migrate()
        try vault.expectSecond()
    }

    /// Launches that fail leave one store for diagnosis, and its backup.
    @Test func aThousandFailedLaunchesLeaveOneStore() throws {
        let vault = try VaultFolder(notes: 2)
        // The folder's content doesn't depend on the number of launches, so a part of them shows it.
        for _ in 0..<(ProcessInfo.processInfo.environment["PERMAFROST_STRIKES"] == nil ? 12 : 1000) {
            #expect(try vault.failure(VaultStore.failingPlan).isRolledBack)
            #expect(try names(vault, ".failed").count <= 2)
        }
        #expect(try names(vault, ".failed").count == 1)
        #expect(try names(vault, ".replaced").isEmpty)
        #expect(try vault.backups.count == 1)
        try vault.expectFirst(notes: 2)
    }

    /// Equal stores are kept once, however often the app restores.
    @Test func restoringAgainAndAgainKeepsEqualStoresOnce() throws {
        let vault = try VaultFolder()
        try add(500, vault)
        let backup = try #require(try vault.backups.first)
        for _ in 0..<5 { try SafeModelContainer.restore(backup, to: vault.store) }
        let kept = try SafeModelContainer.keptStores(of: vault.store)
        // The user's store, and the store that the first restore made.
        #expect(kept.map(\.reason) == [.replaced, .replaced])
        #expect(try notes(try #require(kept.last).storeURL).contains(500))
        try vault.expectFirst()
        try vault.expectClean()
    }

    /// A large value that differs makes stores different.
    @Test func storesWithDifferentLargeValuesAreKept() throws {
        let vault = try VaultFolder()
        _ = try vault.migrate()
        let backup = try #require(try vault.backups.first)
        for number in 1...3 {
            try SafeModelContainer.restore(backup, to: vault.store)
            let value = try #require(try StoreFile(vault.store).externalStorage.files().first)
            try Data(repeating: UInt8(number), count: 120_000).write(to: URL(fileURLWithPath: value.path))
        }
        try SafeModelContainer.restore(backup, to: vault.store)
        #expect(try names(vault, ".replaced").count == 4)
    }

    /// Something else had the store open as it was rolled back, so it may have rows that the backup lacks.
    @Test func aStoreThatOthersUsedIsKept() throws {
        let vault = try VaultFolder()
        for number in 500..<503 {
            let plan = MigrationPlan(
                VaultPlan.self,
                postMigration: { hook in
                    // A second connection, as a widget has it.
                    let user = try SQLiteConnection(path: vault.store.path, mode: .create)
                    _ = try user.rows("SELECT COUNT(*) FROM sqlite_master")
                    throw HeldOpen(user: user, number: number)
                })
            _ = try vault.failure(plan)
        }
        let kept = try SafeModelContainer.keptStores(of: vault.store)
        #expect(kept.count == 3 && kept.allSatisfy { $0.reason == .replaced })
        try vault.expectFirst()
    }

    /// An error that keeps a connection open until the test has handled it.
    private struct HeldOpen: Error, @unchecked Sendable {
        let user: SQLiteConnection
        let number: Int
    }

    /// Another process saved in the failed store and closed it, so the store has rows that the backup lacks.
    @Test(arguments: [false, true]) func aStoreThatOthersChangedIsKept(_ isMigrated: Bool) throws {
        let vault = try VaultFolder(notes: 2)
        for number in 500..<503 {
            let visit: MigrationHook = { hook in
                guard (hook.container != nil) == isMigrated else { return }
                let schema = Schema(versionedSchema: isMigrated ? VaultV2.self : VaultV1.self)
                let context = ModelContext(
                    try ModelContainer(
                        for: schema, configurations: ModelConfiguration(schema: schema, url: vault.store)))
                if isMigrated {
                    context.insert(VaultV2.Note(number: number))
                } else {
                    context.insert(VaultV1.Note(number: number))
                }
                try context.save()
                // The history names the process.
                try SQLiteConnection(path: vault.store.path, mode: .create).execute(
                    """
                    UPDATE ATRANSACTION SET ZPROCESSID = 'Widget', ZPROCESSIDTS = NULL
                    WHERE Z_PK = (SELECT MAX(Z_PK) FROM ATRANSACTION)
                    """)
            }
            let plan = MigrationPlan(
                VaultPlan.self, preMigration: visit,
                postMigration: { hook in
                    try visit(hook)
                    throw Refusal()
                })
            #expect(try vault.failure(plan).isRolledBack)
        }
        let kept = try SafeModelContainer.keptStores(of: vault.store)
        #expect(kept.map(\.reason) == [.replaced, .replaced, .replaced])
        #expect(try kept.map { try notes($0.storeURL) } == [[0, 1, 502], [0, 1, 501], [0, 1, 500]])
        try vault.expectFirst(notes: 2)
    }

    /// The app ended in its hook after the migration. Something else wrote to the migrated store before the next launch,
    /// whose hook fails.
    @Test func aStoreThatWasUsedBetweenLaunchesIsKept() throws {
        let vault = try VaultFolder()
        _ = try vault.migrate(MigrationPlan(VaultPlan.self))
        let digests = try [VaultV1.self, VaultV2.self].map { (version: any VersionedSchema.Type) in
            StoreFacts.digest(of: try LiveVersion.of(version).hashes)
        }
        let journal = MigrationJournal(
            storeIdentifier: try StoreFacts.read(vault.store)?.identifier ?? "", plan: "VaultPlan",
            safety: .backupAndRollback, source: .init(number: "1.0.0", digest: digests[0]),
            destination: .init(number: "2.0.0", digest: digests[1]), between: [],
            backup: try vault.backups.first?.url.lastPathComponent, step: .finishing)
        try JournalFile(folder: SafetyFolder(store: vault.store), files: FileSystem()).write(journal)
        do {
            let schema = Schema(versionedSchema: VaultV2.self)
            let context = ModelContext(
                try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: vault.store)))
            context.insert(VaultV2.Note(number: 500))
            try context.save()
        }
        for _ in 0..<4 { #expect(try vault.failure(VaultStore.failingPlan).isRolledBack) }
        let kept = try SafeModelContainer.keptStores(of: vault.store).filter { $0.reason == .replaced }
        #expect(kept.count == 1)
        #expect(try notes(try #require(kept.first).storeURL).contains(500))
    }

    /// Without its backup, nothing proves that a store's rows exist elsewhere.
    @Test(arguments: ["damaged", "gone", "second store"]) func aStoreWithoutProofIsKept(_ fault: String) throws {
        let vault = try VaultFolder()
        _ = try vault.failure(VaultStore.failingPlan)
        let folder = SafetyFolder(store: vault.store)
        let first = try #require(try names(vault, ".failed").first)
        let backup = try #require(try vault.backups.first)
        switch fault {
        case "damaged": try Data([0]).write(to: backup.storeURL)
        case "gone": try FileManager.default.removeItem(at: backup.url)
        default:
            try FileManager.default.createDirectory(
                atPath: folder.folder(first) + "/2", withIntermediateDirectories: true)
        }
        for _ in 0..<3 { _ = try vault.failure(VaultStore.failingPlan) }
        #expect(try names(vault, ".failed").contains(first))
        #expect(try names(vault, ".failed").count == 2)
    }

    /// The newest rolled-back store keeps its backup, whatever the limits are. Both go after the next rollback.
    @Test func aBackupIsKeptWhileItIsTheProof() throws {
        let vault = try VaultFolder()
        let shelf = StoreBackups(folder: SafetyFolder(store: vault.store), files: FileSystem())
        let strict = BackupRetention(count: 0, age: .zero, bytes: 0)
        _ = try vault.failure(VaultStore.failingPlan)
        let first = try #require(try vault.backups.first)
        try SQLiteConnection(path: vault.store.path, mode: .create).execute("PRAGMA user_version=7")
        _ = try vault.failure(MigrationPlan(BackupLimitTests.ThrowingPlan.self))
        shelf.prune(strict, at: Date(timeIntervalSinceNow: 1e9))
        #expect(try vault.backups.count == 2 && vault.backups.last == first)
        try SQLiteConnection(path: vault.store.path, mode: .create).execute("PRAGMA user_version=8")
        _ = try vault.failure(VaultStore.failingPlan)
        shelf.prune(strict, at: Date(timeIntervalSinceNow: 1e9))
        #expect(try vault.backups.count == 1 && vault.backups.first != first)
        #expect(try names(vault, ".failed").count == 1)
    }

    @Test func aRestoreWithoutSpaceIsRefusedBeforeAnythingMoves() throws {
        let vault = try VaultFolder()
        _ = try vault.migrate()
        let backup = try #require(try vault.backups.first)
        let before = try vault.scratch.files()
        var files = FileSystem()
        files.freeSpace = { _ in 1000 }
        let error = #expect(throws: MigrationError.self) {
            try ManualRestore(backup: backup, folder: SafetyFolder(store: vault.store), files: files).run()
        }
        guard case .store(.notEnoughSpace(let needed, 1000))? = error?.cause else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(needed > backup.byteCount)
        #expect(try vault.scratch.files() == before)
    }

    /// An unfinished restore still needs the folder that the store moves to.
    @Test func aFolderThatARestoreNeedsIsNotRemoved() throws {
        let vault = try VaultFolder()
        try add(500, vault)
        let folder = SafetyFolder(store: vault.store)
        var files = FileSystem()
        files.renameNew = { _, target in throw FileError(operation: .rename, path: target, code: EIO) }
        #expect(throws: MigrationError.self) {
            try ManualRestore(backup: try #require(try vault.backups.first), folder: folder, files: files).run()
        }
        let kept = try #require(try SafeModelContainer.keptStores(of: vault.store).first)
        let error = #expect(throws: MigrationError.self) { try kept.remove() }
        #expect(error?.cause == .busy(.migrationInProgress))
        _ = try vault.migrate()
        try kept.remove()
        #expect(try SafeModelContainer.keptStores(of: vault.store).isEmpty)
        try vault.expectSecond()
    }

    // MARK: Names that the safety folder uses, too

    @Test func aStoreCalled2IsRemovedIfItIsProved() throws {
        let vault = try VaultFolder("2", notes: 2)
        for _ in 0..<3 { #expect(try vault.failure(VaultStore.failingPlan).isRolledBack) }
        #expect(try names(vault, ".failed").count == 1)
        try vault.expectFirst(notes: 2)
    }

    @Test func twoStoresCalled2AreMoved() throws {
        let vault = try VaultFolder("2", notes: 2)
        try add(500, vault)
        try restoreHalf(vault)
        try FileManager.default.removeItem(at: vault.store)
        let schema = Schema(versionedSchema: VaultV2.self)
        do {
            let context = ModelContext(
                try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: vault.store)))
            context.insert(VaultV2.Note(number: 501))
            try context.save()
        }
        _ = try vault.migrate()
        try vault.expectSecond(notes: 2)
        let kept = try #require(try SafeModelContainer.keptStores(of: vault.store).first)
        #expect(try notes(kept.storeURL).contains(500))
        let second = SafetyFolder(store: vault.store).nameNextToStore("2")
        #expect(try notes(kept.url.appendingPathComponent(second + "/2")) == [501])
    }

    @Test func aStoreCalledLikeAJournalIsRestored() throws {
        let vault = try VaultFolder("journal.json", notes: 2)
        try add(500, vault)
        // A migration ended in its hook.
        let digests = try [VaultV1.self, VaultV2.self].map { (version: any VersionedSchema.Type) in
            StoreFacts.digest(of: try LiveVersion.of(version).hashes)
        }
        let journal = MigrationJournal(
            storeIdentifier: try StoreFacts.read(vault.store)?.identifier ?? "", plan: "VaultPlan",
            safety: .backupAndRollback, source: .init(number: "1.0.0", digest: digests[0]),
            destination: .init(number: "2.0.0", digest: digests[1]), between: [],
            backup: try vault.backups.first?.url.lastPathComponent, step: .finishing)
        try JournalFile(folder: SafetyFolder(store: vault.store), files: FileSystem()).write(journal)
        try SafeModelContainer.restore(try #require(try vault.backups.first), to: vault.store)
        try vault.expectFirst(notes: 2)
        try vault.expectClean()
    }

    @Test func aStoreCalledLikeACopyIsSetAside() throws {
        let vault = try VaultFolder("restoring", notes: 2)
        try add(500, vault)
        let folder = SafetyFolder(store: vault.store)
        var files = FileSystem()
        // The restore ends while the store is still at its path.
        files.exchange = { _, target in throw FileError(operation: .rename, path: target, code: EIO) }
        #expect(throws: MigrationError.self) {
            try ManualRestore(backup: try #require(try vault.backups.first), folder: folder, files: files).run()
        }
        try SafeModelContainer.setAside(vault.store)
        let kept = try #require(
            try SafeModelContainer.keptStores(of: vault.store).first { $0.reason == .setAside })
        #expect(try notes(kept.storeURL) == [0, 1, 500])
        #expect(FileStatus.exists(kept.url.path + "/" + folder.nameNextToStore("restoring") + "/restoring"))
        try vault.expectClean()
    }

    /// Makes a restore fail after it has moved the store.
    private func restoreHalf(_ vault: VaultFolder) throws {
        var files = FileSystem()
        files.renameNew = { _, target in throw FileError(operation: .rename, path: target, code: EIO) }
        files.removeFolder = { path in throw FileError(operation: .remove, path: path, code: EIO) }
        #expect(throws: MigrationError.self) {
            try ManualRestore(
                backup: try #require(try vault.backups.first), folder: SafetyFolder(store: vault.store), files: files
            ).run()
        }
    }
}
