import Foundation
import SwiftData
import Testing

@testable import Permafrost
@testable import PostsExample

@Suite struct PlanTests {
    @Test func aPlanOfTheAppsOwnTypeOpensAStore() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("plan-\(UUID().uuidString).store")
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) } }
        let schema = Schema(versionedSchema: PostsSchemaV4.self)
        let container = try PlanContainer.open(
            schema: schema, plan: MigrationPlan(PostsMigrationPlan.self),
            configurations: [ModelConfiguration(schema: schema, url: url, cloudKitDatabase: .none)])
        #expect(container.schema.version == PostsSchemaV4.versionIdentifier)
        #expect(try LiveVersion.of(PostsSchemaV4.self).hashes.count == 2)
    }

    @Test func aDeclaredPlanIncludesItsHooks() throws {
        let plan = MigrationPlan(HookedPlan.self)
        #expect(plan.preMigration == nil)
        #expect(throws: HookedPlan.Told.self) {
            try plan.postMigration?(
                MigrationHookContext(
                    storeURL: URL(filePath: "/"), sourceVersion: Schema.Version(1, 0, 0),
                    destinationVersion: Schema.Version(2, 0, 0),
                    container: nil))
        }
        #expect(MigrationPlan(HookedPlan.self, preMigration: { _ in }).preMigration != nil)
    }
}

private enum HookedPlan: DeclaredMigrationPlan {
    struct Told: Error {}

    static let tell: MigrationHook = { _ in throw Told() }
    static let plan = MigrationPlan(schemas: [PostsSchemaV1.self, PostsSchemaV2.self], postMigration: tell) {
        Stage(from: PostsSchemaV1.self, to: PostsSchemaV2.self)
    }
}
