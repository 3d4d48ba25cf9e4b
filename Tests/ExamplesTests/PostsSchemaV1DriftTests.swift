// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: 498e79e396b3d2d4

import PermafrostTesting
import XCTest

@testable import PostsExample

/// `PostsSchemaV1` hasn't changed since 1.0.0 was frozen.
final class PostsSchemaV1DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: PostsSchemaV1.self, frozenAs: "1.0.0", group: "PostsMigrationPlan")
    }
}
