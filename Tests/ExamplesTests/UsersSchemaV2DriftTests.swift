// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: 83e967f091c472e1

import PermafrostTesting
import XCTest

@testable import UsersExample

/// `UsersSchemaV2` hasn't changed since 2.0.0 was frozen.
final class UsersSchemaV2DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: UsersSchemaV2.self, frozenAs: "2.0.0", group: "UsersMigrationPlan")
    }
}
