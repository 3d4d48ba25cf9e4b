// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: 322817b1f4fd8c49

import PermafrostTesting
import XCTest

@testable import CartographerExample

/// `CartographerSchemaV2` hasn't changed since 2.0.0 was frozen.
final class CartographerSchemaV2DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: CartographerSchemaV2.self, frozenAs: "2.0.0", group: "CartographerMigrationPlan")
    }
}
