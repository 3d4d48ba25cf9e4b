// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: 609068166c2d1601

import PermafrostTesting
import XCTest

@testable import CartographerExample

/// `CartographerSchemaV2` hasn't changed since 2.0.0 was frozen.
final class CartographerSchemaV2_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: CartographerSchemaV2.self, frozenAs: "2.0.0", group: "CartographerMigrationPlan")
    }
}
