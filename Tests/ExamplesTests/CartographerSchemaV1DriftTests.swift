// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: 1864fc526c1ebcc5

import PermafrostTesting
import XCTest

@testable import CartographerExample

/// `CartographerSchemaV1` hasn't changed since 1.0.0 was frozen.
final class CartographerSchemaV1DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: CartographerSchemaV1.self, frozenAs: "1.0.0", group: "CartographerMigrationPlan")
    }
}
