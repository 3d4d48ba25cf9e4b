import Dispatch
import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// Functions that open an app's store and migrate it safely. Use them at launch instead of
/// `ModelContainer(for:migrationPlan:configurations:)`: they check an older store, back it up, continue an interrupted
/// migration, and roll back a failed one.
///
/// ```swift
/// let container = try await SafeModelContainer.make(
///     for: PostsSchemaV4.self, plan: PostsMigrationPlan.self, storeURL: storeURL
/// ) { progress in
///     print("step \(progress.step) of \(progress.stepCount)")
/// }
/// ```
///
/// > Warning: A call without `await` blocks its thread: while another process, such as an extension, migrates the store
/// > (for up to `timeout`), and during its own migration. iOS ends an app that doesn't finish launching in about 20
/// > seconds (`0x8badf00d`). At launch, call the asynchronous form, show a placeholder until it returns, and handle
/// > ``MigrationError/Cause/Busy/inUse``.
///
/// ## On a device
/// A backup has the permissions, the owner, the extended attributes and the data-protection class of its store.
///
/// > Important: iOS ends a suspended app that holds a lock in a container that the app shares with its extensions
/// > (`0xdead10cc`). A migration holds such a lock from its beginning to its end. Call this type inside
/// > `ProcessInfo.performExpiringActivity(withReason:using:)`, use the asynchronous form, and cancel its task when the
/// > activity expires. If the app is ended during the migration, the next launch continues it.
///
/// ## Going back to a backup
/// ```swift
/// if let backup = try SafeModelContainer.backups(of: storeURL).first {
///     try SafeModelContainer.restore(backup, to: storeURL)
/// }
/// ```
///
/// To see what a migration would do without changing the store, rehearse it: see ``DryRunReport``. To run each stage by
/// itself, see ``ProgressiveMigration``. <doc:DataSafety> lists what you can rely on for each kind of fault.
public enum SafeModelContainer {
    /// The time that a call without `await` waits for another process: 10 seconds. A launch on the main thread survives
    /// this.
    public static let defaultTimeout: Duration = .seconds(10)
    /// The time that a call with `await` waits for another process: 2 minutes. It doesn't block the caller's thread.
    public static let defaultAsyncTimeout: Duration = .seconds(120)

    /// Opens a store and migrates it to a version with a plan.
    ///
    /// SwiftData opens a current store after one read of its metadata, and creates a store if there is none. An older
    /// store is checked, backed up in `.permafrost-backups/` in its folder, and migrated. Every other process and
    /// thread that opens it through this type waits meanwhile. A migration that a process left unfinished is handled
    /// first: see ``MigrationSafety``.
    ///
    /// - Parameters:
    ///   - version: the version that the app works with. The plan must list it.
    ///   - plan: the versions, the stages, and the hooks.
    ///   - storeURL: the store's file.
    ///   - safety: whether the store is backed up, and whether a failed migration is rolled back. For a store that
    ///     CloudKit mirrors, `.backupOnly` is the maximum: changes that were synced in the meantime would flow into a
    ///     store that was rolled back.
    ///   - deviceBackups: whether the device's own backups, to iCloud or to a computer, include the store's backups.
    ///   - cloudKitDatabase: the CloudKit database that mirrors the store.
    ///   - configurations: further configurations of the container. Each one keeps the models in its schema. SwiftData
    ///     opens them, without a backup. On Linux, a plan migrates only a store that keeps all of the version's models.
    ///   - timeout: how long to wait for another process or thread that has the store. After that, the error is
    ///     `.busy(.inUse)`, and nothing was changed.
    ///   - progress: called on this thread with the progress.
    /// - Throws: ``MigrationError`` with the problem, the stage and operation, and the location of the backup.
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

    /// Opens a store and migrates it to a version with the app's own plan: see
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

    /// Returns the backups of a store, the newest first. Backups of other stores in the same folder aren't included.
    ///
    /// - Parameter storeURL: the store's file. It need not exist.
    /// - Throws: ``MigrationError`` with `.store(.unreadable)` if the folder of the backups or the manifest of one
    ///   can't be read now. There may be backups in this case.
    public static func backups(of storeURL: URL) throws(MigrationError) -> [StoreBackup] {
        do { return try StoreBackups(folder: SafetyFolder(store: storeURL), files: FileSystem()).backups } catch {
            throw MigrationError(
                .store(.unreadable(reason: "Its backups cannot be listed. \(error.localizedDescription).")),
                storeURL: storeURL,
                underlying: error)
        }
    }

    /// Replaces a store with a backup.
    ///
    /// > Warning: The current store is replaced, and its changes since the backup are no longer in the app. It is kept
    /// > with its `-wal` under `.permafrost-backups/`, and so is the backup. At most three replaced stores are kept.
    ///
    /// > Important: Release every container of the store first, in this app and in its extensions. This call blocks its
    /// > thread until the restore is complete.
    ///
    /// - Parameters:
    ///   - backup: a backup from ``backups(of:)``, of this store or of another one.
    ///   - storeURL: the store's file. It need not exist.
    ///   - timeout: how long to wait for another process or thread that has the store.
    /// - Throws: ``MigrationError`` with one of these causes: `.backup(.damaged)`: nothing was changed.
    ///   `.backup(.restoreFailed)`: the next launch continues if the backup's copy was ready; otherwise, nothing was
    ///   changed. `.store(.readOnlyFolder)`: nothing was changed. `.busy(.inUse)`: a container has the store open, or
    ///   another process is migrating it.
    public static func restore(
        _ backup: StoreBackup, to storeURL: URL, timeout: Duration = Self.defaultTimeout
    ) throws(MigrationError) {
        try ManualRestore(
            backup: backup, folder: SafetyFolder(store: storeURL), timeout: timeout.timeoutSeconds
        ).run()
    }
}

extension SafeModelContainer {
    /// Opens a store and migrates it to a schema with a plan that lists an equal version: see
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

    /// Opens a store and migrates it to the last version of a plan that lists the classes: see
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
    /// Opens a store and migrates it to a version with a plan, without blocking the caller's thread: see
    /// ``make(for:plan:storeURL:safety:deviceBackups:cloudKitDatabase:configurations:timeout:progress:)-4kf46``.
    ///
    /// ```swift
    /// let container = try await SafeModelContainer.make(
    ///     for: PostsSchemaV4.self, plan: PostsMigrationPlan.plan, storeURL: storeURL
    /// ) { progress in
    ///     print(progress.step, "of", progress.stepCount)
    /// }
    /// ```
    ///
    /// The migration is cancelled with its task, at the next operation, batch of rows, or chunk of the backup. It then
    /// fails like any other migration: with ``MigrationSafety/backupAndRollback``, the store is unchanged. If the store
    /// is already migrated, a cancelled task gets its container.
    ///
    /// - Parameters:
    ///   - version: the version that the app works with.
    ///   - plan: the plan that migrates to the version.
    ///   - storeURL: the store's file.
    ///   - safety: whether the store is backed up, and whether a failed migration is rolled back.
    ///   - deviceBackups: whether the device's own backups include the store's backups.
    ///   - cloudKitDatabase: the database that mirrors the store.
    ///   - configurations: further configurations of the container.
    ///   - timeout: how long to wait for another process or thread that has the store. After that, the error is
    ///     `.busy(.inUse)`, and nothing was changed.
    ///   - progress: called on the thread that migrates with the progress.
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

    /// Opens a store and migrates it to a version with the app's own plan, without blocking the caller's thread. The
    /// migration is cancelled with its task.
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
