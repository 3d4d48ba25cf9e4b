import Foundation
import SwiftData

extension SafeModelContainer {
    /// Rehearses a migration on a copy of a store, custom stages and their operations included: whether it succeeds, the
    /// rows, the assertions, what is not as it was, the time.
    ///
    /// The store, its -wal and its folder stay as they are; other connections may use it meanwhile. The copies are made in
    /// the temporary folder and go at the end: there must be space for two. The plan's hooks before and after are not run.
    ///
    /// ```swift
    /// let report = try SafeModelContainer.dryRun(for: PostsSchemaV4.self, plan: plan, storeURL: storeURL)
    /// if let error = report.error { throw error }
    /// ```
    ///
    /// - Parameters:
    ///   - version: the version that the store would be brought to, which the plan lists.
    ///   - plan: the versions and the stages.
    ///   - storeURL: the store's file.
    ///   - expected: what the migration changes on purpose beside what the plan's operations say of themselves, as in the
    ///     app's own hooks and in a ``CustomOperation``. The comparison does not report it.
    ///   - progress: called on this thread with what is being done.
    /// - Returns: what became of the copy. A migration that fails is reported there: ``DryRunReport/error``.
    /// - Throws: ``MigrationError`` if there is no store that can be read or copied.
    public static func dryRun(
        for version: any VersionedSchema.Type, plan: MigrationPlan, storeURL: URL,
        expecting expected: [ExpectedChange] = [],
        progress: @escaping MigrationProgressHandler = { _ in }
    ) throws(MigrationError) -> DryRunReport {
        try DryRun(version: version, plan: plan, store: storeURL, expected: expected, progress: progress).run()
    }

    /// Rehearses a migration by the app's own plan: see
    /// ``dryRun(for:plan:storeURL:expecting:progress:)-swift.type.method``.
    public static func dryRun(
        for version: any VersionedSchema.Type, plan: any SchemaMigrationPlan.Type, storeURL: URL,
        expecting expected: [ExpectedChange] = [], progress: @escaping MigrationProgressHandler = { _ in }
    ) throws(MigrationError) -> DryRunReport {
        try dryRun(
            for: version, plan: MigrationPlan(plan), storeURL: storeURL, expecting: expected, progress: progress)
    }
}
