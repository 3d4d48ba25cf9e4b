import Foundation
import MigrationCrashModels
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

/// Backups don't fill the disk, however often a migration fails, and the newest one is kept.
@Suite struct BackupLimitTests {
    /// A plan whose stage always throws, so that the store is unchanged without a restore.
    enum ThrowingPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [VaultV1.self, VaultV2.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: VaultV1.self, toVersion: VaultV2.self, willMigrate: nil,
                    didMigrate: { _ in throw Refusal() })
            ]
        }
    }

    private func change(_ vault: VaultFolder, _ number: Int) throws {
        try SQLiteConnection(path: vault.store.path, mode: .create).execute("PRAGMA user_version=\(number)")
    }

    private func failedCount(_ vault: VaultFolder) throws -> Int {
        try SafetyFolder(store: vault.store).folders.count { $0.isReplacedStore }
    }

    /// An app that fails at each launch keeps one backup of a store that doesn't change.
    @Test(arguments: [false, true], [false, true])
    func anUnchangedStoreHasOneBackup(_ isInLog: Bool, _ isRestored: Bool) throws {
        let vault = try VaultFolder(inLog: isInLog)
        for _ in 0..<6 {
            _ = try vault.failure(isRestored ? VaultStore.failingPlan : MigrationPlan(ThrowingPlan.self))
        }
        #expect(try vault.backups.count == 1)
        #expect(try vault.backups.first?.isIntact == true)
        #expect(try failedCount(vault) <= 1)
        try vault.expectFirst()
    }

    /// An expired backup that could be removed only in part no longer counts as a backup, and is removed later.
    @Test func aPartiallyRemovedBackupIsNotListed() throws {
        let vault = try VaultFolder()
        for number in 1...2 {
            try change(vault, number)
            _ = try vault.failure(MigrationPlan(ThrowingPlan.self))
        }
        #expect(try vault.backups.count == 2)
        let folder = SafetyFolder(store: vault.store)
        var files = FileSystem()
        files.remove = { path in
            try FileAccess.remove(path + "/" + folder.storeName)
            throw FileError(operation: .remove, path: path, code: EIO)
        }
        StoreBackups(folder: folder, files: files).prune(
            BackupRetention(), at: Date(timeIntervalSinceNow: 61 * 24 * 3600))
        #expect(try vault.backups.map(\.isIntact) == [true])
        _ = try vault.migrate()
        #expect(try folder.folders.filter { $0.hasSuffix(".partial") }.isEmpty)
        try vault.expectSecond()
    }

    #if os(Linux) || os(macOS)
        /// An app that is killed at each launch keeps one backup too.
        @Test(.enabled(if: TestRun.isWhole)) func killedLaunchesHaveOneBackup() throws {
            let vault = try VaultFolder()
            let arguments = [vault.store.path, MigrationSafety.backupAndRollback.rawValue]
            let ending = try Worker(["count-sound"] + arguments, of: "MigrationCrashWorker").ending()
            let count = try #require(ending.lines.last.flatMap { Int($0) })
            let other = try VaultFolder()
            let killed = [other.store.path, MigrationSafety.backupAndRollback.rawValue]
            var backups: Set<Int> = []
            for step in stride(from: 1, to: count, by: 3) {
                _ = try Worker(["kill-sound"] + killed + ["\(step)"], of: "MigrationCrashWorker").ending()
                backups.insert(try other.backups.count)
            }
            #expect(backups.isSubset(of: [0, 1]))
        }
    #endif

    /// A store that changes between failing launches keeps backups up to the limit.
    @Test func aChangingStoreHasNoMoreThanTheLimit() throws {
        let vault = try VaultFolder()
        for number in 0..<6 {
            try change(vault, number)
            _ = try vault.failure(MigrationPlan(ThrowingPlan.self))
            #expect(try vault.backups.count == min(number + 1, BackupRetention().count))
        }
        #expect(try vault.backups.first?.isIntact == true)
    }

    /// Expired backups are removed before the space for a new one is checked. The newest is kept.
    @Test func expiredBackupsMakeSpace() throws {
        let vault = try VaultFolder()
        for number in 0..<3 {
            try change(vault, number)
            _ = try vault.failure(MigrationPlan(ThrowingPlan.self))
        }
        let newest = try #require(try vault.backups.first)
        for backup in try vault.backups { try set(Date(timeIntervalSinceNow: -365 * 24 * 3600), backup) }
        var files = FileSystem()
        files.freeSpace = { _ in 1000 }
        let error = try vault.failure(files: files)
        guard case .store(.notEnoughSpace) = error.cause else {
            Issue.record(error)
            return
        }
        #expect(try vault.backups.map(\.url) == [newest.url])
        try vault.expectFirst()
    }

    /// The newest backup is the one made last, whatever the clock showed when the others were made.
    @Test func aClockThatRanAheadDoesNotExpireNewBackups() throws {
        let vault = try VaultFolder()
        for number in 0..<3 {
            try change(vault, number)
            _ = try vault.failure(MigrationPlan(ThrowingPlan.self))
        }
        for backup in try vault.backups { try set(Date(timeIntervalSinceNow: 10 * 365 * 24 * 3600), backup) }
        let previous = try Set(vault.backups.map(\.url))
        try change(vault, 100)
        let container = try vault.migrate()
        #expect(try vault.backups.count == BackupRetention().count)
        let newest = try #require(try vault.backups.first)
        #expect(!previous.contains(newest.url))
        #expect(newest.created < Date(timeIntervalSinceNow: 60))
        withExtendedLifetime(container) {}
    }

    /// Rules, and the backups that they keep of five, which are made ten days apart. The newest is 0.
    struct RetentionCase: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let retention: BackupRetention
        let kept: [Int]

        init(_ name: String, _ retention: BackupRetention, keeps kept: [Int]) {
            testDescription = name
            self.retention = retention
            self.kept = kept
        }
    }

    private static let day = Duration.seconds(24 * 3600)
    static let retentionCases = [
        RetentionCase("the default", BackupRetention(), keeps: [0, 1, 2]),
        RetentionCase("two", BackupRetention(count: 2), keeps: [0, 1]),
        RetentionCase("none", BackupRetention(count: 0), keeps: [0]),
        RetentionCase("a negative number", BackupRetention(count: -4), keeps: [0]),
        RetentionCase("15 days", BackupRetention(count: 9, age: day * 15), keeps: [0, 1]),
        RetentionCase("no time", BackupRetention(count: 9, age: .zero), keeps: [0]),
        RetentionCase("a negative time", BackupRetention(count: 9, age: day * -9), keeps: [0]),
        RetentionCase("no bytes", BackupRetention(count: 9, age: day * 99, bytes: 0), keeps: [0]),
        RetentionCase("a negative size", BackupRetention(count: 9, age: day * 99, bytes: -1), keeps: [0]),
        RetentionCase("a large size", BackupRetention(count: 9, age: day * 99, bytes: 500_000), keeps: [0, 1, 2]),
        RetentionCase(
            "the largest values", BackupRetention(count: .max, age: .seconds(Int64.max), bytes: .max),
            keeps: [0, 1, 2, 3, 4]),
    ]

    @Test(arguments: retentionCases) func theRulesDetermineTheBackupsThatAreKept(_ rules: RetentionCase) throws {
        let vault = try VaultFolder(notes: 1)
        let all = BackupRetention(count: 5)
        for number in 0..<5 {
            try change(vault, number)
            #expect(throws: MigrationError.self) {
                try vault.migrate(MigrationPlan(ThrowingPlan.self), retention: all)
            }
        }
        let backups = try vault.backups
        #expect(backups.count == 5 && backups.allSatisfy { (170_000...250_000).contains($0.byteCount) })
        for (number, backup) in backups.enumerated() {
            try set(Date(timeIntervalSinceNow: Double(-number * 10 * 24 * 3600)), backup)
        }
        StoreBackups(folder: SafetyFolder(store: vault.store), files: FileSystem()).prune(
            rules.retention, at: Date(timeIntervalSinceNow: 60))
        #expect(try vault.backups.map(\.url) == rules.kept.map { backups[$0].url })
        // If the newest backup is damaged, an intact one is also kept.
        try Data([0]).write(to: backups[0].storeURL)
        StoreBackups(folder: SafetyFolder(store: vault.store), files: FileSystem()).prune(
            BackupRetention(count: 0, age: .zero, bytes: 0), at: Date(timeIntervalSinceNow: 60))
        #expect(try vault.backups.map(\.isIntact).contains(true) == (rules.kept.count > 1))
    }

    @Test func anAppChoosesTheRules() throws {
        let vault = try VaultFolder()
        let options = SafeModelContainer.Options(retention: BackupRetention(count: 1))
        for number in 0..<3 {
            try change(vault, number)
            #expect(throws: MigrationError.self) {
                try SafeModelContainer.make(
                    for: VaultV2.self, plan: ThrowingPlan.self, storeURL: vault.store, options: options)
            }
            #expect(try vault.backups.count == 1)
        }
        _ = try SafeModelContainer.make(
            for: VaultV2.self, plan: VaultPlan.self, storeURL: vault.store, options: options)
        #expect(try vault.backups.map(\.isIntact) == [true])
        try vault.expectSecond(events: [])
    }

    /// Changes the date in a backup's manifest.
    private func set(_ date: Date, _ backup: StoreBackup) throws {
        var manifest = try #require(try BackupManifest(folder: backup.url.path))
        manifest.created = date
        let url = backup.url.appendingPathComponent(manifest.fileName)
        try Data(manifest.encoded()).write(to: url)
    }

    /// The newest failed store is kept, even if a clock that ran ahead dated the others later.
    @Test func theNewestFailedStoreIsKeptWhateverTheClockShows() throws {
        let vault = try VaultFolder()
        let folder = SafetyFolder(store: vault.store)
        #expect(try vault.failure(VaultStore.failingPlan).isRolledBack)
        let first = try #require(try folder.folders.first { $0.isReplacedStore })
        let backup = try #require(try vault.backups.first?.url.lastPathComponent)
        let ahead = "\(backup)@20990101T120000.000Z.failed"
        try FileManager.default.moveItem(atPath: folder.folder(first), toPath: folder.folder(ahead))
        #expect(try vault.failure(VaultStore.failingPlan).isRolledBack)
        let kept = try folder.folders.filter { $0.isReplacedStore }
        #expect(kept.count == 1 && kept != [ahead])
    }
}
