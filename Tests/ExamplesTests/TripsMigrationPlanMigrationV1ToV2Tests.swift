// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: d17dcbb6fc4ebcaa

import PermafrostTesting
import XCTest

@testable import TripsExample

/// A 1.0.0 store migrates to 2.0.0 and keeps its data.
///
/// Kept, and compared row by row:
/// - `BucketListItem`: `details`, `isDone`, `title`, `trip`
/// - `LivingAccommodation`: `address`, `isConfirmed`, `name`, `trip`, `website`
/// - `Trip`: `bucketList`, `budget`, `coverPhoto`, `destination`, `endDate`, `livingAccommodation`, `name`, `purpose`,
///   `startDate`
///
/// New, and compared with its default in every row:
/// - `BucketListItem.priority`: `0`
/// - `LivingAccommodation.rating`: nil
/// - `Trip.isPacked`: `false`
/// - `Trip.transport`: nil
@available(iOS 18, macOS 15, tvOS 18, visionOS 2, watchOS 11, *)
final class TripsMigrationPlanMigrationV1ToV2Tests: XCTestCase {
    func testKeepsData() throws {
        let migration = try migrate(
            Fixture("1.0.0", group: "TripsMigrationPlan"), to: TripsSchemaV2.self, plan: TripsMigrationPlan.self)
        assertDataPreserved(migration)
    }
}
