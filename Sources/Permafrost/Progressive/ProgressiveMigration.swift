import Foundation
import PermafrostStore
import SwiftData

/// Migrates a store step by step: each stage of a plan by itself, on a copy that takes the store's place at the end. What
/// SwiftData would take as one is walked, progress is reported between steps, and it can be cancelled there.
///
/// ```swift
/// let migration = ProgressiveMigration(store: storeURL, plan: plan)
/// if case .at(let version) = migration.currentVersion {
///     try migration.perform { progress in print("\(version):", progress.step, "of", progress.stepCount) }
/// }
/// ```
///
/// The store itself keeps every row until the copy's content becomes the store's, in one transaction: a process that ends at
/// any moment leaves the old store or the new one. There must be space for the copy, and for that transaction, beside it.
///
/// ## Who else uses the store
/// From the copy to the end nobody else can open the store: a neighbour that tries to waits, and gives up with an error of
/// its own after its timeout. A migration begins only if nobody has the store open, else it ends with the cause
/// ``MigrationError/Cause/Busy/inUse`` and has changed nothing. Those who may have it open are
/// - the containers of this app: release each one of them, its contexts and its objects first;
/// - widgets, extensions and other apps that share the store's folder. Let them open the store only as long as they need it.
///
/// A store that does not use write-ahead logging (SwiftData's do) is locked by its users only while they read or write. There
/// another process that has it open is not seen, nor is a container of this process on Apple's platforms; none of them loses
/// anything, but each goes on with a store of another version.
///
/// On iOS, the lock on a store in a container that is shared with extensions is one for which the system ends a suspended app
/// (`0xdead10cc`). Perform the migration inside `ProcessInfo.performExpiringActivity(withReason:using:)`, and cancel
/// `observed` when the activity expires: the migration ends at the next operation or step, and its locks with it. If the app is
/// ended nevertheless, the store is as it was, and the next launch begins anew.
public struct ProgressiveMigration: Sendable {
    /// What a store is to a plan.
    public enum CurrentVersion: Sendable {
        /// There is no store.
        case absent
        /// What is there cannot be read as a store.
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
    /// The version that the store is brought to; nil if the plan lists none.
    public let destination: (any VersionedSchema.Type)?

    let folder: SafetyFolder
    let files: FileSystem

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
        self.init(store: store, plan: plan, to: destination, files: FileSystem())
    }

    /// A migration whose work on files is watched, or made to fail.
    package init(
        store: URL, plan: MigrationPlan, to destination: (any VersionedSchema.Type)?, files: FileSystem
    ) {
        self.store = store
        self.plan = plan
        self.destination = destination
        self.files = files
        folder = SafetyFolder(store: store)
    }

    // MARK: Looking

    /// What the store is now. Looking changes nothing.
    public var currentVersion: CurrentVersion {
        do {
            guard let facts = try StoreFacts.read(folder.store) else { return .absent }
            let known = try plan.schemas.map { try LiveVersion.of($0) }
                .first { $0.model.model(matching: facts.hashes) != nil }
            if let known { return try isDestination(known) ? .current(known.version) : .at(known.version) }
            return .unknown(nearest: nearest(facts))
        } catch {
            return .unreadable(StoreFacts.error(error).about(store))
        }
    }

    private func isDestination(_ version: LiveVersion) throws -> Bool {
        try destination.map { try LiveVersion.of($0).hashes == version.hashes } ?? false
    }

    /// The version that is most like a store of none.
    private func nearest(_ facts: StoreFacts) -> String? {
        do { _ = try plannedSteps(from: facts) } catch {
            if case .version(.unknown(let nearest))? = (error as? MigrationError)?.cause { return nearest }
        }
        return nil
    }

    /// The steps that remain, in order; none if there is no store, or one of the version already.
    ///
    /// - Throws: ``MigrationError`` if the store cannot be read, is of no version of the plan, or no stages lead on.
    public var steps: [PlanStep] {
        get throws(MigrationError) { try plannedSteps()?.steps.items.map(\.step) ?? [] }
    }

    /// The number of the steps that remain.
    ///
    /// - Throws: what ``steps`` throws.
    public var stepCount: Int {
        get throws(MigrationError) { try steps.count }
    }

    /// The way that remains, from what the store is; nil if there is no store.
    private func plannedSteps() throws(MigrationError) -> (facts: StoreFacts, steps: PlanSteps)? {
        do { return try StoreFacts.read(folder.store).map { ($0, try plannedSteps(from: $0)) } } catch {
            throw StoreFacts.error(error).about(store)
        }
    }

    private func plannedSteps(from facts: StoreFacts) throws -> PlanSteps {
        guard let destination else { throw MigrationError(.plan(.invalid(["It lists no version."]))) }
        return try PlanSteps(
            plan, from: facts, to: destination, keeping: StoreConfigurations(storeURL: store))
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
    ///   - timeout: how long to wait for another process or thread that has its turn with the store.
    ///   - progress: called on this thread with step, phase and rows.
    /// - Throws: ``MigrationError``: what happened, in which stage and operation. The store is as it was.
    public func perform(
        observedBy observed: Progress? = nil, timeout: Duration = .seconds(120),
        progress: @escaping MigrationProgressHandler = { _ in }
    ) throws(MigrationError) {
        // The journal is looked for after the store: a migration that begins in between shows by it.
        let found = try plannedSteps()
        let replacement = StoreReplacement(folder: folder, files: files)
        let hasJournal = try JournalFile(folder: folder, files: files).exists
        let hasLeftovers = try replacement.hasLeftovers
        // A restoration that ended between the two has put a store in the place.
        let isAbsent = FileStatus(at: folder.store.path) == nil
        let hasNothingToDo = found?.steps.items.isEmpty ?? isAbsent
        guard !hasNothingToDo || hasJournal || hasLeftovers else {
            return Self.finish(observed)
        }
        do {
            try StoreLock(folder: folder, files: files, timeout: timeout.timeoutSeconds).withLock {
                try finishInterrupted(progress)
                // What a process left that died over it.
                try replacement.removeLeftovers()
                guard let (facts, plannedSteps) = try plannedSteps(), !plannedSteps.items.isEmpty else {
                    return Self.finish(observed)
                }
                try ProgressiveRun(
                    migration: self, facts: facts, plannedSteps: plannedSteps, observed: observed, report: progress
                ).run()
            }
        } catch {
            throw StoreFacts.error(error).about(store)
        }
    }

    /// Reports that there was nothing to do.
    private static func finish(_ observed: Progress?) {
        observed?.totalUnitCount = 1
        observed?.completedUnitCount = 1
    }

    /// Deals with what a safe migration left unfinished. A hook after that it still had to run is run at the end of this
    /// migration, or by the next safe one where nothing remains to be done here.
    private func finishInterrupted(_ progress: MigrationProgressHandler) throws {
        guard let journal = try JournalFile(folder: folder, files: files).read() else { return }
        progress(MigrationProgress(step: 0, stepCount: 0, phase: .recovery))
        _ = try Recovery(folder: folder, files: files).run(journal)
    }
}
