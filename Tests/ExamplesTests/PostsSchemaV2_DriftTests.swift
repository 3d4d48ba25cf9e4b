// Written by `permafrost scaffold`. You can edit it, because the command never overwrites it. To regenerate it,
// delete it first.

import PermafrostTesting
import XCTest

@testable import PostsExample

/// `PostsSchemaV2` hasn't changed since 2.0.0 was frozen.
final class PostsSchemaV2_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: PostsSchemaV2.self, frozenAs: "2.0.0", group: "PostsMigrationPlan")
    }
}
