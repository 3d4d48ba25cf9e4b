// Written by `permafrost scaffold`. Edit it as you like: it is never overwritten. To have it written again, remove it
// first.

import PermafrostTesting
import XCTest

@testable import PostsExample

/// A store of 3.0.0 comes to 4.0.0 with its data.
///
/// Carried over, and checked row by row:
/// - `Author`: `name`, `posts`
/// - `Post`: `author`, `content`, `createdAt`, `id`, `tags`, `title`
final class PostsMigrationPlan_MigrateV3_0_0toV4_0_0_Tests: XCTestCase {
    func testKeepsData() throws {
        let migration = try migrate(
            Fixture("3.0.0", group: "PostsMigrationPlan"), to: PostsSchemaV4.self, plan: PostsMigrationPlan.self)
        assertDataPreserved(
            migration,
            expecting: .removed(
                "Post.legacyAuthorName", because: "Version 3.0.0 made authors of the names, and keeps none."),
            .added("Post.publishedAt", because: "A post that was there counts as published when created."),
            .added("Post.slug", because: "The slug is made of the title."))
    }
}
