import Foundation
import PermafrostStore
import SwiftData

/// A migration that runs each stage of a plan separately, on a copy that replaces the store at the end. Use it for
/// large stores and long plans if the user must see progress and be able to cancel. Also use it to prevent SwiftData
/// from combining several stages into one migration.
///
/// ```swift
/// let migration = ProgressiveMigration(store: storeURL, plan: PostsMigrationPlan.plan)
/// if case .at(let version) = migration.currentVersion {
///     try migration.perform { progress in
///         print("from \(version): step \(progress.step) of \(progress.stepCount)")
///     }
/// }
/// ```
///
/// The store keeps every row until one transaction replaces its content with the copy's. Whenever the process ends, the
/// store has either the old content or the new content.
///
/// > Important: The store's volume must have free space for the copy and for that transaction.
/// > ``perform(observedBy:timeout:progress:)`` blocks its thread until the store is migrated, so don't call it on the
/// > main thread.
///
/// ## Other users of the store
/// While Permafrost copies and migrates the store, nothing else can open it. Another process that tries to open the
/// store waits until its own timeout, and then fails. Copying begins only if nothing else has the store open.
/// Otherwise, the migration fails with ``MigrationError/Cause/Busy/inUse`` and changes nothing. The following can have
/// the store open:
/// - the containers of this app: release all of them first, with their contexts and objects;
/// - widgets, extensions and other apps that share the store's folder: they should open the store only for as long as
///   they need it.
///
/// Permafrost can detect these users because SwiftData's stores use write-ahead logging. If a store uses a rollback
/// journal instead, its users lock it only while they read or write, so Permafrost can't detect that another process
/// has it open. On Apple's platforms, Permafrost can't detect a container of this process either. Such users don't lose
/// data, but they continue to use the store as if it had its previous version.
///
/// > Important: On iOS, the system ends a suspended app that holds a lock on a store in a container that it shares with
/// > its extensions (`0xdead10cc`). Perform the migration inside
/// > `ProcessInfo.performExpiringActivity(withReason:using:)`. When the activity expires, cancel the progress that you
/// > pass for `observedBy`. The migration then ends at the next operation or step, and releases its locks. If the
/// > system ends the app before that, the store is unchanged, and the next launch starts again.
///
/// For most apps, ``SafeModelContainer`` is enough. It migrates and opens the store in one call.
public struct ProgressiveMigration: Sendable {
    /// The state of a store in relation to the plan.
    public enum CurrentVersion: Sendable {
        /// There is no store.
        case absent
        /// The store can't be read, or SwiftData can't make a container from a version of the plan.
        case unreadable(MigrationError)
        /// The store already has the destination version.
        case current(Schema.Version)
        /// The store has a version of the plan that isn't the destination version.
        case at(Schema.Version)
        /// The store doesn't match any version of the plan. `nearest` is the name and number of the plan's most similar
        /// version. `nearest` is nil if the store is newer than the destination, if the store belongs to a different
        /// app, or if the plan doesn't list the destination.
        case unknown(nearest: String?)
    }

    /// The URL of the store's file.
    public let store: URL
    /// The plan. Its hooks run once, before the first step and after the last one.
    public let plan: MigrationPlan
    /// The version that the store migrates to; nil if the plan lists no versions.
    public let destination: (any VersionedSchema.Type)?

    let folder: SafetyFolder
    let files: FileSystem

    /// Creates a migration of a store to the last version of a plan.
    ///
    /// - Parameters:
    ///   - store: the store's file. It isn't opened yet.
    ///   - plan: the versions, the stages, and the hooks.
    public init(store: URL, plan: MigrationPlan) {
        self.init(store: store, plan: plan, to: plan.schemas.last)
    }

    /// Creates a migration of a store to the last version of an app's own plan.
    ///
    /// - Parameters:
    ///   - store: the store's file. It isn't opened yet.
    ///   - plan: the app's own plan.
    public init(store: URL, plan: any SchemaMigrationPlan.Type) {
        self.init(store: store, plan: MigrationPlan(plan))
    }

    /// Creates a migration of a store to any version of a plan.
    ///
    /// - Parameters:
    ///   - store: the store's file. It isn't opened yet.
    ///   - plan: the versions, the stages, and the hooks.
    ///   - destination: the version that the store migrates to. The plan must list it. Nil only if the plan lists no
    ///     versions.
    public init(store: URL, plan: MigrationPlan, to destination: (any VersionedSchema.Type)?) {
        self.init(store: store, plan: plan, to: destination, files: FileSystem())
    }

    /// Creates a migration with file operations that tests can observe or cause to fail.
    package init(
        store: URL, plan: MigrationPlan, to destination: (any VersionedSchema.Type)?, files: FileSystem
    ) {
        self.store = store
        self.plan = plan
        self.destination = destination
        self.files = files
        folder = SafetyFolder(store: store)
    }

    // MARK: Examining the store

    /// The current state of the store. Reading this property doesn't change the store.
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

    /// Returns the name and number of the plan's most similar version, for a store that doesn't match any version.
    /// Returns nil if the store is newer than the destination or belongs to a different app, or if the plan doesn't
    /// list the destination.
    private func nearest(_ facts: StoreFacts) -> String? {
        do { _ = try plannedSteps(from: facts) } catch {
            if case .version(.unknown(let nearest))? = (error as? MigrationError)?.cause { return nearest }
        }
        return nil
    }

    /// The remaining steps, in order. Empty if there is no store, or if the store already has the destination version.
    ///
    /// - Throws: ``MigrationError`` if the store can't be read, or if the plan can't migrate it to the destination
    ///   version.
    public var steps: [PlanStep] {
        get throws(MigrationError) { try plannedSteps()?.steps.items.map(\.step) ?? [] }
    }

    /// The number of remaining steps.
    ///
    /// - Throws: the errors of ``steps``.
    public var stepCount: Int {
        get throws(MigrationError) { try steps.count }
    }

    /// Reads the store, and returns its metadata and the remaining steps. Returns nil if the store doesn't exist.
    private func plannedSteps() throws(MigrationError) -> (facts: StoreFacts, steps: PlanSteps)? {
        do { return try StoreFacts.read(folder.store).map { ($0, try plannedSteps(from: $0)) } } catch {
            throw StoreFacts.error(error).about(store)
        }
    }

    private func plannedSteps(from facts: StoreFacts) throws -> PlanSteps {
        guard let destination else { throw MigrationError(.plan(.invalid(["It lists no versions."]))) }
        return try PlanSteps(
            plan, from: facts, to: destination, keeping: StoreConfigurations(storeURL: store))
    }

    // MARK: Migrating

    /// Migrates the store to the destination version, step by step.
    ///
    /// An interrupted migration or restore is finished or undone first. If there is then no store, or if the store has
    /// the destination version, nothing else happens. Otherwise, the hook ``MigrationPlan/preMigration`` runs with the
    /// unchanged store, and ``MigrationPlan/postMigration`` with the migrated copy. If either hook throws, the store is
    /// unchanged.
    ///
    /// ```swift
    /// let observed = Progress(totalUnitCount: 0)
    /// let migration = ProgressiveMigration(store: storeURL, plan: PostsMigrationPlan.plan)
    /// try migration.perform(observedBy: observed, timeout: .seconds(10))
    /// ```
    ///
    /// > Important: This method blocks its thread. From the time it begins to copy the store until it returns, nothing
    /// > else can open the store.
    ///
    /// - Parameters:
    ///   - observed: receives one unit for each step, and one for replacing the store's content. If you cancel this
    ///     progress, or the current task, the migration ends at the next operation or step, and the store is unchanged.
    ///   - timeout: the maximum time to wait for another process or thread that migrates or restores the store.
    ///   - progress: receives the step, the phase, and the number of rows, on the caller's thread.
    /// - Throws: ``MigrationError`` with the problem, the stage and the operation. The store is unchanged, unless
    ///   SQLite couldn't determine whether its last commit reached the disk.
    public func perform(
        observedBy observed: Progress? = nil, timeout: Duration = .seconds(120),
        progress: @escaping MigrationProgressHandler = { _ in }
    ) throws(MigrationError) {
        let replacement = StoreReplacement(folder: folder, files: files)
        // Check for a journal after reading the store, because a migration that begins in between writes one.
        let found = Result { () throws(MigrationError) in try plannedSteps() }
        guard try hasWork(found, replacement) else { return Self.finish(observed) }
        var isLocked = false
        do {
            let lock = StoreLock(folder: folder, files: files, timeout: timeout.timeoutSeconds)
            try lock.withLock(checkCancelled: ProgressiveRun.cancellation(observed)) {
                isLocked = true
                try finishInterrupted(progress)
                // Remove the copy of a process that ended during its migration.
                try replacement.removeLeftovers()
                guard let (facts, plannedSteps) = try plannedSteps(), !plannedSteps.items.isEmpty else {
                    return Self.finish(observed)
                }
                try ProgressiveRun(
                    migration: self, facts: facts, plannedSteps: plannedSteps, observed: observed, report: progress
                ).run()
            }
        } catch {
            // The lock's file can't be created, for example because the folder isn't writable.
            if error is FileError, !isLocked, case .failure(let first) = found { throw first }
            throw StoreFacts.error(error).about(store)
        }
    }

    /// Returns whether the store may need a migration, or whether an earlier migration or restore left work to finish.
    ///
    /// - Parameters:
    ///   - found: the planned steps, or the error in planning them. They must be planned before this call, because it
    ///     checks for a journal.
    ///   - replacement: the replacement, which may have leftovers to remove.
    /// - Throws: the error in `found` if recovery can't resolve it, or an error in checking for a journal or leftovers.
    private func hasWork(
        _ found: Result<(facts: StoreFacts, steps: PlanSteps)?, MigrationError>, _ replacement: StoreReplacement
    ) throws(MigrationError) -> Bool {
        // The journal of a protected store is protected, too, so don't check for it.
        if case .failure(let error) = found, error.cause == .store(.protected) { throw error }
        if try JournalFile(folder: folder, files: files).exists { return true }
        switch found {
        case .failure(let error):
            guard error.mayResultFromRestore else { throw error }
            return true
        case .success(let found):
            do { if try replacement.hasLeftovers { return true } } catch { throw StoreFacts.error(error).about(store) }
            // A restore that ended after the store was read may have put a store at the path.
            let isAbsent = FileStatus(at: folder.store.path) == nil
            return !(found?.steps.items.isEmpty ?? isAbsent)
        }
    }

    /// Marks the caller's progress as complete, for a migration that has nothing to do.
    private static func finish(_ observed: Progress?) {
        observed?.totalUnitCount = 1
        observed?.completedUnitCount = 1
    }

    /// Finishes or undoes a migration or restore that was left unfinished. If the unfinished migration's
    /// `postMigration` hook hasn't run, the hook runs at the end of this migration. If this migration has nothing to
    /// do, the hook runs when ``SafeModelContainer`` opens the store the next time.
    private func finishInterrupted(_ progress: MigrationProgressHandler) throws {
        let recovery = Recovery(folder: folder, files: files)
        guard let journal = try recovery.journal() else { return }
        progress(MigrationProgress(step: 0, stepCount: 0, phase: .recovery))
        _ = try recovery.run(journal)
    }
}
