// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: 4c0ed955c309e541

import PermafrostTesting
import XCTest

@testable import UsersExample

/// `UsersSchemaV1` hasn't changed since 1.0.0 was frozen.
final class UsersSchemaV1DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: UsersSchemaV1.self, frozenAs: "1.0.0", group: "UsersMigrationPlan")
    }
}
