// Written by `permafrost scaffold`. You can edit it, because the command never overwrites it. To regenerate it,
// delete it first.

import PermafrostTesting
import XCTest

@testable import PostsExample

/// `PostsSchemaV1` hasn't changed since 1.0.0 was frozen.
final class PostsSchemaV1_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: PostsSchemaV1.self, frozenAs: "1.0.0", group: "PostsMigrationPlan")
    }
}
