import Permafrost
import PermafrostTesting
import SwiftData
import Testing

@testable import PostsExample

/// Losses that a plan or a test declares with `Drop`.
@Suite struct DroppedDataTests {
    private func migration(_ operations: any MigrationOperation...) throws -> Migration {
        let plan = MigrationPlan(schemas: [PostsSchemaV3.self, PostsSchemaV4.self]) {
            Stage(from: PostsSchemaV3.self, to: PostsSchemaV4.self) { for operation in operations { operation } }
        }
        return try migrate(Fixture("3.0.0", group: "PostsMigrationPlan"), to: PostsSchemaV4.self, plan: plan)
    }

    /// A loss is declared once in the plan, or in the test.
    @Test func aDeclaredLossIsAccepted() throws {
        let drop = Drop(\PostsSchemaV3.Post.legacyAuthorName, because: "nothing reads it any more")
        let planned = try verifyDataPreserved(try migration(drop))
        #expect(planned.passed, "\(planned)")
        let undeclared = try migration()
        #expect(try verifyDataPreserved(undeclared).differences.map(\.path) == ["Post.legacyAuthorName"])
        let dropping = try verifyDataPreserved(undeclared, dropping: [drop])
        #expect(dropping.passed, "\(dropping)")
        assertDataPreserved(undeclared, dropping: drop)
    }

    @Test func aDeclaredLossThatDoesNotHappenIsReported() throws {
        let migration = try migration(Drop(\PostsSchemaV3.Post.legacyAuthorName, because: "unused"))
        let expected = [
            (
                Drop(\PostsSchemaV3.Post.title, because: "x"),
                "Post.title is declared as dropped, but the newer version still has it"
            ),
            (
                Drop(PostsSchemaV3.Author.self, because: "x"),
                "Author is declared as dropped, but the newer version still has it"
            ),
            (
                Drop(\PostsSchemaV1.Post.body, because: "x"),
                "Post.body is declared as dropped, but the older version doesn't store it"
            ),
        ]
        for (drop, text) in expected {
            let found = try verifyDataPreserved(migration, dropping: [drop])
            #expect(found.differences.map(\.description) == [text])
        }
    }

    /// A renamed property keeps its values, whichever way its removal is declared.
    @Test func aRenamedPropertyIsNotDropped() throws {
        let migration = try migrate(
            Fixture("2.0.0", group: "PostsMigrationPlan"), to: PostsSchemaV3.self, plan: PostsMigrationPlan.self)
        let dropped = try verifyDataPreserved(
            migration, dropping: [Drop(\PostsSchemaV2.Post.body, because: "never shown")])
        #expect(
            dropped.differences.map(\.description).contains(
                "Post.body is declared as dropped, but it keeps its values as Post.content"), "\(dropped)")
        let removed = try verifyDataPreserved(migration, expecting: [.removed("Post.body", because: "never shown")])
        #expect(
            removed.differences.map(\.description).contains(
                "Post.body is declared as removed, but it keeps its values as Post.content"), "\(removed)")
    }
}
