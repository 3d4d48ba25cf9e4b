// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: 33a0a207d3e4da9a

import PermafrostTesting
import XCTest

@testable import UsersExample

/// `UsersSchemaV1` hasn't changed since 1.0.0 was frozen.
final class UsersSchemaV1_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: UsersSchemaV1.self, frozenAs: "1.0.0", group: "UsersMigrationPlan")
    }
}
