import PermafrostTestSupport
import Testing

/// A version that was removed from its plan's list is still declared, and no plan opens its stores.
@Suite struct UnlistedVersionTests {
    @Test func anUnlistedVersionDiffersFromARemovedOne() throws {
        let copy = try Tool.copy(of: "Posts")
        #expect(try Tool.run("freeze", "--all", in: copy).status == 0)
        try copy.edit(
            "Sources/Posts/PostsMigrationPlan.swift",
            "schemas: [PostsSchemaV1.self, PostsSchemaV2.self, PostsSchemaV3.self, PostsSchemaV4.self]",
            "schemas: [PostsSchemaV2.self, PostsSchemaV3.self, PostsSchemaV4.self]")
        try copy.edit(
            "Sources/Posts/PostsMigrationPlan.swift", "Stage(from: PostsSchemaV1.self, to: PostsSchemaV2.self)\n", "\n")

        let check = try Tool.run("check", in: copy)
        #expect(check.status == 1)
        #expect(check.output.contains("no longer lists PostsSchemaV1, which is declared at"), "\(check)")
        #expect(check.output.contains("Add PostsSchemaV1 and its stages to PostsMigrationPlan again"), "\(check)")
        #expect(!check.output.contains("is no longer declared"), "\(check)")
        // It is frozen where its plan has it, and is not to be frozen by itself.
        #expect(!check.output.contains("not frozen"), "\(check)")
        let frozen = try copy.files().filter { $0.key.hasPrefix("Fixtures/") }
        let freeze = try Tool.run("freeze", "--all", in: copy)
        #expect(freeze.status == 0 && freeze.output.contains("frozen   1.0.0  PostsSchemaV1"), "\(freeze)")
        #expect(try copy.files().filter { $0.key.hasPrefix("Fixtures/") } == frozen)
        let lint = try Tool.run("lint", in: copy)
        #expect(lint.status == 0)
        #expect(lint.output.contains("PostsSchemaV1 is declared, but no plan lists it"), "\(lint)")
        #expect(lint.output.contains("PF0230"), "\(lint)")
    }
}
