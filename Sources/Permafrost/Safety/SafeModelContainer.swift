import Dispatch
import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// Opens a store for a version of its schema and migrates it safely where it is of an older one: checked first, backed up,
/// taken up again where the process ended, rolled back where it failed.
///
/// ```swift
/// let container = try SafeModelContainer.make(
///     for: PostsSchemaV4.self, plan: PostsMigrationPlan.self, storeURL: folder.appending(path: "App.store"))
/// ```
///
/// ## On a device
/// A backup has the permissions, the owner, the extended attributes and the data-protection class of its store. In a container
/// that the app shares with its extensions, iOS ends an app that is suspended while it holds a lock (`0xdead10cc`), and a
/// migration holds one from its beginning to its end: call this inside
/// `ProcessInfo.performExpiringActivity(withReason:using:)`, and use the asynchronous form, whose task you cancel when the
/// activity expires. If the app is ended in the middle, the next launch goes on.
///
/// ## At launch
/// iOS ends an app that doesn't finish launching in about 20 seconds (`0x8badf00d`). A call without `await` blocks its thread
/// while another process, such as an extension, migrates the store, for up to `timeout`, and then for its own migration. Call the
/// asynchronous form at launch, show a placeholder meanwhile, and handle `.busy(.inUse)`.
public enum SafeModelContainer {
    /// How long a call without `await` waits for another process: 10 seconds, which a launch on the main thread survives.
    public static let defaultTimeout: Duration = .seconds(10)
    /// How long a call with `await`, which blocks no thread of the caller's, waits for another process: 2 minutes.
    public static let defaultAsyncTimeout: Duration = .seconds(120)

    /// Opens a store, brought to a version by a plan.
    ///
    /// A store that is current is opened as SwiftData opens it, after one look at its metadata; none is made where there is
    /// none. An older one is checked, backed up beside itself under `.permafrost-backups/`, and migrated, while every other
    /// process and thread that opens it through this type waits. A migration that a process left unfinished is dealt with
    /// first: see ``MigrationSafety``.
    ///
    /// - Parameters:
    ///   - version: the version that the app works with, which the plan lists.
    ///   - plan: the versions, the stages, and the hooks.
    ///   - storeURL: the store's file.
    ///   - safety: how much is kept, and what becomes of the store where the migration fails. A store that CloudKit mirrors
    ///     takes no more than `.backupOnly`: what was synced since would flow into a store that went back in time.
    ///   - deviceBackups: whether the device's own backups, to iCloud or to a computer, hold the store's backups.
    ///   - cloudKitDatabase: the CloudKit database that mirrors the store.
    ///   - configurations: further configurations of the container. Each keeps what its schema names; they are opened by
    ///     SwiftData, with no backup. On Linux a plan migrates only a store that keeps all of the version's models.
    ///   - timeout: how long to wait for another process or thread that has its turn with the store. After it the error is
    ///     `.busy(.inUse)`, and nothing was changed.
    ///   - progress: called on this thread with what is being done.
    /// - Throws: ``MigrationError``: what happened, in which stage and operation, where the backup is.
    public static func make(
        for version: any VersionedSchema.Type, plan: MigrationPlan, storeURL: URL,
        safety: MigrationSafety = .backupAndRollback, deviceBackups: DeviceBackupPolicy = .asStore,
        cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none, configurations: [ModelConfiguration] = [],
        timeout: Duration = Self.defaultTimeout, progress: @escaping MigrationProgressHandler = { _ in }
    ) throws(MigrationError) -> ModelContainer {
        try SafeMigration(
            to: version, plan: plan, safety: safety, deviceBackups: deviceBackups,
            configurations: StoreConfigurations(
                storeURL: storeURL, cloudKitDatabase: cloudKitDatabase, others: configurations),
            run: MigrationRun(report: progress), timeout: timeout.timeoutSeconds
        ).open()
    }

    /// Opens a store, brought to a version by the app's own plan: see
    /// ``make(for:plan:storeURL:safety:deviceBackups:cloudKitDatabase:configurations:timeout:progress:)-4kf46``.
    public static func make(
        for version: any VersionedSchema.Type, plan: any SchemaMigrationPlan.Type, storeURL: URL,
        safety: MigrationSafety = .backupAndRollback, deviceBackups: DeviceBackupPolicy = .asStore,
        cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none, configurations: [ModelConfiguration] = [],
        timeout: Duration = Self.defaultTimeout, progress: @escaping MigrationProgressHandler = { _ in }
    ) throws(MigrationError) -> ModelContainer {
        try make(
            for: version, plan: MigrationPlan(plan), storeURL: storeURL, safety: safety, deviceBackups: deviceBackups,
            cloudKitDatabase: cloudKitDatabase, configurations: configurations, timeout: timeout,
            progress: progress)
    }

    /// The backups of a store, the newest first. Those of its neighbours are not among them.
    ///
    /// - Throws: ``MigrationError`` with `.store(.unreadable)` if the folder of the backups, or what one of them says of
    ///   itself, cannot be read now. There may be backups then.
    public static func backups(of storeURL: URL) throws(MigrationError) -> [StoreBackup] {
        do { return try StoreBackups(folder: SafetyFolder(store: storeURL), files: FileSystem()).backups } catch {
            throw MigrationError(
                .store(.unreadable(reason: "Its backups cannot be listed. \(error.localizedDescription).")),
                storeURL: storeURL,
                underlying: error)
        }
    }

    /// Puts a backup in a store's place. The store that was there is kept under `.permafrost-backups/`, with its -wal; so is
    /// the backup. No container may have the store open.
    ///
    /// - Parameters:
    ///   - backup: one of ``backups(of:)``, of this store or of another one.
    ///   - storeURL: the store's file, which need not exist.
    ///   - timeout: how long to wait for another process or thread that has its turn with the store.
    /// - Throws: ``MigrationError`` with `.backup(.damaged)`, where nothing was changed, or `.backup(.restoreFailed)`, where
    ///   the next launch goes on with it if the backup's copy was ready, and else changes nothing; `.store(.readOnlyFolder)`; `.busy(.inUse)` if a container has the store open, or
    ///   another process migrates it.
    public static func restore(
        _ backup: StoreBackup, to storeURL: URL, timeout: Duration = Self.defaultTimeout
    ) throws(MigrationError) {
        try ManualRestore(
            backup: backup, folder: SafetyFolder(store: storeURL), timeout: timeout.timeoutSeconds
        ).run()
    }
}

extension SafeModelContainer {
    /// Opens a store, brought to a schema by a plan, which lists a version that equals it: see
    /// ``make(for:plan:storeURL:safety:deviceBackups:cloudKitDatabase:configurations:timeout:progress:)-4kf46``.
    ///
    /// - Throws: ``MigrationError`` with `.plan(.invalid)` if no version of the plan equals the schema.
    public static func make(
        for schema: Schema, plan: MigrationPlan, storeURL: URL, safety: MigrationSafety = .backupAndRollback,
        deviceBackups: DeviceBackupPolicy = .asStore,
        cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none, configurations: [ModelConfiguration] = [],
        timeout: Duration = Self.defaultTimeout, progress: @escaping MigrationProgressHandler = { _ in }
    ) throws(MigrationError) -> ModelContainer {
        guard let version = plan.schemas.last(where: { Schema(versionedSchema: $0) == schema }) else {
            throw MigrationError(
                .plan(.invalid(["None of its versions equals the schema \(schema.version) that was given."])),
                storeURL: storeURL)
        }
        return try make(
            for: version, plan: plan, storeURL: storeURL, safety: safety, deviceBackups: deviceBackups,
            cloudKitDatabase: cloudKitDatabase, configurations: configurations, timeout: timeout,
            progress: progress)
    }

    /// Opens a store, brought to the last version of a plan that lists the classes: see
    /// ``make(for:plan:storeURL:safety:deviceBackups:cloudKitDatabase:configurations:timeout:progress:)-4kf46``.
    ///
    /// - Throws: ``MigrationError`` with `.plan(.invalid)` if no version of the plan lists all of the classes.
    public static func make(
        for types: any PersistentModel.Type..., plan: MigrationPlan, storeURL: URL,
        safety: MigrationSafety = .backupAndRollback, deviceBackups: DeviceBackupPolicy = .asStore,
        cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none, configurations: [ModelConfiguration] = [],
        timeout: Duration = Self.defaultTimeout, progress: @escaping MigrationProgressHandler = { _ in }
    ) throws(MigrationError) -> ModelContainer {
        let found = plan.schemas.last { version in types.allSatisfy { type in version.models.contains { $0 == type } } }
        guard let version = found else {
            let names = types.map { Schema.entityName(of: $0) }.joined(separator: ", ")
            throw MigrationError(.plan(.invalid(["None of its versions lists all of \(names)."])), storeURL: storeURL)
        }
        return try make(
            for: version, plan: plan, storeURL: storeURL, safety: safety, deviceBackups: deviceBackups,
            cloudKitDatabase: cloudKitDatabase, configurations: configurations, timeout: timeout,
            progress: progress)
    }
}

extension SafeModelContainer {
    /// Opens a store, brought to a version by a plan, without blocking the caller's thread: see
    /// ``make(for:plan:storeURL:safety:deviceBackups:cloudKitDatabase:configurations:timeout:progress:)-4kf46``.
    ///
    /// ```swift
    /// let container = try await SafeModelContainer.make(
    ///     for: PostsSchemaV4.self, plan: PostsMigrationPlan.plan, storeURL: url
    /// ) { progress in
    ///     print(progress.step, "of", progress.stepCount)
    /// }
    /// ```
    ///
    /// The migration is cancelled with its task, at the next operation, batch of rows or chunk of the backup. It then fails as
    /// any other would: with ``MigrationSafety/backupAndRollback`` the store is as it was. Once the store is migrated, a
    /// cancelled task gets its container.
    ///
    /// - Parameters:
    ///   - version: the version that the app works with.
    ///   - plan: the plan that leads there.
    ///   - storeURL: the store's file.
    ///   - safety: what is done for the store that is there.
    ///   - deviceBackups: whether the device's own backups hold the store's backups.
    ///   - cloudKitDatabase: the database that mirrors the store.
    ///   - configurations: further configurations of the container.
    ///   - timeout: how long to wait for another process or thread that has its turn with the store. After it the error is
    ///     `.busy(.inUse)`, and nothing was changed.
    ///   - progress: called on the thread that migrates with what is being done.
    /// - Throws: ``MigrationError``, with `.cancelled` if the task was cancelled.
    public static func make(
        for version: any VersionedSchema.Type, plan: MigrationPlan, storeURL: URL,
        safety: MigrationSafety = .backupAndRollback, deviceBackups: DeviceBackupPolicy = .asStore,
        cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none, configurations: [ModelConfiguration] = [],
        timeout: Duration = Self.defaultAsyncTimeout, progress: @escaping MigrationProgressHandler
    ) async throws(MigrationError) -> ModelContainer {
        let isCancelled = Locked(false)
        let migration = SafeMigration(
            to: version, plan: plan, safety: safety, deviceBackups: deviceBackups,
            configurations: StoreConfigurations(
                storeURL: storeURL, cloudKitDatabase: cloudKitDatabase, others: configurations),
            run: MigrationRun(
                report: progress,
                checkCancelled: {
                    if isCancelled.withLock({ $0 }) { throw MigrationError(.cancelled, storeURL: storeURL) }
                }),
            timeout: timeout.timeoutSeconds)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                DispatchQueue.global(qos: .userInitiated).async {
                    continuation.resume(
                        returning: Result { () throws(MigrationError) in try migration.open() })
                }
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
        return try result.get()
    }

    /// Opens a store, brought to a version by the app's own plan, without blocking the caller's thread. The migration is
    /// cancelled with its task.
    public static func make(
        for version: any VersionedSchema.Type, plan: any SchemaMigrationPlan.Type, storeURL: URL,
        safety: MigrationSafety = .backupAndRollback, deviceBackups: DeviceBackupPolicy = .asStore,
        cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none, configurations: [ModelConfiguration] = [],
        timeout: Duration = Self.defaultAsyncTimeout, progress: @escaping MigrationProgressHandler
    ) async throws(MigrationError) -> ModelContainer {
        try await make(
            for: version, plan: MigrationPlan(plan), storeURL: storeURL, safety: safety, deviceBackups: deviceBackups,
            cloudKitDatabase: cloudKitDatabase, configurations: configurations, timeout: timeout,
            progress: progress)
    }
}
