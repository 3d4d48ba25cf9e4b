import Foundation
import MigrationCrashModels
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost

/// Plans without stages. SwiftData infers the migrations of their stores, so the safe container, dry runs and
/// step-by-step migrations do too.
@Suite struct UnstagedPlanTests {
    enum Listed: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [VaultV1.self, VaultV2.self] }
        static var stages: [MigrationStage] { [] }
    }
    /// Doesn't list the version of the stores.
    enum Unlisted: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [VaultV2.self] }
        static var stages: [MigrationStage] { [] }
    }
    enum Staged: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [VaultV2.self, VaultV3.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: VaultV2.self, toVersion: VaultV3.self)] }
    }

    private static let plans = [
        MigrationPlan(Listed.self), MigrationPlan(Unlisted.self),
        MigrationPlan(schemas: [VaultV1.self, VaultV2.self]) {}, MigrationPlan(schemas: [VaultV2.self]) {},
    ]

    @Test(arguments: plans.indices, [MigrationSafety.none, .backupAndRollback])
    func theSafeContainer(_ index: Int, _ safety: MigrationSafety) throws {
        let vault = try VaultFolder()
        let container = try vault.migrate(Self.plans[index], to: VaultV2.self, safety: safety)
        let notes = try ModelContext(container).fetch(FetchDescriptor<VaultV2.Note>())
        #expect(notes.count == 30 && notes.allSatisfy { $0.content == "note \($0.number)" })
        #expect(try vault.version() == .second)
    }

    @Test(arguments: plans.indices) func aDryRunAndAStepByStepMigration(_ index: Int) throws {
        let vault = try VaultFolder()
        let plan = Self.plans[index]
        let report = try SafeModelContainer.dryRun(for: VaultV2.self, plan: plan, storeURL: vault.store)
        #expect(report.error == nil && report.steps.map(\.kind) == [.lightweight], "\(report)")
        #expect(report.from == Schema.Version(1, 0, 0))
        #expect(try vault.version() == .first)
        let migration = ProgressiveMigration(store: vault.store, plan: plan)
        #expect(try migration.stepCount == 1)
        try migration.perform()
        #expect(try vault.version() == .second)
        #expect(try migration.stepCount == 0)
    }

    /// SwiftData would migrate the store backward, and lose values.
    @Test(arguments: plans.indices) func aNewerStore(_ index: Int) throws {
        let vault = try VaultFolder(notes: nil)
        _ = try ModelContainer(
            for: Schema(versionedSchema: VaultV3.self), configurations: ModelConfiguration(url: vault.store))
        let error = try vault.failure(Self.plans[index], to: VaultV2.self)
        #expect(error.cause == .version(.newer(store: "3.0.0", wanted: "2.0.0")))
        #expect(try vault.version() == .third)
    }

    /// The part of a plan up to its first version has no stage either.
    @Test func aNewerStoreAndAPartOfAPlan() throws {
        let vault = try VaultFolder()
        _ = try vault.migrate(VaultStore.plan, to: VaultV2.self)
        let error = #expect(throws: MigrationError.self) { try VaultStore.plan.open(vault.store, as: VaultV1.self) }
        #expect(error?.cause == .version(.newer(store: "2.0.0", wanted: "1.0.0")))
        #expect(try vault.version() == .second)
    }

    /// With a stage, the same store matches no version.
    @Test func theFirstStage() throws {
        let vault = try VaultFolder()
        let error = try vault.failure(MigrationPlan(Staged.self), to: VaultV3.self)
        #expect(error.cause == .version(.unknown(nearest: "VaultV2 2.0.0")))
        _ = try vault.migrate(MigrationPlan(Unlisted.self), to: VaultV2.self)
        _ = try vault.migrate(MigrationPlan(Staged.self), to: VaultV3.self)
        #expect(try vault.version() == .third)
    }

    enum Foreign: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Parcel.self] }
        @Model final class Parcel {
            var weight: Int = 0
            init() {}
        }
    }

    /// An inferred migration would delete everything in the store of another app.
    @Test func aStoreOfAnotherApp() throws {
        let vault = try VaultFolder()
        let error = try vault.failure(MigrationPlan(schemas: [Foreign.self]) {}, to: Foreign.self)
        #expect(error.cause == .version(.foreign(entities: ["Event", "Note"])))
    }

    enum Twin: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 1, 0)
        static var models: [any PersistentModel.Type] { VaultV1.models }
    }

    /// `validate()` warns about equal hashes, and misses no stage.
    @Test func validation() {
        let unstaged = MigrationPlan(schemas: [VaultV1.self, Twin.self, VaultV2.self]) {}.validate()
        #expect(unstaged.map(\.kind) == [.duplicateHashes] && unstaged.map(\.severity) == [.warning], "\(unstaged)")
        let staged = MigrationPlan(schemas: [VaultV1.self, Twin.self, VaultV2.self]) {
            Stage(from: VaultV1.self, to: Twin.self)
            Stage(from: Twin.self, to: VaultV2.self)
        }.validate()
        #expect(staged.contains { $0.kind == .duplicateHashes && $0.severity == .error }, "\(staged)")
        let partial = MigrationPlan(schemas: [VaultV1.self, VaultV2.self, VaultV3.self]) {
            Stage(from: VaultV1.self, to: VaultV2.self)
        }.validate()
        #expect(partial.contains { $0.kind == .missingStage }, "\(partial)")
    }
}
