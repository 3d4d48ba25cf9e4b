// Written by `permafrost scaffold`, and yours: edit it as you like. It is never overwritten; to have it written
// anew, remove it first.

import PermafrostTesting
import XCTest

@testable import UsersExample

/// `UsersSchemaV2` is declared as it was when 2.0.0 was frozen.
final class UsersSchemaV2_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: UsersSchemaV2.self, frozenAs: "2.0.0", group: "UsersMigrationPlan")
    }
}
