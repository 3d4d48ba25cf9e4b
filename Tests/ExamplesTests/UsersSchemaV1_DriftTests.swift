// Written by `permafrost scaffold`. Edit it as you like: it is never overwritten. To have it written again, remove it
// first.

import PermafrostTesting
import XCTest

@testable import UsersExample

/// `UsersSchemaV1` is unchanged since 1.0.0 was frozen.
final class UsersSchemaV1_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: UsersSchemaV1.self, frozenAs: "1.0.0", group: "UsersMigrationPlan")
    }
}
