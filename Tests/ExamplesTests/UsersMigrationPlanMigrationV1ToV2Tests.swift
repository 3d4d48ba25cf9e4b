// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: 5bf365471a74bb71

import PermafrostTesting
import XCTest

@testable import UsersExample

/// A 1.0.0 store migrates to 2.0.0 and keeps its data.
///
/// Kept, and compared row by row:
/// - `User`: `createdAt`, `name`
///
/// New, and compared with its default in every row:
/// - `User.email`: nil
final class UsersMigrationPlanMigrationV1ToV2Tests: XCTestCase {
    func testKeepsData() throws {
        let migration = try migrate(
            Fixture("1.0.0", group: "UsersMigrationPlan"), to: UsersSchemaV2.self, plan: UsersMigrationPlan.self)
        assertDataPreserved(migration)
    }
}
