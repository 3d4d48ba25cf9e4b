// Written by `permafrost scaffold`. Edit it as you like: it is never overwritten. To have it written again, remove it
// first.

import PermafrostTesting
import XCTest

@testable import TripsExample

/// A store of 1.0.0 comes to 2.0.0 with its data.
///
/// Carried over, and checked row by row:
/// - `BucketListItem`: `details`, `isDone`, `title`, `trip`
/// - `LivingAccommodation`: `address`, `isConfirmed`, `name`, `trip`, `website`
/// - `Trip`: `bucketList`, `budget`, `coverPhoto`, `destination`, `endDate`, `livingAccommodation`, `name`, `purpose`,
///   `startDate`
///
/// New, and checked to be at its default in every row:
/// - `BucketListItem.priority`: `0`
/// - `LivingAccommodation.rating`: nil
/// - `Trip.isPacked`: `false`
/// - `Trip.transport`: nil
@available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
final class TripsMigrationPlan_MigrateV1_0_0toV2_0_0_Tests: XCTestCase {
    func testKeepsData() throws {
        let migration = try migrate(
            Fixture("1.0.0", group: "TripsMigrationPlan"), to: TripsSchemaV2.self, plan: TripsMigrationPlan.self)
        assertDataPreserved(migration)
    }
}
