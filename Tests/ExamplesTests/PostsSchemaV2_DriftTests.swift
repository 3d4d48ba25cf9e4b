// Written by `permafrost scaffold`. Edit it as you like: the command never overwrites it. To write it again, delete
// it first.

import PermafrostTesting
import XCTest

@testable import PostsExample

/// `PostsSchemaV2` hasn't changed since 2.0.0 was frozen.
final class PostsSchemaV2_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: PostsSchemaV2.self, frozenAs: "2.0.0", group: "PostsMigrationPlan")
    }
}
