// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: 1db6ada170945ca1

import PermafrostTesting
import XCTest

@testable import PostsExample

/// `PostsSchemaV3` hasn't changed since 3.0.0 was frozen.
final class PostsSchemaV3DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: PostsSchemaV3.self, frozenAs: "3.0.0", group: "PostsMigrationPlan")
    }
}
