import Foundation
import PermafrostTestSupport
import Testing

/// A freeze doesn't write a version that a check would then reject.
@Suite struct RejectedVersionTests {
    private static let plan = "Sources/Posts/PostsMigrationPlan.swift"

    /// Returns the Posts example with an additional last version that has the previous version's hashes.
    private func project(_ comment: String = "") throws -> ScratchFolder {
        let copy = try Tool.copy(of: "Posts")
        let source = """
            import SwiftData

            \(comment)
            enum PostsSchemaV5: VersionedSchema {
                static let versionIdentifier = Schema.Version(5, 0, 0)
                static var models: [any PersistentModel.Type] { PostsSchemaV4.models }
            }
            """
        try copy.write(source, to: "Sources/Posts/PostsSchemaV5.swift")
        try copy.edit(Self.plan, "V4.self]\n    ) {", "V4.self, PostsSchemaV5.self]\n    ) {")
        return copy
    }

    @Test(arguments: [["5.0.0"], ["--all"], ["5.0.0", "--force"]]) func equalHashes(_ arguments: [String]) throws {
        let copy = try project()
        let freeze = try Tool.run(["freeze"] + arguments, in: copy.url, cache: copy)
        #expect(freeze.status == 2, "\(freeze)")
        #expect(
            freeze.errors.contains("5.0.0 wasn't frozen, because check would report an error [PF0202]. "), "\(freeze)")
        #expect(freeze.errors.contains("PostsSchemaV5.swift:4:"), "\(freeze)")
        #expect(!FileManager.default.fileExists(atPath: copy.path("Fixtures/5.0.0")))
        #expect(FileManager.default.fileExists(atPath: copy.path("Fixtures/4.0.0")) == arguments.contains("--all"))
    }

    /// A comment has the same effect on a freeze as on a check.
    @Test func aCommentWithAReasonAllowsTheFreeze() throws {
        let copy = try project("// permafrost:ignore PF0202 because no container has this plan")
        #expect(try Tool.run("freeze", "5.0.0", in: copy).status == 0)
    }
}
