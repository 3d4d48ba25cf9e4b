// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.

import PermafrostTesting
import XCTest

@testable import PostsExample

/// A 2.0.0 store migrates to 3.0.0 and keeps its data.
///
/// Kept, and compared row by row:
/// - `Post`: `content` (was `body`), `createdAt`, `id`, `tags`, `title`
final class PostsMigrationPlanMigrationV2ToV3Tests: XCTestCase {
    func testKeepsData() throws {
        let migration = try migrate(
            Fixture("2.0.0", group: "PostsMigrationPlan"), to: PostsSchemaV3.self, plan: PostsMigrationPlan.self)
        assertDataPreserved(
            migration,
            expecting: .changed(
                "Post.legacyAuthorName", because: "A name is cleared once it has become an author."),
            .added("Author", because: "Each name becomes one author."),
            .added("Post.author", because: "A post's author is the one of its previous name."))
    }
}
