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
        let container = try PlannedContainer.open(
            schema: schema, plan: MigrationPlan(PostsMigrationPlan.self),
            configurations: [ModelConfiguration(schema: schema, url: url, cloudKitDatabase: .none)])
        #expect(container.schema.version == PostsSchemaV4.versionIdentifier)
        #expect(try VersionIdentity.of(PostsSchemaV4.self).hashes.count == 2)
    }
}
