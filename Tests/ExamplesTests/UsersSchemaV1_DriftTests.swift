// Written by `permafrost scaffold`, and yours: edit it as you like. It is never overwritten; to have it written
// anew, remove it first.

import PermafrostTesting
import XCTest

@testable import UsersExample

/// `UsersSchemaV1` is declared as it was when 1.0.0 was frozen.
final class UsersSchemaV1_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: UsersSchemaV1.self, frozenAs: "1.0.0", group: "UsersMigrationPlan")
    }
}
