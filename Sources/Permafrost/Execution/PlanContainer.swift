import Foundation
import SwiftData

/// The one door to SwiftData's migration: opens a store with a plan that is a value.
enum PlanContainer {
    /// Opens the store, brought to the schema by the plan.
    ///
    /// - Throws: ``MigrationError``: what an operation or a hook threw, at its place; `.version(.newer)` with Core Data's code
    ///   134506 for a store of a later version; else `.store(.openingFailed)` with SwiftData's error and Core Data's code.
    static func open(
        schema: Schema, plan: MigrationPlan?, configurations: [ModelConfiguration], run: MigrationRun = MigrationRun()
    ) throws(MigrationError) -> ModelContainer {
        do {
            guard let plan else { return try ModelContainer(for: schema, configurations: configurations) }
            return try RunningPlan.with(plan, run: run) {
                try ModelContainer(for: schema, migrationPlan: RunningPlan.self, configurations: configurations)
            }
        } catch {
            if let known = run.current.error ?? error as? MigrationError { throw known }
            let backward = BackwardMigration(
                error, schema: schema, configurations: configurations, hasPlan: plan != nil)
            throw backward?.error ?? MigrationError(.store(.openingFailed), underlying: error)
        }
    }
}
