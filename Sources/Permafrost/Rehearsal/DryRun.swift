import Foundation
import PermafrostStore
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

/// Has a copy of a store migrated by a plan, and reports what became of it.
struct DryRun {
    let version: any VersionedSchema.Type
    /// The plan; its hooks are not run.
    let plan: MigrationPlan
    let store: URL
    /// What the migration is to change beside what its operations do.
    let expected: [ExpectedChange]
    let progress: MigrationProgressHandler

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
        let run = MigrationRun(report: progress)
        let result = try rehearsal.run(
            to: steps.destination.model,
            StoreRehearsal.Expectation(
                subject: "\(steps.source) → \(report.to)",
                [DeclaredDefaults.Version(version, model: steps.destination.model)], between: steps.between,
                changes: expected + steps.changes)
        ) { try open($0, run) }
        report.error = Self.error(result)?.about(store)
        report.assertions = Self.assertions(steps, report.error)
        report.add(result, changedRows: run.current.changedRows)
        return report
    }

    /// Why the migration failed, or left a store that is not sound; nil if neither.
    private static func error(_ result: RehearsalResult) -> MigrationError? {
        if let error = result.error { return StoreFacts.error(error) }
        guard !result.integrityProblems.isEmpty else { return nil }
        return MigrationError(.store(.damaged(report: result.integrityProblems.joined(separator: "; "))))
    }

    /// Opens the copy as an app of the version would, and closes it.
    private func open(_ copy: URL, _ run: MigrationRun) throws {
        let schema = Schema(versionedSchema: version)
        let container = try PlanContainer.open(
            schema: schema, plan: plan.part(to: version),
            configurations: [ModelConfiguration(schema: schema, url: copy, cloudKitDatabase: .none)], run: run)
        withExtendedLifetime(container) {}
    }

    /// What became of each assertion, which a stage checks after all else. Those about rows share a pass over them, so that
    /// where one does not hold the others of its stage are undecided.
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
    /// Adds what became of the copy; `changedRows` are those that operations changed, by entity.
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
    /// The error with the store that it is about, as far as it was not known yet.
    func about(_ store: URL) -> MigrationError {
        var error = self
        error.storeURL = error.storeURL ?? store
        return error
    }
}
