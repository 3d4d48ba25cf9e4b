import Foundation
import PermafrostFiles
import PermafrostStore
import SwiftData

/// Migrates a copy of a store, and tells what became of it.
struct DryRun {
    let version: any VersionedSchema.Type
    /// The plan; its hooks are not run.
    let plan: MigrationPlan
    let store: URL
    /// What the migration is to change beside what its operations do.
    let expected: [ExpectedChange]
    let progress: MigrationProgressHandler

    /// - Throws: ``MigrationError`` where there is no store that can be read or copied.
    func run() throws(MigrationError) -> DryRunReport {
        do { return try report() } catch { throw StoreFacts.error(error).about(store) }
    }

    private func report() throws -> DryRunReport {
        let place = SafetyFolder(store: store).store
        guard let facts = try StoreFacts.read(place) else {
            throw MigrationError(.unreadable(reason: "There is no file at \(place.path)."))
        }
        let folder = try TemporaryFolder(for: "rehearsal")
        defer { withExtendedLifetime(folder) {} }
        let (before, after) = try copies(of: place, in: folder.url)
        let old = try StoreInspection(StoreReader(path: before.path))
        var report = DryRunReport(storeURL: store, to: version.versionIdentifier)
        report.bytesBefore = old.bytes
        report.bytesAfter = old.bytes
        let run = PlanRun(report: progress)
        var steps: PlanSteps?
        do {
            let found = try PlanSteps(
                plan, from: facts, to: version, keeping: StoreConfigurations(storeURL: store))
            steps = found
            report.from = found.source
            report.madeBy = found.framework
            report.steps = found.items.map(\.step)
            report.duration = try ContinuousClock().measure { try open(after, run) }
        } catch {
            report.error = StoreFacts.error(error).about(store)
        }
        report.assertions = Self.assertions(steps, report.error)
        let changed = run.current.changedRows
        guard report.succeeded else {
            report.rows = Self.rows(old.rowCounts, nil, changed)
            return report
        }
        let new = try StoreInspection(StoreReader(path: after.path))
        report.bytesAfter = new.bytes
        report.rows = Self.rows(old.rowCounts, new.rowCounts, changed)
        report.preservation = try PreservationCheck(
            before: before, after: after, through: [version], plan: plan,
            expecting: expected + (steps?.changes ?? []), subject: "\(report.from ?? report.to) → \(report.to)"
        ).run()
        return report
    }

    /// Two copies: one to migrate, and one to compare it with, since the store may change meanwhile.
    private func copies(of store: URL, in folder: URL) throws -> (before: URL, after: URL) {
        let before = folder.appendingPathComponent("before")
        let after = folder.appendingPathComponent("after")
        let name = StoreFile(store).resolved.lastPathComponent
        let copied = before.appendingPathComponent(name)
        do {
            _ = try StoreCopying().copy(store, to: before.path)
            _ = try StoreCopying().copy(copied, to: after.path)
        } catch {
            throw MigrationError(.backupFailed, underlying: error)
        }
        return (copied, after.appendingPathComponent(name))
    }

    /// Opens the copy as an app of the version would, and closes it.
    private func open(_ copy: URL, _ run: PlanRun) throws {
        let schema = Schema(versionedSchema: version)
        let container = try PlannedContainer.open(
            schema: schema, plan: plan.part(to: version),
            configurations: [ModelConfiguration(schema: schema, url: copy, cloudKitDatabase: .none)], run: run)
        withExtendedLifetime(container) {}
    }

    private static func rows(
        _ before: [String: Int], _ after: [String: Int]?, _ changed: [String: Int]
    ) -> [DryRunReport.Rows] {
        Set(before.keys).union(after?.keys ?? [:].keys).sorted().map { entity in
            DryRunReport.Rows(
                entity: entity, before: before[entity], after: after?[entity], changed: changed[entity] ?? 0)
        }
    }

    /// What became of each assertion, which a stage checks after all else. Those about rows share a pass over them, so that
    /// where one does not hold the others of its stage are undecided.
    private static func assertions(_ steps: PlanSteps?, _ error: MigrationError?) -> [DryRunReport.AssertionResult] {
        let items = steps?.items ?? []
        let failed = error.map { error in items.firstIndex { $0.step.description == error.stage } ?? 0 } ?? items.count
        return items.enumerated().flatMap { index, item in
            item.assertions.map { name in
                var outcome = DryRunReport.AssertionResult.Outcome.undecided
                if index < failed { outcome = .passed }
                if index == failed, error?.operation == name, case .assertionFailed(let found)? = error?.cause {
                    outcome = .failed(found)
                }
                return DryRunReport.AssertionResult(name: name, stage: item.step.description, outcome: outcome)
            }
        }
    }
}

extension StoreInspection {
    /// The size of the store with its -wal and its large values.
    fileprivate var bytes: Int { files.bytes + files.walBytes + (externalData?.bytes ?? 0) }
}

extension MigrationError {
    /// The error with the store that it is about, as far as it was not told yet.
    func about(_ store: URL) -> MigrationError {
        var error = self
        error.storeURL = error.storeURL ?? store
        return error
    }
}
