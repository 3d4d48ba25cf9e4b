import Foundation
import Observation
import PermafrostStore
import SwiftData

/// An observable object that opens an app's store at launch, and migrates the store first if necessary. Use it to show
/// the progress of a migration, to wait until a restarted device is unlocked, and to offer fixes after a failure.
///
/// ```swift
/// @MainActor func open() async {
///     let launch = MigrationLaunch(for: PostsSchemaV4.self, plan: PostsMigrationPlan.self, storeURL: storeURL)
///     await launch.start()
///     switch launch.phase {
///     case .ready(let container): print("open:", container.configurations)
///     case .failed(let failure): print(failure.error, failure.remedies)
///     case .opening, .waitingForProtectedData, .migrating: break
///     }
/// }
/// ```
///
/// Create one launch for each store. In SwiftUI, `migrationLaunch(_:placeholder:)` starts it and shows a placeholder
/// until the container is ready.
///
/// Each attempt opens the store with ``SafeModelContainer``, and has the same guarantees. No remedy deletes the user's
/// data. A replaced store is kept under `.permafrost-backups/` next to the store.
@MainActor @Observable
public final class MigrationLaunch {
    /// The state of a launch.
    public enum Phase: Sendable {
        /// The store is being opened, or the launch hasn't started.
        case opening
        /// The device hasn't been unlocked since it was restarted, so the store can't be read yet. The launch continues
        /// when the store can be read.
        case waitingForProtectedData
        /// The store is being checked, backed up or migrated, or an interrupted migration is being finished.
        case migrating(MigrationProgress)
        /// The store is open.
        case ready(ModelContainer)
        /// The store couldn't be opened.
        case failed(Failure)
    }

    /// The current state.
    public var phase: Phase { state.phase }

    private var state = LaunchState()
    @ObservationIgnored private let work: LaunchWork
    @ObservationIgnored private var running: Task<Void, Never>?

    /// Creates a launch. Call ``start()`` to begin it.
    ///
    /// - Parameters:
    ///   - version: the version that the app uses. The plan must list it.
    ///   - plan: the versions, stages and hooks.
    ///   - storeURL: the store's file.
    ///   - safety: the safety setting; see ``MigrationSafety``.
    ///   - cloudKitDatabase: the CloudKit database that mirrors the store.
    ///   - configurations: additional configurations of the container.
    ///   - options: the timeouts, and the rules for the store's backups. Their progress handler is also called. If
    ///     `protectedDataTimeout` is nil, the launch waits for a protected store without a limit.
    public convenience init(
        for version: any VersionedSchema.Type, plan: MigrationPlan, storeURL: URL,
        safety: MigrationSafety = .backupAndRollback,
        cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none, configurations: [ModelConfiguration] = [],
        options: SafeModelContainer.Options = .init()
    ) {
        var work = LaunchWork(storeURL: storeURL) { report in
            var options = options
            // The launch itself waits for protected data, so that its phase can show the wait.
            options.protectedDataTimeout = nil
            options.progress = { [progress = options.progress] in
                progress($0)
                report($0)
            }
            return try await SafeModelContainer.make(
                for: version, plan: plan, storeURL: storeURL, safety: safety, cloudKitDatabase: cloudKitDatabase,
                configurations: configurations, options: options)
        }
        work.protectedDataTimeout = options.protectedDataTimeout
        self.init(work: work)
    }

    /// Creates a launch with the app's `SchemaMigrationPlan`. In all other respects, this initializer works like the
    /// one that accepts a ``MigrationPlan``.
    public convenience init(
        for version: any VersionedSchema.Type, plan: any SchemaMigrationPlan.Type, storeURL: URL,
        safety: MigrationSafety = .backupAndRollback,
        cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none, configurations: [ModelConfiguration] = [],
        options: SafeModelContainer.Options = .init()
    ) {
        self.init(
            for: version, plan: MigrationPlan(plan), storeURL: storeURL, safety: safety,
            cloudKitDatabase: cloudKitDatabase, configurations: configurations, options: options)
    }

    init(work: LaunchWork) {
        self.work = work
    }

    /// Opens the store, and waits until it is open or the launch has failed. Does nothing if the launch has ended. If
    /// the launch is already running, waits until it ends.
    ///
    /// If the calling task is cancelled, the launch continues, so that a view that disappears doesn't end a migration.
    public func start() async {
        if running == nil, state.isNew { run {} }
        await running?.value
    }

    /// Tries to open the store again after a failure. Does nothing in any other phase.
    public func retry() async {
        guard case .failed = phase else { return }
        run {}
        await running?.value
    }

    /// Replaces the store with a backup after a failure, and opens it. Does nothing in any other phase. If the restore
    /// fails, the phase contains its error. Its cause is `.backup(.missing)` if there is no intact backup to restore.
    ///
    /// - Parameter backup: the backup; nil for the newest intact one.
    public func restore(_ backup: StoreBackup? = nil) async {
        guard case .failed(let failure) = phase else { return }
        run { [work] in try await work.restore(backup ?? failure.backup, after: failure.error) }
        await running?.value
    }

    /// Moves the store aside after a failure, and creates an empty one. Does nothing in any other phase. If the store
    /// can't be moved, the phase contains the error.
    ///
    /// > Warning: The app then shows none of the user's data. Ask the user first, and offer ``export(to:)``.
    public func startAnew() async {
        guard case .failed = phase else { return }
        run { [work] in try await work.setAside() }
        await running?.value
    }

    /// Copies the store's files into a new folder, so that the user can send or keep them. The copy includes the `-wal`
    /// file and the files of large values. A damaged store is copied unchanged.
    ///
    /// - Parameter folder: an existing folder.
    /// - Returns: the URL of the new folder.
    /// - Throws: ``MigrationError``, with `.busy(.inUse)` if the store is open, or with `.backup(.failed)` if a file
    ///   can't be copied.
    public func export(to folder: URL) async throws -> URL {
        try await work.export(folder)
    }

    /// Starts an attempt to open the store, unless one is running.
    ///
    /// - Parameter prepare: the work before the store is opened.
    private func run(_ prepare: @escaping @Sendable () async throws -> Void) {
        guard let attempt = state.begin() else { return }
        running = Task {
            do {
                try await prepare()
                let container = try await open(attempt)
                state.end(.ready(container), of: attempt)
            } catch {
                let failure = await work.failure(error)
                state.end(.failed(failure), of: attempt)
            }
            running = nil
        }
    }

    /// Opens the store. While the store is protected, waits and tries again, for at most the launch's timeout.
    private func open(_ attempt: Int) async throws -> ModelContainer {
        let end = work.protectedDataTimeout.map { ContinuousClock.now + .seconds($0.timeoutSeconds) }
        while true {
            do {
                return try await work.open { progress in
                    Task { @MainActor [weak self] in self?.state.report(progress, of: attempt) }
                }
            } catch let error as MigrationError where error.cause == .store(.protected) {
                if let end, ContinuousClock.now >= end { throw error }
                state.wait(attempt)
                try await work.waitForProtectedData()
            }
        }
    }
}

extension MigrationLaunch {
    /// A failed launch: the error, the newest backup, and the remedies that an app can offer.
    public struct Failure: Sendable {
        /// The error. Its ``MigrationError/cause`` is the reason, and its description contains the fix.
        public let error: MigrationError
        /// The newest intact backup of the store; nil if no backup is intact, or if the backups can't be listed.
        public let backup: StoreBackup?
        /// The remedies that can help, best first. Empty if none can help, for example if the item at the store's path
        /// is a folder.
        public let remedies: [Remedy]

        /// Creates a failure, for example to preview a view.
        public init(error: MigrationError, backup: StoreBackup? = nil, remedies: [Remedy]) {
            self.error = error
            self.backup = backup
            self.remedies = remedies
        }
    }

    /// An action that an app can offer to the user after a failed launch.
    public enum Remedy: String, Sendable, Hashable, CaseIterable {
        /// Try again: ``MigrationLaunch/retry()``. Helps if the cause can change, such as a full disk.
        case retry
        /// Replace the store with the backup: ``MigrationLaunch/restore(_:)``. The store that is replaced is kept.
        case restore
        /// Copy the store's files for support: ``MigrationLaunch/export(to:)``.
        case export
        /// Move the store aside and begin with an empty one: ``MigrationLaunch/startAnew()``.
        case startAnew
    }
}

extension MigrationLaunch.Remedy {
    /// Returns the remedies for an error, best first.
    ///
    /// - Parameters:
    ///   - error: the error of the launch.
    ///   - hasBackup: whether the store has an intact backup.
    ///   - hasStore: whether there is a file at the store's path.
    static func remedies(for error: MigrationError, hasBackup: Bool, hasStore: Bool) -> [MigrationLaunch.Remedy] {
        // A restore without a backup changes nothing, so the earlier failure still determines the remedies.
        let earlier = error.cause == .backup(.missing) ? error.underlying as? MigrationError : nil
        let help = Help(earlier?.cause ?? error.cause)
        var remedies: [MigrationLaunch.Remedy] = []
        if help.retry { remedies.append(.retry) }
        // After a rollback, the store already equals the newest backup.
        if help.replacement, help.backup, hasBackup, !error.isRolledBack { remedies.append(.restore) }
        if help.access, hasStore { remedies.append(.export) }
        if help.replacement, hasStore { remedies.append(.startAnew) }
        return remedies
    }

    /// The kinds of actions that can help with a cause.
    private struct Help {
        /// Whether the next attempt can succeed.
        var retry = true
        /// Whether the cause allows the store's files to be read.
        var access = true
        /// Whether the app can open a different store in place of this one.
        var replacement = true
        /// Whether the app can open a backup of the store.
        var backup = true

        init(_ cause: MigrationError.Cause) {
            switch cause {
            case .store(.protected), .busy:
                access = false
                replacement = false
            case .store(.notEnoughSpace), .store(.readOnlyFolder), .cancelled, .journal(.notWritten):
                replacement = false
            case .store(.damaged), .store(.notAStore): retry = false
            case .store(.notAFile):
                retry = false
                access = false
                replacement = false
            // The store belongs to a later version of the app, which still needs it.
            case .version(.newer), .journal(.version):
                retry = false
                replacement = false
            // The backups of the store have the same version or an earlier one.
            case .version(.retired):
                retry = false
                backup = false
            case .version(.foreign), .version(.unknown), .plan: retry = false
            case .store(.openingFailed), .store(.unreadable), .store(.replacementFailed), .stage, .hook, .backup,
                .journal(.damaged):
                break
            }
        }
    }
}
