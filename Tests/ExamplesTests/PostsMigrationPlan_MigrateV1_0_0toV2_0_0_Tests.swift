// Written by `permafrost scaffold`. Edit it as you like: it is never overwritten. To have it written again, remove it
// first.

import PermafrostTesting
import XCTest

@testable import PostsExample

/// A store of 1.0.0 comes to 2.0.0 with its data.
///
/// Carried over, and checked row by row:
/// - `Post`: `body`, `createdAt`, `id`, `tags`, `title`
///
/// New, and checked to be at its default in every row:
/// - `Post.authorName`: nil
final class PostsMigrationPlan_MigrateV1_0_0toV2_0_0_Tests: XCTestCase {
    func testKeepsData() throws {
        let migration = try migrate(
            Fixture("1.0.0", group: "PostsMigrationPlan"), to: PostsSchemaV2.self, plan: PostsMigrationPlan.self)
        assertDataPreserved(migration)
    }
}
