// Written by `permafrost scaffold`. You can edit it: the command never overwrites an edited file.
// Digest of the lines below, to recognize edits: f20d8e021f06acac

import PermafrostTesting
import XCTest

@testable import UsersExample

/// A 2.0.0 store migrates to 3.0.0 and keeps its data.
///
/// Kept, and compared row by row:
/// - `User`: `createdAt`, `email`, `name`
///
/// New, and compared with its default in every row:
/// - `User.posts`: empty
final class UsersMigrationPlanMigrationV2ToV3Tests: XCTestCase {
    func testKeepsData() throws {
        let migration = try migrate(
            Fixture("2.0.0", group: "UsersMigrationPlan"), to: UsersSchemaV3.self, plan: UsersMigrationPlan.self)
        assertDataPreserved(migration)
    }
}
