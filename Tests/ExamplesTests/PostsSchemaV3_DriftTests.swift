// Written by `permafrost scaffold`. You can edit it, because the command never overwrites it. To regenerate it,
// delete it first.

import PermafrostTesting
import XCTest

@testable import PostsExample

/// `PostsSchemaV3` hasn't changed since 3.0.0 was frozen.
final class PostsSchemaV3_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: PostsSchemaV3.self, frozenAs: "3.0.0", group: "PostsMigrationPlan")
    }
}
