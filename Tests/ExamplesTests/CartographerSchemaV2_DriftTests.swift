// Written by `permafrost scaffold`. Edit it as you like: the command never overwrites it. To write it again, delete
// it first.

import PermafrostTesting
import XCTest

@testable import CartographerExample

/// `CartographerSchemaV2` hasn't changed since 2.0.0 was frozen.
final class CartographerSchemaV2_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: CartographerSchemaV2.self, frozenAs: "2.0.0", group: "CartographerMigrationPlan")
    }
}
