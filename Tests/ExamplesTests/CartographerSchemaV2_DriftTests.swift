// Written by `permafrost scaffold`. You can edit it, because the command never overwrites it. To regenerate it,
// delete it first.

import PermafrostTesting
import XCTest

@testable import CartographerExample

/// `CartographerSchemaV2` hasn't changed since 2.0.0 was frozen.
final class CartographerSchemaV2_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: CartographerSchemaV2.self, frozenAs: "2.0.0", group: "CartographerMigrationPlan")
    }
}
