import Foundation
import MigrationCrashModels
import PermafrostModel
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

/// A store of a retired version is rejected with the actions for the app, and nothing in its folder changes.
@Suite struct RetiredStoreTests {
    private static func hashes(_ version: any VersionedSchema.Type) throws -> [String] {
        try LiveVersion.of(version).hashes.values.map { Digest.hex($0) }.sorted()
    }

    private static func retired(_ version: any VersionedSchema.Type = VaultV1.self) throws -> Retired {
        Retired("1.0.0", hashes: try hashes(version), lastRelease: "2.3")
    }

    private static func plan(_ retired: [Retired]) -> MigrationPlan {
        MigrationPlan(schemas: [VaultV2.self, VaultV3.self], retired: retired) {
            Stage(from: VaultV2.self, to: VaultV3.self)
        }
    }

    @Test func aRetiredVersion() throws {
        let vault = try VaultFolder()
        let before = try vault.scratch.files()
        let retired = try Self.retired()
        for safety in [MigrationSafety.none, .backupOnly, .backupAndRollback] {
            let error = try vault.failure(Self.plan([retired]), to: VaultV3.self, safety: safety)
            #expect(error.cause == .version(.retired(retired)))
            #expect(error.backup == nil && error.storeURL == vault.store)
            #expect(
                error.description == """
                    Vault.store: the store has version 1.0.0, which the app no longer migrates (the last release that does is \
                    2.3). Keep the file, copy it for the user (SafeModelContainer.export), or begin with an empty store \
                    (SafeModelContainer.setAside). Nothing was changed.
                    """)
        }
        #expect(retired.actions == [.keepFile, .export, .startAnew])
        #expect(try vault.scratch.files() == before)
    }

    enum OwnPlan: SchemaMigrationPlan, RetiringMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [VaultV2.self, VaultV3.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: VaultV2.self, toVersion: VaultV3.self)] }
        static var retired: [Retired] { (try? [RetiredStoreTests.retired()]) ?? [] }
    }

    enum ValuePlan: DeclaredMigrationPlan {
        static var plan: MigrationPlan {
            MigrationPlan(schemas: [VaultV2.self], retired: (try? [RetiredStoreTests.retired()]) ?? []) {}
        }
    }

    /// A plan of every kind knows its retired versions. SwiftData's own container doesn't.
    @Test func everyKindOfPlan() throws {
        for plan in [MigrationPlan(OwnPlan.self), MigrationPlan(ValuePlan.self), ValuePlan.plan] {
            let vault = try VaultFolder()
            #expect(try plan.retired == [Self.retired()])
            #expect(try vault.failure(plan, to: VaultV2.self).cause == .version(.retired(Self.retired())))
        }
        let vault = try VaultFolder()
        #expect(throws: (any Error).self) {
            try ModelContainer(
                for: Schema(versionedSchema: VaultV2.self), migrationPlan: OwnPlan.self,
                configurations: ModelConfiguration(url: vault.store))
        }
    }

    /// Only a store whose entities all have the version's hashes has the retired version, and the plan's own versions and
    /// later versions come first.
    @Test func onlyStoresOfThatVersion() throws {
        let other = Retired("0.9.0", hashes: try Self.hashes(VaultV3.self))
        let vault = try VaultFolder()
        #expect(
            try vault.failure(Self.plan([other]), to: VaultV3.self).cause
                == .version(.unknown(nearest: "VaultV2 2.0.0")))
        #expect(
            try vault.failure(Self.plan([]), to: VaultV3.self).cause == .version(.unknown(nearest: "VaultV2 2.0.0")))
        // The plan lists the version, too.
        let plan = MigrationPlan(schemas: [VaultV1.self, VaultV2.self], retired: [try Self.retired()]) {
            Stage(from: VaultV1.self, to: VaultV2.self)
        }
        _ = try vault.migrate(plan, to: VaultV2.self)
        #expect(try vault.version() == .second)
    }

    /// A version with all of the store's entities, and more, isn't the store's version if another matches exactly.
    @Test func theVersionWithTheFewestEntities() throws {
        let more = Retired("1.1.0", hashes: try Self.hashes(VaultV1.self) + ["00"])
        let vault = try VaultFolder()
        let error = try vault.failure(Self.plan([more, try Self.retired()]), to: VaultV3.self)
        #expect(error.cause == .version(.retired(try Self.retired())))
        let part = try vault.failure(Self.plan([more]), to: VaultV3.self)
        #expect(part.cause == .version(.retired(more)))
    }

    @Test @MainActor func aLaunchOffersRemedies() async throws {
        let vault = try VaultFolder()
        let launch = MigrationLaunch(
            for: VaultV3.self, plan: Self.plan([try Self.retired()]), storeURL: vault.store)
        await launch.start()
        guard case .failed(let failure) = launch.phase else {
            Issue.record("\(launch.phase)")
            return
        }
        #expect(failure.remedies == [.export, .startAnew])
        await launch.startAnew()
        guard case .ready = launch.phase else {
            Issue.record("\(launch.phase)")
            return
        }
    }

    @Test func theActionsKeepTheData() throws {
        let vault = try VaultFolder()
        let bytes = try Data(contentsOf: vault.store)
        let folder = try SafeModelContainer.export(vault.store, to: vault.scratch.url)
        #expect(try Data(contentsOf: folder.appending(path: "Vault.store")) == bytes)
        #expect(try Data(contentsOf: vault.store) == bytes)
        try SafeModelContainer.setAside(vault.store)
        #expect(!FileManager.default.fileExists(atPath: vault.store.path))
        _ = try SafeModelContainer.make(for: VaultV3.self, plan: Self.plan([]), storeURL: vault.store)
    }
}
