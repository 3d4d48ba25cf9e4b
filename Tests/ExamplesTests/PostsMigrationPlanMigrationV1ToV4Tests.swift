// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.

import PermafrostTesting
import XCTest

@testable import PostsExample

/// A 1.0.0 store migrates to 4.0.0 and keeps its data.
///
/// Kept, and compared row by row:
/// - `Post`: `content` (was `body`), `createdAt`, `id`, `tags`, `title`
final class PostsMigrationPlanMigrationV1ToV4Tests: XCTestCase {
    func testKeepsData() throws {
        let migration = try migrate(
            Fixture("1.0.0", group: "PostsMigrationPlan"), to: PostsSchemaV4.self, plan: PostsMigrationPlan.self)
        // Posts of 1.0.0 have no author name, so no author is created.
        assertDataPreserved(
            migration,
            expecting: .added("Post.publishedAt", because: "A post that was there counts as published when created."),
            .added("Post.slug", because: "The slug is made of the title."))
    }
}
