// Written by `permafrost scaffold`. Edit it as you like: it is never overwritten. To have it written again, remove it
// first.

import PermafrostTesting
import XCTest

@testable import PostsExample

/// `PostsSchemaV3` is unchanged since 3.0.0 was frozen.
final class PostsSchemaV3_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: PostsSchemaV3.self, frozenAs: "3.0.0", group: "PostsMigrationPlan")
    }
}
