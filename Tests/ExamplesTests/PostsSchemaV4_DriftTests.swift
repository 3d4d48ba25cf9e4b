// Written by `permafrost scaffold`. You can edit it, because the command never overwrites it. To regenerate it,
// delete it first.

import PermafrostTesting
import XCTest

@testable import PostsExample

/// `PostsSchemaV4` hasn't changed since 4.0.0 was frozen.
final class PostsSchemaV4_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: PostsSchemaV4.self, frozenAs: "4.0.0", group: "PostsMigrationPlan")
    }
}
