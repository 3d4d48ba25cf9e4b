import Foundation
import PermafrostTesting
import SwiftData
import Testing

@testable import CartographerExample
@testable import PostsExample
@testable import UsersExample

/// The posts' plan with a stage that treats users who skip releases otherwise.
private enum ForgetfulPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { PostsMigrationPlan.schemas }
    static var stages: [MigrationStage] {
        let isLast = ProcessInfo.processInfo.environment["NEVER"] == nil
        return PostsMigrationPlan.stages.dropLast() + [
            .custom(
                fromVersion: PostsSchemaV3.self, toVersion: PostsSchemaV4.self, willMigrate: nil,
                didMigrate: { context in
                    guard isLast else { return }
                    for post in try context.fetch(FetchDescriptor<PostsSchemaV4.Post>()) {
                        // The names that 2.0.0 had are gone where the store was opened in between.
                        post.slug = UUID().uuidString
                    }
                    try context.save()
                })
        ]
    }
}

@Suite struct MatrixTests {
    @Test func everyPairOfVersionsIsThere() throws {
        let matrix = try MigrationMatrix(plan: PostsMigrationPlan.self)
        #expect(
            matrix.pairs.map(\.description) == [
                "1.0.0 → 2.0.0", "1.0.0 → 3.0.0", "1.0.0 → 4.0.0", "2.0.0 → 3.0.0", "2.0.0 → 4.0.0", "3.0.0 → 4.0.0",
            ])
    }

    /// Each in a process of its own: this bundle, with this test.
    @Test func bothWaysEndEqual() throws {
        assertMigrationMatrix(plan: CartographerMigrationPlan.self)
        let report = try verifyMigrationMatrix(plan: PostsMigrationPlan.self)
        #expect(report.isEqual, "\(report)")
        #expect(report.isIsolated)
    }

    @Test func whatEndsOtherwiseIsTold() throws {
        let matrix = try MigrationMatrix(plan: ForgetfulPlan.self, group: "PostsMigrationPlan")
        let pair = try #require(matrix.pairs.last)
        let problem = try #require(matrix.verify(pair).problem)
        #expect(problem.contains("Post.slug of row 1 was"))
        let excluded = matrix.verify(pair, excluding: ["Post.slug"])
        #expect(excluded.problem == nil)
        #expect(excluded.rows > 0)
    }

    @Test func aPlanWithoutFixturesFails() {
        #expect(throws: FixtureError.self) { try MigrationMatrix(plan: ForgetfulPlan.self) }
        #expect(throws: MigrationTestError.self) {
            try MigrationMatrix(plan: UsersMigrationPlan.self, group: "PostsMigrationPlan")
        }
    }
}
