// Written by `permafrost scaffold`, and yours: edit it as you like. It is never overwritten; to have it written
// anew, remove it first.

import PermafrostTesting
import XCTest

@testable import CartographerExample

/// A store of 1.0.0 comes to 2.0.0 with its data.
///
/// Carried over, and checked row by row:
/// - `Group`: `locations`, `name`, `paths`
/// - `Location`: `coordinate`, `group`, `id`, `name`, `notes`, `symbol`
/// - `Path`: `color`, `group`, `id`, `lengthInMetres`, `name`, `waypoints`
/// - `Waypoint`: `latitude`, `longitude`, `path`, `position`, `reachedAt`
final class CartographerMigrationPlan_MigrateV1_0_0toV2_0_0_Tests: XCTestCase {
    func testKeepsData() throws {
        let migration = try migrate(
            Fixture("1.0.0", group: "CartographerMigrationPlan"),
            to: CartographerSchemaV2.self,
            plan: CartographerMigrationPlan.self)
        assertDataPreserved(
            migration,
            expecting: .added(
                "Group.memberLocations", because: "TODO: say what the plan gives it (new: to-many Location)"),
            .added("Group.memberPaths", because: "TODO: say what the plan gives it (new: to-many Path)"),
            .added("Location.keywords", because: "TODO: say what the plan gives it (new: required Array<String>)"))
    }
}
