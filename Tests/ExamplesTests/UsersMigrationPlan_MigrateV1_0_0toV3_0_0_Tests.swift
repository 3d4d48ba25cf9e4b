// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: 0d5e9f809cd50fab

import PermafrostTesting
import XCTest

@testable import UsersExample

/// A 1.0.0 store migrates to 3.0.0 and keeps its data.
///
/// Kept, and compared row by row:
/// - `User`: `createdAt`, `name`
///
/// New, and compared with its default in every row:
/// - `User.email`: nil
/// - `User.posts`: empty
final class UsersMigrationPlan_MigrateV1_0_0toV3_0_0_Tests: XCTestCase {
    func testKeepsData() throws {
        let migration = try migrate(
            Fixture("1.0.0", group: "UsersMigrationPlan"), to: UsersSchemaV3.self, plan: UsersMigrationPlan.self)
        assertDataPreserved(migration)
    }
}
