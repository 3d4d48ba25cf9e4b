// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: d52b10cbca12aa1a

import PermafrostTesting
import XCTest

@testable import PostsExample

/// `PostsSchemaV2` hasn't changed since 2.0.0 was frozen.
final class PostsSchemaV2DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: PostsSchemaV2.self, frozenAs: "2.0.0", group: "PostsMigrationPlan")
    }
}
