// Written by `permafrost scaffold`, and yours: edit it as you like. It is never overwritten; to have it written
// anew, remove it first.

import PermafrostTesting
import XCTest

@testable import TripsExample

/// `TripsSchemaV1` is declared as it was when 1.0.0 was frozen.
final class TripsSchemaV1_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: TripsSchemaV1.self, frozenAs: "1.0.0", group: "TripsMigrationPlan")
    }
}
