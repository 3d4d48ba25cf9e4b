import Foundation
import MigrationCrashModels
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

/// The state of a store after its migration fails, for each safety level.
@Suite struct FailedMigrationTests {
    /// A plan whose stage throws after it has changed rows.
    private enum FailingStage: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [VaultV1.self, VaultV2.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: VaultV1.self, toVersion: VaultV2.self, willMigrate: nil,
                    didMigrate: { context in
                        try context.delete(model: VaultV2.Note.self)
                        try context.save()
                        throw Refusal()
                    })
            ]
        }
    }

    @Test(arguments: MigrationSafety.allCases, [false, true])
    func aStageThatThrows(_ safety: MigrationSafety, _ inLog: Bool) throws {
        let vault = try VaultFolder(inLog: inLog)
        let error = try vault.failure(MigrationPlan(FailingStage.self), safety: safety)
        #expect(error.cause == .stage(.operationFailed) && error.underlying is Refusal)
        #expect(error.stage == "1.0.0 → 2.0.0" && error.operation == "didMigrate" && error.isRolledBack)
        #expect(try error.backup == (safety == .none ? nil : vault.backups.first?.url))
        #expect(try vault.backups.count == (safety == .none ? 0 : 1))
        try vault.expectFirst()
        try vault.expectClean()
        _ = try vault.migrate(safety: safety)
        try vault.expectSecond()
    }

    @Test(arguments: MigrationSafety.allCases, [false, true])
    func aHookBeforeThatThrows(_ safety: MigrationSafety, _ inLog: Bool) throws {
        let vault = try VaultFolder(inLog: inLog)
        let plan = MigrationPlan(VaultPlan.self, preMigration: { _ in throw Refusal() })
        let error = try vault.failure(plan, safety: safety)
        #expect(error.cause == .hook(.preMigrationFailed) && error.underlying is Refusal && !error.isRolledBack)
        #expect((error.backup == nil) == (safety == .none))
        try vault.expectFirst()
        try vault.expectClean()
    }

    @Test(arguments: MigrationSafety.allCases, [false, true])
    func aHookAfterThatThrows(_ safety: MigrationSafety, _ inLog: Bool) throws {
        let vault = try VaultFolder(inLog: inLog)
        let error = try vault.failure(VaultStore.failingPlan, safety: safety)
        #expect(error.cause == .hook(.postMigrationFailed) && error.underlying is VaultStore.Refusal)
        #expect(error.isRolledBack == (safety == .backupAndRollback))
        #expect((error.backup == nil) == (safety == .none))
        if error.isRolledBack { try vault.expectFirst() } else { try vault.expectSecond() }
        try vault.expectClean()
        // The next launch succeeds. If the store stayed migrated, the changes that the hook made before it threw aren't
        // made again.
        _ = try vault.migrate(safety: safety)
        try vault.expectSecond()
    }

    /// The text contains the hook's failure and the rollback's failure once each. The store stays migrated.
    @Test(arguments: [false, true]) func aRollbackThatFailsNamesBothCauses(_ isDamaged: Bool) throws {
        let vault = try VaultFolder()
        let plan = MigrationPlan(
            VaultPlan.self,
            postMigration: { _ in
                for backup in isDamaged ? try vault.backups : [] {
                    try FileManager.default.removeItem(at: backup.storeURL)
                }
                throw Refusal()
            })
        var files = FileSystem()
        files.exchange = { [system = FileSystem()] first, second in
            guard isDamaged || first != vault.store.path else {
                throw FileError(operation: .rename, path: first, code: ENOSPC)
            }
            try system.exchange(first, second)
        }
        let error = try vault.failure(plan, files: files)
        #expect(error.cause == .backup(isDamaged ? .damaged : .restoreFailed) && !error.isRolledBack)
        let text = error.description
        #expect(!text.contains("unchanged") && !text.contains("Nothing was changed"), "\(text)")
        let problem = isDamaged ? "the backup was changed or damaged" : "the store couldn't be restored"
        for part in [problem, "the hook after the migration failed", "Refusal", "The backup is "] {
            #expect(text.components(separatedBy: part).count == 2, "\(part): \(text)")
        }
        #expect(text.contains("Free space") == !isDamaged)
        if isDamaged {
            #expect((error.underlying as? MigrationError)?.cause == .hook(.postMigrationFailed))
            #expect(try vault.version() == .second)
        } else {
            _ = try vault.migrate()
            try vault.expectSecond()
        }
    }

    @Test func theFailedStoreIsKept() throws {
        let vault = try VaultFolder()
        _ = try vault.failure(VaultStore.failingPlan)
        let folder = SafetyFolder(store: vault.store)
        let failed = try #require(folder.folders.first { $0.isReplacedStore })
        let kept = URL(fileURLWithPath: folder.folder(failed)).appendingPathComponent("Vault.store")
        #expect(try StoreFacts.read(kept)?.hashes == LiveVersion.of(VaultV2.self).hashes)
        #expect(try StoreFile(kept).externalStorage.files().count == 3)
    }

    @Test func aCancelledMigrationChangesNothing() throws {
        let vault = try VaultFolder()
        let files = try vault.scratch.files()
        let migration = SafeMigration(
            to: VaultV2.self, plan: VaultStore.plan, safety: .backupAndRollback,
            configurations: StoreConfigurations(storeURL: vault.store),
            run: MigrationRun(checkCancelled: { throw MigrationError(.cancelled) }))
        let error = #expect(throws: MigrationError.self) { try migration.open() }
        #expect(error?.cause == .cancelled)
        #expect(try vault.scratch.files() == files)
    }

    @Test func theNumberOfBackupsIsLimited() throws {
        let vault = try VaultFolder()
        for number in 0..<5 {
            // Without this change, the store would keep one backup.
            try SQLiteConnection(path: vault.store.path, mode: .create).execute("PRAGMA user_version=\(number)")
            _ = try vault.failure(VaultStore.failingPlan)
        }
        _ = try vault.migrate()
        #expect(try vault.backups.count == BackupRetention().count)
        #expect(try SafetyFolder(store: vault.store).folders.count { $0.isReplacedStore } == 1)
        // The newest intact backup is kept, however old it is.
        let shelf = StoreBackups(folder: SafetyFolder(store: vault.store), files: FileSystem())
        let newest = try #require(try vault.backups.first)
        try Data([0]).write(to: newest.storeURL)
        shelf.prune(BackupRetention(), at: Date(timeIntervalSinceNow: 61 * 24 * 3600))
        let left = try vault.backups
        #expect(left.count == 1 && left.first?.isIntact == true && left.first != newest)
    }
}
