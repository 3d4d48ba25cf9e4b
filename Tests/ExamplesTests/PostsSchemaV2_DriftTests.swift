// Written by `permafrost scaffold`. Edit it as you like: it is never overwritten. To have it written again, remove it
// first.

import PermafrostTesting
import XCTest

@testable import PostsExample

/// `PostsSchemaV2` is unchanged since 2.0.0 was frozen.
final class PostsSchemaV2_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: PostsSchemaV2.self, frozenAs: "2.0.0", group: "PostsMigrationPlan")
    }
}
