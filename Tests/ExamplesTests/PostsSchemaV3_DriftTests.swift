// Written by `permafrost scaffold`, and yours: edit it as you like. It is never overwritten; to have it written
// anew, remove it first.

import PermafrostTesting
import XCTest

@testable import PostsExample

/// `PostsSchemaV3` is declared as it was when 3.0.0 was frozen.
final class PostsSchemaV3_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: PostsSchemaV3.self, frozenAs: "3.0.0", group: "PostsMigrationPlan")
    }
}
