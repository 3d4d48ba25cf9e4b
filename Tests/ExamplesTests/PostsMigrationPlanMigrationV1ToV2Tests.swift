// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: 7dc1e6785aae1584

import PermafrostTesting
import XCTest

@testable import PostsExample

/// A 1.0.0 store migrates to 2.0.0 and keeps its data.
///
/// Kept, and compared row by row:
/// - `Post`: `body`, `createdAt`, `id`, `tags`, `title`
///
/// New, and compared with its default in every row:
/// - `Post.authorName`: nil
final class PostsMigrationPlanMigrationV1ToV2Tests: XCTestCase {
    func testKeepsData() throws {
        let migration = try migrate(
            Fixture("1.0.0", group: "PostsMigrationPlan"), to: PostsSchemaV2.self, plan: PostsMigrationPlan.self)
        assertDataPreserved(migration)
    }
}
