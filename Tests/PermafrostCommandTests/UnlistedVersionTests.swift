import PermafrostTestSupport
import Testing

/// A version that was removed from its plan's list is still declared, and no plan opens its stores.
@Suite struct UnlistedVersionTests {
    @Test func aVersionOutOfItsPlanIsToldFromOneThatIsGone() throws {
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
        #expect(check.output.contains("does not list PostsSchemaV1 any more, which is declared at"), "\(check)")
        #expect(check.output.contains("Put PostsSchemaV1 back into the list of PostsMigrationPlan"), "\(check)")
        #expect(!check.output.contains("nothing declares it any more"), "\(check)")
        // It is frozen in its plan's group, and isn't frozen again outside the group.
        #expect(!check.output.contains("not frozen"), "\(check)")
        let frozen = try copy.files().filter { $0.key.hasPrefix("Fixtures/") }
        let freeze = try Tool.run("freeze", "--all", in: copy)
        #expect(freeze.status == 0 && freeze.output.contains("frozen   1.0.0  PostsSchemaV1"), "\(freeze)")
        #expect(try copy.files().filter { $0.key.hasPrefix("Fixtures/") } == frozen)
        let lint = try Tool.run("lint", in: copy)
        #expect(lint.status == 1)
        #expect(lint.output.contains("PostsSchemaV1 is declared and in no plan's list"), "\(lint)")
        #expect(lint.output.contains("PF0230"), "\(lint)")
    }
}
