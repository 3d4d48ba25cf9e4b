// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: 8c2ad7b7be67efae

import PermafrostTesting
import XCTest

@testable import TripsExample

/// `TripsSchemaV2` hasn't changed since 2.0.0 was frozen.
@available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
final class TripsSchemaV2DriftTests: XCTestCase {
    func testHasNotDrifted() {
        assertNoDrift(of: TripsSchemaV2.self, frozenAs: "2.0.0", group: "TripsMigrationPlan")
    }
}
