import Permafrost
import PermafrostStore

/// What a migration did to the data of a store, beyond what the test declares.
public typealias PreservationReport = PermafrostStore.PreservationReport
/// Something that a migration changes on purpose, with the reason. Everything else must come through as it was.
public typealias ExpectedChange = PermafrostStore.ExpectedChange

extension PreservationCheck {
    /// The check of a migration against what a test declares of it.
    ///
    /// - Throws: `StoreError` where a store cannot be read, SwiftData's error where no container can be made of a version
    ///   between.
    init(_ migration: Migration, expecting changes: [ExpectedChange]) throws {
        try self.init(
            before: migration.before.url, after: migration.after.url, through: migration.versions,
            plan: migration.plan.map { MigrationPlan($0) }, expecting: changes, subject: migration.description)
    }
}
