// Written by `permafrost scaffold`, and yours: edit it as you like. It is never overwritten; to have it written
// anew, remove it first.

import PermafrostTesting
import XCTest

@testable import TripsExample

/// `TripsSchemaV2` is declared as it was when 2.0.0 was frozen.
@available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
final class TripsSchemaV2_DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: TripsSchemaV2.self, frozenAs: "2.0.0", group: "TripsMigrationPlan")
    }
}
