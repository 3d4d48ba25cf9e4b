// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: 4cc5d980bb42f51b

import PermafrostTesting
import XCTest

@testable import PostsExample

/// `PostsSchemaV4` hasn't changed since 4.0.0 was frozen.
final class PostsSchemaV4_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: PostsSchemaV4.self, frozenAs: "4.0.0", group: "PostsMigrationPlan")
    }
}
