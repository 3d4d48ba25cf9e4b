// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: 4add0dadaaca18ea

import PermafrostTesting
import XCTest

@testable import PostsExample

/// `PostsSchemaV4` hasn't changed since 4.0.0 was frozen.
final class PostsSchemaV4DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: PostsSchemaV4.self, frozenAs: "4.0.0", group: "PostsMigrationPlan")
    }
}
