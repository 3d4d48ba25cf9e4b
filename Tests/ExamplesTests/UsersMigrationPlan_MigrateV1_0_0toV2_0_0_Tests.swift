// Written by `permafrost scaffold`. Edit it as you like: it is never overwritten. To have it written again, remove it
// first.

import PermafrostTesting
import XCTest

@testable import UsersExample

/// A store of 1.0.0 comes to 2.0.0 with its data.
///
/// Carried over, and checked row by row:
/// - `User`: `createdAt`, `name`
///
/// New, and checked to be at its default in every row:
/// - `User.email`: nil
final class UsersMigrationPlan_MigrateV1_0_0toV2_0_0_Tests: XCTestCase {
    func testKeepsData() throws {
        let migration = try migrate(
            Fixture("1.0.0", group: "UsersMigrationPlan"), to: UsersSchemaV2.self, plan: UsersMigrationPlan.self)
        assertDataPreserved(migration)
    }
}
