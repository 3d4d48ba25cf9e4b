import Foundation
import MigrationCrashModels
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost
@testable import PostsExample

/// A store that can't be migrated is rejected with the cause, and nothing in its folder changes.
@Suite struct RefusedStoreTests {
    /// Returns the cause of a rejection. Expects that every byte is unchanged.
    private func refusal(
        of vault: VaultFolder, _ plan: MigrationPlan = VaultStore.plan,
        to version: any VersionedSchema.Type = VaultV2.self,
        files: FileSystem = FileSystem(), sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> MigrationError.Cause {
        let before = try vault.scratch.files()
        var causes: Set<MigrationError.Cause> = []
        for safety in [MigrationSafety.backupOnly, .backupAndRollback] {
            let error = try vault.failure(
                plan, to: version, safety: safety, files: files, sourceLocation: sourceLocation)
            #expect(error.storeURL?.lastPathComponent == vault.store.lastPathComponent, sourceLocation: sourceLocation)
            #expect(error.backup == nil && !error.isRolledBack, sourceLocation: sourceLocation)
            causes.insert(error.cause)
        }
        #expect(try vault.scratch.files() == before, sourceLocation: sourceLocation)
        return try #require(causes.count == 1 ? causes.first : nil, sourceLocation: sourceLocation)
    }

    /// A link in place of `.permafrost-backups` is never followed.
    @Test func aLinkInPlaceOfTheBackups() throws {
        let vault = try VaultFolder()
        let outside = try ScratchFolder()
        try FileManager.default.createSymbolicLink(
            atPath: SafetyFolder(store: vault.store).common, withDestinationPath: outside.url.path)
        for _ in 0..<2 {
            let error = try vault.failure()
            #expect(error.description.contains("symbolic links aren't followed"), "\(error)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: outside.url.path) == [])
        }
        // An earlier version of Permafrost may have created such a folder in the link's target.
        try outside.write("text", to: "Vault.store/journal.json.new")
        #expect(throws: MigrationError.self) { try vault.migrate() }
        #expect(throws: MigrationError.self) { try SafeModelContainer.backups(of: vault.store) }
        #expect(try outside.files().keys.sorted() == ["Vault.store/journal.json.new"])
        try vault.expectFirst()
    }

    @Test func aFolderInPlaceOfTheStore() throws {
        let vault = try VaultFolder(notes: nil)
        try vault.scratch.write("text", to: "Vault.store/inside")
        #expect(try refusal(of: vault) == .store(.notAFile))
    }

    @Test(arguments: ["", "not a database", String(repeating: "long, and not a database. ", count: 1000)])
    func noStore(_ text: String) throws {
        let vault = try VaultFolder(notes: nil)
        try vault.scratch.write(text, to: "Vault.store")
        #expect(try refusal(of: vault) == .store(.notAStore))
    }

    @Test func aDatabaseOfAnotherKind() throws {
        let vault = try VaultFolder(notes: nil)
        try SQLiteConnection(path: vault.store.path, mode: .create).execute("CREATE TABLE t (a)")
        #expect(try refusal(of: vault) == .store(.notAStore))
    }

    @Test func aCorruptStore() throws {
        let vault = try VaultFolder(notes: 300)
        let connection = try SQLiteConnection(path: vault.store.path, mode: .create)
        let rows = try connection.rows("SELECT rootpage FROM sqlite_master WHERE name = 'ZNOTE'")
        guard case .integer(let page)? = rows.first?.first else {
            Issue.record("There is no such table.")
            return
        }
        let file = try FileHandle(forUpdating: vault.store)
        try file.seek(toOffset: UInt64(page - 1) * 4096 + 8)
        try file.write(contentsOf: Data(repeating: 0xFF, count: 200))
        try file.close()
        let cause = try refusal(of: vault)
        guard case .store(.damaged(let report)) = cause else {
            Issue.record("\(String(describing: cause))")
            return
        }
        #expect(!report.isEmpty)
    }

    @Test func anotherAppsStore() throws {
        let vault = try VaultFolder(notes: nil)
        _ = try SafeModelContainer.make(for: PostsSchemaV4.self, plan: PostsMigrationPlan.self, storeURL: vault.store)
        #expect(try refusal(of: vault) == .version(.foreign(entities: ["Author", "Post"])))
    }

    @Test func aNewerStore() throws {
        let vault = try VaultFolder()
        _ = try vault.migrate(MigrationPlan(LaterVaultPlan.self), to: VaultV3.self, safety: .none)
        #expect(try refusal(of: vault) == .version(.newer(store: "3.0.0", wanted: "2.0.0")))
        // A plan with later versions knows the store's version.
        #expect(
            try refusal(of: vault, MigrationPlan(LaterVaultPlan.self))
                == .version(.newer(store: "3.0.0", wanted: "2.0.0")))
    }

    @Test func aVersionOutsideOfThePlan() throws {
        let vault = try VaultFolder()
        let plan = MigrationPlan(schemas: [VaultV2.self, VaultV3.self]) {
            Stage(from: VaultV2.self, to: VaultV3.self)
        }
        #expect(try refusal(of: vault, plan, to: VaultV3.self) == .version(.unknown(nearest: "VaultV2 2.0.0")))
    }

    @Test func noStagesToTheVersion() throws {
        let vault = try VaultFolder()
        let plan = MigrationPlan(schemas: [VaultV1.self, VaultV2.self, VaultV3.self]) {
            Stage(from: VaultV1.self, to: VaultV2.self)
        }
        #expect(try refusal(of: vault, plan, to: VaultV3.self) == .plan(.noPath(from: "2.0.0", to: "3.0.0")))
    }

    @Test func aVersionThatThePlanDoesNotList() throws {
        let vault = try VaultFolder()
        let cause = try refusal(of: vault, to: VaultV3.self)
        guard case .plan(.invalid(let findings)) = cause else {
            Issue.record("\(String(describing: cause))")
            return
        }
        #expect(findings.first?.contains("VaultV3") == true)
    }

    @Test func aFolderThatCannotBeWrittenTo() throws {
        let vault = try VaultFolder()
        var files = FileSystem()
        files.isWritable = { _ in false }
        #expect(try refusal(of: vault, files: files) == .store(.readOnlyFolder(path: vault.scratch.url.path)))
    }

    @Test func noSpaceForABackup() throws {
        let vault = try VaultFolder()
        var files = FileSystem()
        files.freeSpace = { _ in 1000 }
        let before = try vault.scratch.files()
        for (safety, values) in [(MigrationSafety.backupOnly, 3), (.backupAndRollback, 6)] {
            let cause = try vault.failure(safety: safety, files: files).cause
            guard case .store(.notEnoughSpace(let needed, 1000)) = cause else {
                Issue.record("\(String(describing: cause))")
                return
            }
            #expect(needed > values * 120_000)
        }
        let after = try vault.scratch.files()
        #expect(after == before)
        _ = try vault.migrate(safety: .none, files: files)
        try vault.expectSecond()
    }

    /// A rollback copies the backup while the failed store still exists.
    @Test func spaceForABackupAndNotForARollback() throws {
        let vault = try VaultFolder()
        let size = try StoreCopy.size(of: StoreFile(vault.store))
        var files = FileSystem()
        files.freeSpace = { _ in size * 3 / 2 + 1 << 20 }
        let error = try vault.failure(files: files)
        guard case .store(.notEnoughSpace(let needed, _)) = error.cause else {
            Issue.record("\(String(describing: error.cause))")
            return
        }
        #expect(needed >= size * 2)
        #expect(try vault.backups.isEmpty)
        let plan = MigrationPlan(LaterVaultPlan.self)
        #expect(throws: MigrationError.self) {
            try ProgressiveMigration(store: vault.store, plan: plan, to: VaultV3.self, files: files).perform()
        }
        try vault.expectFirst()
        _ = try vault.migrate(safety: .backupOnly, files: files)
        try vault.expectSecond()
    }

    /// A version for plans that SwiftData rejects whatever the store's version is.
    enum Repeated: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 5, 0)
        static var models: [any PersistentModel.Type] { VaultV1.models }
    }

    enum BackwardPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [VaultV1.self, VaultV2.self] }
        static var stages: [MigrationStage] {
            [
                .lightweight(fromVersion: VaultV1.self, toVersion: VaultV2.self),
                .lightweight(fromVersion: VaultV2.self, toVersion: VaultV1.self),
            ]
        }
    }

    enum RepeatedPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [VaultV1.self, Repeated.self, VaultV2.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: VaultV1.self, toVersion: VaultV2.self)] }
    }

    enum UnlistedPlan: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [VaultV1.self, VaultV2.self] }
        static var stages: [MigrationStage] {
            [
                .lightweight(fromVersion: VaultV1.self, toVersion: VaultV2.self),
                .lightweight(fromVersion: VaultV2.self, toVersion: VaultV3.self),
            ]
        }
    }

    /// Plans that SwiftData always rejects are rejected before anything is copied.
    @Test(arguments: [
        (MigrationPlan(BackwardPlan.self), "older"), (MigrationPlan(RepeatedPlan.self), "hashes"),
        (MigrationPlan(UnlistedPlan.self), "doesn't list"),
    ])
    func anInvalidPlan(_ plan: MigrationPlan, _ reason: String) throws {
        let vault = try VaultFolder()
        // SwiftData rejects the plan too.
        #expect(throws: (any Error).self) {
            try PlanContainer.open(
                schema: Schema(versionedSchema: VaultV2.self), plan: plan,
                configurations: [ModelConfiguration(url: vault.store)])
        }
        var files = FileSystem()
        files.create = { path, _ in Issue.record("\(path) is copied.") }
        let cause = try refusal(of: vault, plan, files: files)
        guard case .plan(.invalid(let findings)) = cause else {
            Issue.record("\(String(describing: cause))")
            return
        }
        #expect(findings.first?.contains(reason) == true)
    }

    @Test func somethingInTheWayOfTheBackups() throws {
        let vault = try VaultFolder()
        try vault.scratch.write("text", to: SafetyFolder.name)
        #expect(try refusal(of: vault) == .store(.openingFailed))
    }

    @Test(arguments: ["", "{", "{}\n", #"{"formatVersion":1}"# + "\n0123"])
    func aDamagedJournal(_ text: String) throws {
        let vault = try VaultFolder()
        try vault.scratch.write(text, to: SafetyFolder.name + "/Vault.store/journal.json")
        let cause = try refusal(of: vault)
        guard case .journal(.damaged(let path, let reason)) = cause else {
            Issue.record("\(String(describing: cause))")
            return
        }
        #expect(path.hasSuffix("/Vault.store/journal.json") && !reason.isEmpty)
    }

    @Test func aJournalOfAnotherVersion() throws {
        let vault = try VaultFolder()
        try vault.scratch.write(#"{"formatVersion":7}"# + "\nabc", to: SafetyFolder.name + "/Vault.store/journal.json")
        let cause = try refusal(of: vault)
        guard case .journal(.version(_, 7, 1)) = cause else {
            Issue.record("\(String(describing: cause))")
            return
        }
    }

    /// In the backup of a store that has the manifest's usual name, the manifest has a different name.
    @Test(arguments: ["manifest.json", "Manifest.JSON", "backup-manifest.json"])
    func aStoreNamedLikeAManifest(name: String) throws {
        let vault = try VaultFolder(name)
        _ = try vault.migrate()
        try vault.expectSecond()
        let backup = try #require(try vault.backups.first)
        #expect(backup.isIntact)
        #expect(backup.storeName == name)
        try SafeModelContainer.restore(backup, to: vault.store)
        try vault.expectFirst()
    }

    /// A generated column: SQLite would evaluate its expression, which can be anything, for each row that it copies.
    @Test(arguments: MigrationSafety.allCases)
    func aGeneratedColumn(_ safety: MigrationSafety) throws {
        let vault = try VaultFolder(notes: 8)
        do {
            let connection = try SQLiteConnection(path: vault.store.path, mode: .create)
            try connection.execute("ALTER TABLE ZNOTE ADD COLUMN ZEVIL TEXT AS (length(hex(zeroblob(400000000))))")
        }
        let error = try vault.failure(safety: safety)
        #expect(error.description.contains("ZNOTE has a generated column ZEVIL"), "\(error)")
        try vault.expectFirst(notes: 8)
    }
}
