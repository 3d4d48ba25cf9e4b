// Written by `permafrost scaffold`. You can edit it, because the command never overwrites it. To regenerate it,
// delete it first.

import PermafrostTesting
import XCTest

@testable import UsersExample

/// `UsersSchemaV1` hasn't changed since 1.0.0 was frozen.
final class UsersSchemaV1_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: UsersSchemaV1.self, frozenAs: "1.0.0", group: "UsersMigrationPlan")
    }
}
