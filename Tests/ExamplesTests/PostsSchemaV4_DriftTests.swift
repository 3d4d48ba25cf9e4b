// Written by `permafrost scaffold`. Edit it as you like: it is never overwritten. To have it written again, remove it
// first.

import PermafrostTesting
import XCTest

@testable import PostsExample

/// `PostsSchemaV4` is unchanged since 4.0.0 was frozen.
final class PostsSchemaV4_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: PostsSchemaV4.self, frozenAs: "4.0.0", group: "PostsMigrationPlan")
    }
}
