// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: e133e5f5010c20d5

import PermafrostTesting
import XCTest

@testable import PostsExample

/// `PostsSchemaV1` hasn't changed since 1.0.0 was frozen.
final class PostsSchemaV1_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: PostsSchemaV1.self, frozenAs: "1.0.0", group: "PostsMigrationPlan")
    }
}
