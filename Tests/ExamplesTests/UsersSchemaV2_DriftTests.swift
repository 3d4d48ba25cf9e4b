// Written by `permafrost scaffold`. You can edit it, because the command never overwrites it. To regenerate it,
// delete it first.

import PermafrostTesting
import XCTest

@testable import UsersExample

/// `UsersSchemaV2` hasn't changed since 2.0.0 was frozen.
final class UsersSchemaV2_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: UsersSchemaV2.self, frozenAs: "2.0.0", group: "UsersMigrationPlan")
    }
}
