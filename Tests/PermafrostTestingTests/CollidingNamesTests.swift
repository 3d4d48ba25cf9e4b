import CollidingNames
import Foundation
import Permafrost
import PermafrostTesting
import SwiftData
import Testing

@testable import PostsExample

/// Tests in a file that also imports a module with types and functions of the same names. Calls don't need a module's
/// name, but a type in a declaration does, such as `Permafrost.Stage`.
@Suite struct CollidingNamesTests {
    private static let stages: [Permafrost.Stage] = [
        Stage(from: PostsSchemaV1.self, to: PostsSchemaV2.self),
        Stage(from: PostsSchemaV2.self, to: PostsSchemaV3.self) {
            Rename(\PostsSchemaV2.Post.body, to: \PostsSchemaV3.Post.content)
            Backfill(\PostsSchemaV3.Post.content) { post in post.title }
            CustomOperation("nothing", didMigrate: { _ in })
            Deduplicate(\PostsSchemaV2.Post.title, keep: .first)
            DeleteWhere(PostsSchemaV2.Post.self, #Predicate { $0.title == "" })
            Assert.unique(\PostsSchemaV3.Author.name)
        },
    ]

    @Test func aPlan() {
        let plan = MigrationPlan(schemas: [PostsSchemaV1.self, PostsSchemaV2.self, PostsSchemaV3.self]) {
            Self.stages[0]
            Stage(from: PostsSchemaV2.self, to: PostsSchemaV3.self) {
                DeleteAll(PostsSchemaV2.Post.self)
                Rename(\PostsSchemaV2.Post.body, to: \PostsSchemaV3.Post.content)
            }
        }
        #expect(plan.schemas.count == 3)
    }

    @Test func tests() throws {
        let old = try fixture(schema: PostsSchemaV1.self) { context in
            context.insert(PostsSchemaV1.Post(title: "Hello", body: "World"))
        }
        let migrated: PermafrostTesting.Migration = try migrate(
            old, to: PostsSchemaV2.self, plan: PostsMigrationPlan.self)
        assertDataPreserved(migrated)
        let many: PermafrostTesting.Fixture = try seed(schema: PostsSchemaV1.self, count: 3)
        let second = try migrate(many, to: PostsSchemaV2.self, plan: PostsMigrationPlan.self)
        // The copies of the store are deleted with the migration.
        let counts = try withExtendedLifetime(second) { try second.after.rowCounts() }
        #expect(counts["Post"] == 3)
    }

    /// The other module's declarations stay usable as well.
    @Test func theOtherModulesDeclarationsStayUsable() {
        CollidingNames.migrate(CollidingNames.fixture("a"))
        seed(1)
        _ = CollidingNames.Stage()
    }
}
