// Written by `permafrost scaffold`. Edit it as you like: it is never overwritten. To have it written again, remove it
// first.

import PermafrostTesting
import XCTest

@testable import UsersExample

/// `UsersSchemaV2` is unchanged since 2.0.0 was frozen.
final class UsersSchemaV2_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: UsersSchemaV2.self, frozenAs: "2.0.0", group: "UsersMigrationPlan")
    }
}
