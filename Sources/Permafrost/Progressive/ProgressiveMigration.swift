import Foundation
import PermafrostStore
import SwiftData

/// Migrates a store step by step: each stage of a plan by itself, on a copy that takes the store's place at the end. What
/// SwiftData would take as one is walked, progress is told between steps, and it can be cancelled there.
///
/// ```swift
/// let migration = ProgressiveMigration(store: storeURL, plan: plan)
/// if case .at(let version) = migration.currentVersion {
///     try migration.perform { progress in print("\(version):", progress.step, "of", progress.stepCount) }
/// }
/// ```
///
/// The store itself keeps every row until the copy is renamed to its place, in one step: a process that ends at any moment
/// leaves the old store or the new one. No container may have the store open meanwhile, and there must be space for the
/// copy beside it.
///
/// ## Topics
/// - Look first: ``currentVersion-swift.property``, ``steps``, ``stepCount``
/// - Migrate: ``perform(observedBy:progress:)``
public struct ProgressiveMigration: Sendable {
    /// What a store is to a plan.
    public enum CurrentVersion: Sendable {
        /// There is no store.
        case absent
        /// What lies there cannot be read as a store.
        case unreadable(MigrationError)
        /// It is of the version that it would be brought to: there is nothing to do.
        case current(Schema.Version)
        /// It is of another version that the plan lists.
        case at(Schema.Version)
        /// It is of no version that the plan lists; the one that is most like it.
        case unknown(nearest: String?)
    }

    /// The store's file.
    public let store: URL
    /// The plan. Its hooks run once, before the first and after the last step.
    public let plan: MigrationPlan
    /// The version that the store is brought to; nil where the plan lists none.
    public let destination: (any VersionedSchema.Type)?

    /// A migration of a store to a plan's last version.
    public init(store: URL, plan: MigrationPlan) {
        self.init(store: store, plan: plan, to: plan.schemas.last)
    }

    /// A migration of a store to a plan's last version.
    public init(store: URL, plan: any SchemaMigrationPlan.Type) {
        self.init(store: store, plan: MigrationPlan(plan))
    }

    /// A migration of a store to one of a plan's versions.
    public init(store: URL, plan: MigrationPlan, to destination: (any VersionedSchema.Type)?) {
        // SQLite looks for -wal and journal beside the file that a link leads to, and so does the copy's place.
        self.store = store.resolvingSymlinksInPath()
        self.plan = plan
        self.destination = destination
    }

    // MARK: Looking

    /// What the store is now. Looking changes nothing.
    public var currentVersion: CurrentVersion {
        do {
            guard let found = try look() else { return .absent }
            guard let version = found.version?.versionIdentifier else { return .unknown(nearest: found.nearest) }
            return found.isCurrent ? .current(version) : .at(version)
        } catch {
            return .unreadable(error)
        }
    }

    /// The steps that remain, in order; none where there is no store, or one of the version already.
    ///
    /// - Throws: ``MigrationError`` where the store cannot be read, is of no version of the plan, or no stages lead on.
    public var steps: [PlanStep] {
        get throws(MigrationError) { try way()?.items.map(\.step) ?? [] }
    }

    /// The number of the steps that remain.
    ///
    /// - Throws: what ``steps`` throws.
    public var stepCount: Int {
        get throws(MigrationError) { try steps.count }
    }

    private struct Look {
        var version: (any VersionedSchema.Type)?
        var isCurrent: Bool
        var nearest: String?
    }

    private func look() throws(MigrationError) -> Look? {
        do {
            guard let hashes = try hashes() else { return nil }
            let versions = try plan.schemas.map { ($0, try VersionIdentity.of($0)) }
            let known = versions.first { $0.1.hashes == hashes }?.0
            return Look(
                version: known, isCurrent: known.map { known in destination.map { $0 == known } ?? false } ?? false,
                nearest: PlanSteps.nearest(hashes, versions.map(\.1)))
        } catch {
            throw StoreAccess.error(error).about(store)
        }
    }

    /// The way that remains; nil where there is no store.
    func way() throws(MigrationError) -> PlanSteps? {
        do {
            guard let hashes = try hashes() else { return nil }
            guard let destination else { throw MigrationError(.invalidPlan(["It lists no version."])) }
            return try PlanSteps(plan, from: hashes, to: destination)
        } catch {
            throw StoreAccess.error(error).about(store)
        }
    }

    private func hashes() throws -> [String: [UInt8]]? {
        // A link that leads nowhere is no store either.
        guard FileManager.default.fileExists(atPath: store.path) else { return nil }
        return try StoreReader(path: store.path).metadata().versionHashes
    }

    // MARK: Migrating

    /// Brings the store to the plan's version, step by step.
    ///
    /// Nothing is done where there is no store, or one of the version already. The plan's hook before runs over the store as
    /// it is, the one after over the migrated copy: where it throws, the store is as it was.
    ///
    /// - Parameters:
    ///   - observed: gets a unit for each step and one for putting the copy in place; cancelling it, or the task, ends the
    ///     migration at the next operation or step, and the store is as it was.
    ///   - progress: called on this thread with step, phase and rows.
    /// - Throws: ``MigrationError``: what happened, in which stage and operation. The store is as it was.
    public func perform(
        observedBy observed: Progress? = nil, progress: @escaping MigrationProgressHandler = { _ in }
    ) throws(MigrationError) {
        guard let way = try way(), !way.items.isEmpty else {
            observed?.totalUnitCount = 1
            observed?.completedUnitCount = 1
            return
        }
        do {
            try ProgressiveRun(migration: self, way: way, observed: observed, report: progress).run()
        } catch {
            throw StoreAccess.error(error).about(store)
        }
    }
}
