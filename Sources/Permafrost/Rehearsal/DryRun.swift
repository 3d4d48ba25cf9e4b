import Foundation
import PermafrostStore
import SwiftData

extension SafeModelContainer {
    /// Rehearses a migration on a copy of a store, including custom stages and their operations. Use it in a test with
    /// stores from real users, or in a debug menu, to see what a release would do.
    ///
    /// ```swift
    /// let report = try SafeModelContainer.dryRun(
    ///     for: PostsSchemaV4.self, plan: PostsMigrationPlan.plan, storeURL: storeURL)
    /// if let error = report.error { throw error }
    /// print(report)
    /// ```
    ///
    /// The store, its `-wal` and its folder don't change, and other connections can use the store in the meantime. The
    /// function makes copies in the temporary folder, and deletes them at the end.
    ///
    /// > Important: This function blocks its thread for as long as the migration takes, and needs free space for two
    /// > copies of the store. The plan's ``MigrationPlan/preMigration`` and ``MigrationPlan/postMigration`` hooks don't
    /// > run.
    ///
    /// - Parameters:
    ///   - version: the version that the store would migrate to. The plan must list it.
    ///   - plan: the versions and the stages.
    ///   - storeURL: the store's file.
    ///   - expected: intentional changes that the plan's operations don't declare themselves, such as changes by a
    ///     ``CustomOperation`` or by the hooks of the app's own custom stages. The comparison doesn't report them.
    ///   - progress: receives the progress of the migration, on the caller's thread.
    /// - Returns: the result. It also contains the error of a migration that fails: see ``DryRunReport/error``.
    /// - Throws: ``MigrationError`` if there is no store that can be read or copied.
    public static func dryRun(
        for version: any VersionedSchema.Type, plan: MigrationPlan, storeURL: URL,
        expecting expected: [ExpectedChange] = [],
        progress: @escaping MigrationProgressHandler = { _ in }
    ) throws(MigrationError) -> DryRunReport {
        try DryRun(version: version, plan: plan, store: storeURL, expected: expected, progress: progress).run()
    }

    /// Rehearses a migration on a copy of a store, with the app's own `SchemaMigrationPlan`. In all other respects,
    /// this function works like the one that accepts a ``MigrationPlan``.
    ///
    /// ```swift
    /// let report = try SafeModelContainer.dryRun(
    ///     for: PostsSchemaV4.self, plan: PostsMigrationPlan.self, storeURL: storeURL,
    ///     expecting: [.changed("Post.tags", because: "the stage's hook sorts them")])
    /// ```
    ///
    /// - Parameters:
    ///   - version: the version that the store would migrate to. The plan must list it.
    ///   - plan: the app's own plan.
    ///   - storeURL: the store's file.
    ///   - expected: intentional changes that the plan's operations don't declare themselves.
    ///   - progress: receives the progress of the migration, on the caller's thread.
    /// - Returns: the result, including the error of a migration that fails.
    /// - Throws: ``MigrationError`` if there is no store that can be read or copied.
    public static func dryRun(
        for version: any VersionedSchema.Type, plan: any SchemaMigrationPlan.Type, storeURL: URL,
        expecting expected: [ExpectedChange] = [], progress: @escaping MigrationProgressHandler = { _ in }
    ) throws(MigrationError) -> DryRunReport {
        try dryRun(
            for: version, plan: MigrationPlan(plan), storeURL: storeURL, expecting: expected, progress: progress)
    }
}

/// A rehearsal that migrates a copy of a store with a plan and reports the result.
struct DryRun {
    let version: any VersionedSchema.Type
    /// The plan. Its hooks don't run.
    let plan: MigrationPlan
    let store: URL
    /// The intentional changes that the plan's operations don't declare.
    let expected: [ExpectedChange]
    let progress: MigrationProgressHandler

    /// Migrates a copy of the store and returns the report.
    ///
    /// - Throws: ``MigrationError`` if there is no store that can be read or copied.
    func run() throws(MigrationError) -> DryRunReport {
        do { return try report() } catch { throw StoreFacts.error(error).about(store) }
    }

    private func report() throws -> DryRunReport {
        let place = SafetyFolder(store: store).store
        guard let facts = try StoreFacts.read(place) else {
            throw MigrationError(.store(.unreadable(reason: "There is no file at \(place.path).")))
        }
        let rehearsal: StoreRehearsal
        do { rehearsal = try StoreRehearsal(of: place) } catch {
            throw MigrationError(.backup(.failed), underlying: error)
        }
        var report = DryRunReport(storeURL: store, to: version.versionIdentifier)
        let steps: PlanSteps
        do {
            steps = try PlanSteps(plan, from: facts, to: version, keeping: StoreConfigurations(storeURL: store))
        } catch {
            report.error = StoreFacts.error(error).about(store)
            report.add(RehearsalResult(before: try rehearsal.inspection()), changedRows: [:])
            return report
        }
        report.from = steps.source
        report.madeBy = steps.framework
        report.steps = steps.items.map(\.step)
        let run = MigrationRun(report: progress, countsReplacedValues: true)
        let result = try rehearsal.run(
            to: steps.destination.model,
            StoreRehearsal.Expectation(
                subject: "\(steps.source) → \(report.to)", versions: steps.stops.map(\.model),
                [DeclaredDefaults.Version(version, model: steps.destination.model)], between: steps.between,
                changes: expected + steps.planned.changes, losses: steps.planned.losses)
        ) { try open($0, run) }
        report.error = Self.error(result)?.about(store)
        report.assertions = Self.assertions(steps, report.error)
        report.add(result, changedRows: run.current.changedRows)
        report.replacedValues = Dictionary(
            uniqueKeysWithValues: run.current.replacedValues.map { ("\($0.key)", $0.value) })
        return report
    }

    /// Returns the error of a migration that failed or left a damaged store; nil if the migration succeeded.
    private static func error(_ result: RehearsalResult) -> MigrationError? {
        if let error = result.error { return StoreFacts.error(error) }
        guard !result.integrityProblems.isEmpty else { return nil }
        return MigrationError(.store(.damaged(report: result.integrityProblems.joined(separator: "; "))))
    }

    /// Migrates the copy by opening it with the plan and the destination version. Closes the copy afterward.
    private func open(_ copy: URL, _ run: MigrationRun) throws {
        let container = try plan.open(copy, as: version, run)
        withExtendedLifetime(container) {}
    }

    /// Returns the result of each assertion. The assertions of all stages before the failed stage have passed. In the
    /// failed stage, only an assertion that caused the error has a known result, because assertions about rows are
    /// checked in one pass.
    private static func assertions(_ steps: PlanSteps, _ error: MigrationError?) -> [DryRunReport.AssertionResult] {
        let items = steps.items
        let failed = error.map { error in items.firstIndex { $0.step.description == error.stage } ?? 0 } ?? items.count
        return items.enumerated().flatMap { index, item in
            item.assertions.map { name in
                var outcome = DryRunReport.AssertionResult.Outcome.undecided
                if index < failed { outcome = .passed }
                if index == failed, error?.operation == name, case .stage(.assertionFailed(let found))? = error?.cause {
                    outcome = .failed(found)
                }
                return DryRunReport.AssertionResult(name: name, stage: item.step.description, outcome: outcome)
            }
        }
    }
}

extension DryRunReport {
    /// Adds the results of the rehearsal. `changedRows` is the number of rows that operations changed or deleted, keyed
    /// by entity name.
    fileprivate mutating func add(_ result: RehearsalResult, changedRows: [String: Int]) {
        rows = result.rows.map { row in
            Rows(entity: row.entity, before: row.before, after: row.after, changed: changedRows[row.entity] ?? 0)
        }
        dropped = result.dropped
        preservation = result.preservation
        duration = result.duration
        bytesBefore = result.bytesBefore
        bytesAfter = result.bytesAfter
    }
}

extension MigrationError {
    /// Returns the error with its `storeURL` set to the given URL. If the error already has a URL, that URL is kept.
    func about(_ store: URL) -> MigrationError {
        var error = self
        error.storeURL = error.storeURL ?? store
        return error
    }
}
