import Foundation
import MigrationCrashModels
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

@Suite struct SafeModelContainerTests {
    @Test(arguments: MigrationSafety.allCases, [false, true])
    func anOldStoreIsMigrated(_ safety: MigrationSafety, _ inLog: Bool) throws {
        let vault = try VaultFolder(inLog: inLog)
        let phases = Locked<[MigrationProgress.Phase]>([])
        _ = try vault.migrate(safety: safety) { progress in phases.withLock { $0.append(progress.phase) } }
        try vault.expectSecond()
        try vault.expectClean()
        #expect(try vault.backups.count == (safety == .none ? 0 : 1))
        #expect(vault.hasSafetyFolder == (safety != .none))
        let told = phases.withLock { $0 }
        #expect(told.first == .preflight && told.last == .finished)
        #expect(told.contains(.backup) == (safety != .none))
    }

    @Test func theAsynchronousFormReportsAndIsCancelledWithItsTask() async throws {
        let vault = try VaultFolder()
        let store = vault.store
        // The task continues only after it has been cancelled.
        let begin = Locked(false)
        let task = Task {
            while !begin.withLock({ $0 }) { await Task.yield() }
            _ = try await SafeModelContainer.make(for: VaultV2.self, plan: VaultStore.plan, storeURL: store)
        }
        task.cancel()
        begin.withLock { $0 = true }
        let error = await #expect(throws: MigrationError.self) { try await task.value }
        #expect(error?.cause == .cancelled)
        try vault.expectFirst()
        try vault.expectClean()

        let phases = Locked<[MigrationProgress.Phase]>([])
        let options = SafeModelContainer.Options { progress in phases.withLock { $0.append(progress.phase) } }
        _ = try await SafeModelContainer.make(
            for: VaultV2.self, plan: VaultStore.plan, storeURL: store, options: options)
        try vault.expectSecond()
        #expect(phases.withLock { $0 }.last == .finished)
    }

    /// With `await`, no variant migrates on the caller's thread, with or without a progress handler.
    @MainActor @Test(arguments: ["version", "type"]) func theAsynchronousFormRunsOnAnotherThread(
        _ form: String
    )
        async throws
    {
        let vault = try VaultFolder()
        let onMainThread = Locked<[Bool]>([])
        let note: @Sendable () -> Void = { onMainThread.withLock { $0.append(Thread.isMainThread) } }
        let plan = MigrationPlan(VaultPlan.self, preMigration: { _ in note() })
        let container =
            switch form {
            case "version":
                try await SafeModelContainer.make(for: VaultV2.self, plan: plan, storeURL: vault.store)
            default:
                try await SafeModelContainer.make(
                    for: VaultV2.self, plan: VaultPlan.self, storeURL: vault.store, options: .init { _ in note() })
            }
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<VaultV2.Note>()) > 0)
        let seen = onMainThread.withLock { $0 }
        #expect(!seen.isEmpty && !seen.contains(true), "\(seen)")
    }

    @Test func aBackupEqualsTheOriginalStore() throws {
        let vault = try VaultFolder(inLog: true)
        _ = try vault.migrate()
        let backup = try #require(try vault.backups.first)
        #expect(backup.version == "1.0.0" && backup.destination == "2.0.0" && backup.plan == "VaultPlan")
        #expect(backup.storeName == "Vault.store" && backup.url.lastPathComponent.hasPrefix("VaultPlan-"))
        #expect(backup.isIntact && backup.byteCount > 3 * 120_000)
        let copy = try VaultFolder(notes: nil)
        try SafeModelContainer.restore(backup, to: copy.store)
        try copy.expectFirst()
        try copy.expectClean()
    }

    @Test func aCurrentStoreGetsNoOtherFiles() throws {
        let vault = try VaultFolder()
        _ = try vault.migrate(safety: .none)
        let before = try vault.scratch.files()
        for safety in MigrationSafety.allCases { _ = try vault.migrate(safety: safety) }
        #expect(try vault.scratch.files() == before)
        #expect(!vault.hasSafetyFolder)
    }

    @Test func aMissingStoreIsCreated() throws {
        let vault = try VaultFolder(notes: nil)
        let container = try SafeModelContainer.make(for: VaultV2.self, plan: VaultPlan.self, storeURL: vault.store)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<VaultV2.Note>()) == 0)
        #expect(try vault.version() == .second)
        #expect(!vault.hasSafetyFolder)
    }

    @Test func otherConfigurationsKeepTheModelsOfTheirSchemas() throws {
        let vault = try VaultFolder(notes: nil)
        let events = ModelConfiguration(
            "events", schema: Schema([VaultV2.Event.self]),
            url: vault.scratch.url.appendingPathComponent("events.store"))
        for number in 0..<2 {
            let context = ModelContext(
                try SafeModelContainer.make(
                    for: VaultV2.self, plan: VaultStore.plan, storeURL: vault.store, configurations: [events]))
            context.insert(VaultV2.Note(number: number))
            context.insert(VaultV2.Event(name: "\(number)"))
            try context.save()
            #expect(try context.fetchCount(FetchDescriptor<VaultV2.Event>()) == number + 1)
        }
        #expect(try StoreFacts.read(vault.store)?.hashes.keys.sorted() == ["Note"])
        #expect(try StoreFacts.read(events.url)?.hashes.keys.sorted() == ["Event"])
        #expect(!vault.hasSafetyFolder)
    }

    @Test func aPlanMayHaveVersionsAfterTheOpenedOne() throws {
        for plan in [MigrationPlan(LaterVaultPlan.self), VaultStore.laterPlan] {
            let vault = try VaultFolder()
            for _ in 0..<2 { _ = try vault.migrate(plan, to: VaultV2.self) }
            #expect(try vault.version() == .second)
            try vault.expectClean()
            _ = try vault.migrate(plan, to: VaultV3.self)
            #expect(try vault.version() == .third)
            let error = try vault.failure(plan, to: VaultV2.self)
            #expect(error.cause == .version(.newer(store: "3.0.0", wanted: "2.0.0")))
        }
    }

    @Test func aBackupIsRestoredOnRequest() throws {
        let vault = try VaultFolder()
        _ = try vault.migrate()
        let backup = try #require(try vault.backups.first)
        try SafeModelContainer.restore(backup, to: vault.store)
        try vault.expectFirst()
        try vault.expectClean()
        // The replaced store is kept, and can be opened.
        let folder = SafetyFolder(store: vault.store)
        let failed = try #require(folder.folders.first { $0.isReplacedStore })
        let kept = URL(fileURLWithPath: folder.folder(failed)).appendingPathComponent("Vault.store")
        #expect(try StoreFacts.read(kept)?.hashes == LiveVersion.of(VaultV2.self).hashes)
        _ = try vault.migrate()
        try vault.expectSecond()
        // The store had the same contents as its backup, so it needs no second backup.
        #expect(try vault.backups == [backup])
    }

    @Test func aDamagedBackupIsNotRestored() throws {
        let vault = try VaultFolder()
        _ = try vault.migrate()
        let backup = try #require(try vault.backups.first)
        var bytes = try Data(contentsOf: backup.storeURL)
        bytes[bytes.count - 1] ^= 1
        try bytes.write(to: backup.storeURL)
        #expect(!backup.isIntact)
        let before = try vault.scratch.files()
        let error = #expect(throws: MigrationError.self) { try SafeModelContainer.restore(backup, to: vault.store) }
        #expect(error?.cause == .backup(.damaged) && error?.backup == backup.url)
        #expect(try vault.scratch.files() == before)
    }

    @Test func hooksReceiveTheVersionsAndRunOnce() throws {
        let vault = try VaultFolder()
        let told = Locked<[String]>([])
        let plan = MigrationPlan(
            LaterVaultPlan.self,
            preMigration: { hook in
                told.withLock {
                    $0.append("before \(hook.sourceVersion) \(hook.destinationVersion) \(hook.container == nil)")
                }
            },
            postMigration: { hook in
                told.withLock {
                    $0.append("after \(hook.sourceVersion) \(hook.destinationVersion) \(hook.container == nil)")
                }
            })
        for _ in 0..<3 { _ = try vault.migrate(plan, to: VaultV3.self) }
        #expect(told.withLock { $0 } == ["before 1.0.0 3.0.0 true", "after 1.0.0 3.0.0 false"])
        #expect(try vault.version() == .third)
    }

    @Test func aSyncedStoreIsNotRolledBack() throws {
        let vault = try VaultFolder()
        let plan = MigrationPlan(VaultPlan.self, postMigration: { _ in throw Refusal() })
        let migration = SafeMigration(
            to: VaultV2.self, plan: plan, safety: .backupAndRollback,
            configurations: StoreConfigurations(storeURL: vault.store, cloudKitDatabase: .automatic),
            files: FileSystem())
        #expect(migration.safety == .backupOnly)
        #expect(
            SafeMigration(
                to: VaultV2.self, plan: plan, safety: .none,
                configurations: StoreConfigurations(storeURL: vault.store, cloudKitDatabase: .private("iCloud.vault")),
                files: FileSystem()
            ).safety == .none)
    }
}
