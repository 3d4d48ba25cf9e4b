// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.

import PermafrostTesting
import XCTest

@testable import PostsExample

/// A 3.0.0 store migrates to 4.0.0 and keeps its data.
///
/// Kept, and compared row by row:
/// - `Author`: `name`, `posts`
/// - `Post`: `author`, `content`, `createdAt`, `id`, `tags`, `title`
final class PostsMigrationPlanMigrationV3ToV4Tests: XCTestCase {
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
