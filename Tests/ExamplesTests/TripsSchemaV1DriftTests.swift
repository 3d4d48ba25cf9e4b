// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: 21e35f4570d0518f

import PermafrostTesting
import XCTest

@testable import TripsExample

/// `TripsSchemaV1` hasn't changed since 1.0.0 was frozen.
final class TripsSchemaV1DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: TripsSchemaV1.self, frozenAs: "1.0.0", group: "TripsMigrationPlan")
    }
}
