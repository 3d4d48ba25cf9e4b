// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.

import PermafrostTesting
import XCTest

@testable import CartographerExample

/// A 1.0.0 store migrates to 2.0.0 and keeps its data.
///
/// Kept, and compared row by row:
/// - `Group`: `name`
/// - `Location`: `coordinate`, `id`, `name`, `notes`, `symbol`
/// - `Path`: `color`, `id`, `lengthInMetres`, `name`, `waypoints`
/// - `Waypoint`: `latitude`, `longitude`, `path`, `position`, `reachedAt`
///
/// New, and compared with its default in every row:
/// - `Location.keywords`: `[]`
final class CartographerMigrationPlanMigrationV1ToV2Tests: XCTestCase {
    func testKeepsData() throws {
        let migration = try migrate(
            Fixture("1.0.0", group: "CartographerMigrationPlan"),
            to: CartographerSchemaV2.self,
            plan: CartographerMigrationPlan.self)
        assertDataPreserved(
            migration,
            expecting: .renamed(
                "Location.group", to: "Location.groups",
                because: "A location can be in many groups: the one that it was in is its first."),
            .renamed(
                "Path.group", to: "Path.groups",
                because: "A path can be in many groups: the one that it was in is its first."))
    }
}
