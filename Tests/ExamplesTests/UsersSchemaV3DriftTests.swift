// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: 036f0863704919b8

import PermafrostTesting
import XCTest

@testable import UsersExample

/// `UsersSchemaV3` hasn't changed since 3.0.0 was frozen.
final class UsersSchemaV3DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: UsersSchemaV3.self, frozenAs: "3.0.0", group: "UsersMigrationPlan")
    }
}
