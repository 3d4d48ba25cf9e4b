// Written by `permafrost scaffold`, and yours: edit it as you like. It is never overwritten; to have it written
// anew, remove it first.

import PermafrostTesting
import XCTest

@testable import PostsExample

/// `PostsSchemaV4` is declared as it was when 4.0.0 was frozen.
final class PostsSchemaV4_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: PostsSchemaV4.self, frozenAs: "4.0.0", group: "PostsMigrationPlan")
    }
}
