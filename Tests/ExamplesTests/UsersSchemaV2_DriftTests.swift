// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: bcdca51b03fff80e

import PermafrostTesting
import XCTest

@testable import UsersExample

/// `UsersSchemaV2` hasn't changed since 2.0.0 was frozen.
final class UsersSchemaV2_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: UsersSchemaV2.self, frozenAs: "2.0.0", group: "UsersMigrationPlan")
    }
}
