// Written by `permafrost scaffold`. You can edit it, because the command never overwrites it. To regenerate it,
// delete it first.

import PermafrostTesting
import XCTest

@testable import CartographerExample

/// `CartographerSchemaV1` hasn't changed since 1.0.0 was frozen.
final class CartographerSchemaV1_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: CartographerSchemaV1.self, frozenAs: "1.0.0", group: "CartographerMigrationPlan")
    }
}
