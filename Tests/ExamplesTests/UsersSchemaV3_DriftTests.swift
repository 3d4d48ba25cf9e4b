// Written by `permafrost scaffold`. You can edit it, because the command never overwrites it. To regenerate it,
// delete it first.

import PermafrostTesting
import XCTest

@testable import UsersExample

/// `UsersSchemaV3` hasn't changed since 3.0.0 was frozen.
final class UsersSchemaV3_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: UsersSchemaV3.self, frozenAs: "3.0.0", group: "UsersMigrationPlan")
    }
}
