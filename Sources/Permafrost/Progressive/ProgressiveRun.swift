import Foundation
import PermafrostStore
import SwiftData

/// A run of a ``ProgressiveMigration``. It copies the store, runs the steps on the copy, and then replaces the store's
/// content with the copy's.
struct ProgressiveRun {
    let migration: ProgressiveMigration
    /// The store's metadata before the first step.
    let facts: StoreFacts
    let plannedSteps: PlanSteps
    let observed: Progress?
    let report: MigrationProgressHandler

    private var stepCount: Int { plannedSteps.items.count }

    /// Checks the store, runs the `preMigration` hook, and copies the store. Then runs the steps and the
    /// `postMigration` hook on the copy, and replaces the store's content with the copy's.
    ///
    /// - Throws: ``MigrationError`` with `.busy(.inUse)` if the store is in use, or if its version hashes have changed
    ///   since the steps were planned; ``MigrationError`` with `.cancelled` if the migration is cancelled; any other
    ///   error that occurs in a check, a hook or a step, or while the store is copied or replaced.
    func run() throws {
        observed?.totalUnitCount = Int64(stepCount + 1)
        let replacement = StoreReplacement(folder: migration.folder, files: migration.files)
        tell(.preflight)
        // Space for the copy, and for the log of the transaction that replaces the store's content.
        let preflight = Preflight(folder: migration.folder, files: migration.files, copies: 2)
        try preflight.checkFolder()
        try preflight.checkStore()
        try checkCancelled()
        try runHook(migration.plan.preMigration, .hook(.preMigrationFailed), container: nil)
        let store = try replacement.lock()
        // Another process may have changed the store after it was read and before it was locked.
        guard try StoreTables(store).metadata().versionHashes == facts.hashes else {
            throw MigrationError(.busy(.inUse))
        }
        tell(.backup)
        // If the copy can't be removed now, the next migration removes it.
        defer { try? replacement.removeLeftovers() }
        let copy = try replacement.makeCopy(through: store, checkCancelled: checkCancelled)
        for index in plannedSteps.items.indices { try take(index, copy) }
        try checkCancelled()
        try replacement.putInPlace(through: store)
        observed?.completedUnitCount += 1
        tell(.finished, step: stepCount)
    }

    /// Runs one step on the copy. The last step also runs the `postMigration` hook. Closes the copy before it returns,
    /// because the next step opens the copy again.
    private func take(_ index: Int, _ copy: URL) throws {
        try checkCancelled()
        let item = plannedSteps.items[index]
        tell(.migration, step: index + 1, item)
        let container = try open(copy, item, number: index + 1)
        if index == stepCount - 1 {
            try runHook(migration.plan.postMigration, .hook(.postMigrationFailed), container: container)
        }
        withExtendedLifetime(container) {}
        observed?.completedUnitCount += 1
    }

    /// Migrates the copy by opening it with the part of the plan that ends with the step's version.
    private func open(_ copy: URL, _ item: PlanSteps.Item, number: Int) throws(MigrationError) -> ModelContainer {
        let schema = Schema(versionedSchema: item.destination)
        let run = MigrationRun(
            report: { [report, stepCount] progress in
                var numbered = progress
                numbered.step = number
                numbered.stepCount = stepCount
                report(numbered)
            }, checkCancelled: cancellation)
        do {
            return try PlanContainer.open(
                schema: schema, plan: migration.plan.part(to: item.destination),
                configurations: [ModelConfiguration(schema: schema, url: copy, cloudKitDatabase: .none)], run: run)
        } catch {
            // SwiftData's errors in a lightweight step don't contain the stage.
            var located = error
            located.stage = located.stage ?? item.step.description
            located.isRolledBack = true
            throw located
        }
    }

    private func runHook(
        _ hook: MigrationHook?, _ cause: MigrationError.Cause, container: ModelContainer?
    ) throws(MigrationError) {
        guard let hook, let last = plannedSteps.items.last else { return }
        do {
            try hook(
                MigrationHookContext(
                    storeURL: migration.folder.store, sourceVersion: plannedSteps.source,
                    destinationVersion: last.step.to,
                    container: container))
        } catch {
            throw MigrationError(cause, isRolledBack: true, underlying: error)
        }
    }

    private func tell(_ phase: MigrationProgress.Phase, step: Int = 0, _ item: PlanSteps.Item? = nil) {
        report(
            MigrationProgress(step: step, stepCount: stepCount, phase: phase, from: item?.step.from, to: item?.step.to))
    }

    // MARK: Cancelling

    private var cancellation: @Sendable () throws -> Void { Self.cancellation(observed) }

    /// Returns a closure that throws an error if the progress or the current task is cancelled.
    static func cancellation(_ observed: Progress?) -> @Sendable () throws -> Void {
        { [watched = observed.map(ObservedProgress.init)] in
            guard watched?.progress.isCancelled ?? false || Task.isCancelled else { return }
            throw MigrationError(.cancelled, isRolledBack: true)
        }
    }

    private func checkCancelled() throws { try cancellation() }
}

/// A wrapper that makes a `Progress` sendable. This is safe because the properties of `Progress` are atomic.
private struct ObservedProgress: @unchecked Sendable {
    let progress: Progress
}
