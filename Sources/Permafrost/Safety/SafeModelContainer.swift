import Foundation
import PermafrostModel
import PermafrostStore
import SwiftData

/// Functions that open an app's store and migrate it safely. Use them at launch instead of
/// `ModelContainer(for:migrationPlan:configurations:)`. They check an older store, back it up, continue an interrupted
/// migration, and roll back a failed one.
///
/// ```swift
/// let container = try await SafeModelContainer.make(
///     for: PostsSchemaV4.self, plan: PostsMigrationPlan.self, storeURL: storeURL,
///     options: .init { progress in print("step \(progress.step) of \(progress.stepCount)") })
/// ```
///
/// > Warning: A call without `await` blocks its thread during its own migration. It also blocks, for up to `timeout`,
/// > while another process such as an extension migrates the store. iOS ends an app that doesn't finish launching in
/// > about 20 seconds (`0x8badf00d`). At launch, call the asynchronous form, show a placeholder until it returns, and
/// > handle ``MigrationError/Cause/Busy/inUse``.
///
/// ## On a device
/// A backup has the permissions, the owner, the extended attributes and the data-protection class of its store.
///
/// > Important: iOS ends a suspended app that holds a file lock in an app group's shared folder (`0xdead10cc`). A
/// > migration holds such a lock from its beginning to its end. If the store is in a shared folder, open it with `await`.
/// > The call then runs inside `ProcessInfo.performExpiringActivity(withReason:using:)`, and cancels the migration when
/// > the activity expires. A step that can't be cancelled may take longer. If iOS ends the app during the migration, the
/// > next launch finishes or undoes it.
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
    /// The default timeout of a call without `await`. Waiting that long on the main thread stays within the system's time
    /// limit for launching an app.
    package static let defaultTimeout: Duration = .seconds(10)
    /// The default timeout of a call with `await`, which doesn't block the caller's thread.
    package static let defaultAsyncTimeout: Duration = .seconds(120)

    /// Options for opening and migrating a store. Most apps leave them at their defaults.
    ///
    /// ```swift
    /// let container = try await SafeModelContainer.make(
    ///     for: PostsSchemaV4.self, plan: PostsMigrationPlan.self, storeURL: storeURL,
    ///     options: .init(timeout: .seconds(30)) { progress in print(progress.step, "of", progress.stepCount) })
    /// ```
    public struct Options: Sendable {
        /// The maximum time to wait for another process or thread that migrates the store. If it is nil, a call with
        /// `await` waits for 2 minutes, and a call without `await` for 10 seconds. After the timeout, the call throws
        /// `.busy(.inUse)`, and nothing has changed.
        public var timeout: Duration?
        /// The maximum time that a call with `await` waits until the system allows the app to read the store, for
        /// example until the device is unlocked for the first time after a restart. If it is nil, or if the time is up,
        /// the call throws `.store(.protected)`. A call without `await` never waits for this.
        public var protectedDataTimeout: Duration?
        /// The policy for including the store's backups in device backups, to iCloud or to a computer.
        public var deviceBackups: DeviceBackupPolicy
        /// The rules that determine which backups of the store are kept.
        public var retention: BackupRetention
        /// The closure that receives the progress of the migration. It runs on the thread that migrates.
        public var progress: MigrationProgressHandler

        /// Creates options.
        ///
        /// - Parameters:
        ///   - timeout: the maximum time to wait for another process or thread that migrates the store; nil for the
        ///     default.
        ///   - protectedDataTimeout: the maximum time that a call with `await` waits for a store that can't be read
        ///     before the first unlock; nil to throw at once.
        ///   - deviceBackups: whether device backups include the store's backups.
        ///   - retention: which backups of the store are kept.
        ///   - progress: receives the progress of the migration.
        public init(
            timeout: Duration? = nil, protectedDataTimeout: Duration? = nil,
            deviceBackups: DeviceBackupPolicy = .asStore, retention: BackupRetention = BackupRetention(),
            progress: @escaping MigrationProgressHandler = { _ in }
        ) {
            self.timeout = timeout
            self.protectedDataTimeout = protectedDataTimeout
            self.deviceBackups = deviceBackups
            self.retention = retention
            self.progress = progress
        }
    }

    /// Returns a store's backups, newest first. Backups of other stores in the same folder aren't included.
    ///
    /// - Parameter storeURL: the store's file. It doesn't need to exist.
    /// - Throws: ``MigrationError`` with `.store(.unreadable)` if a folder with backups or a backup's manifest can't be
    ///   read now. The store may still have backups.
    public static func backups(of storeURL: URL) throws(MigrationError) -> [StoreBackup] {
        let folder = SafetyFolder(store: storeURL)
        do { return try StoreBackups(folder: folder, files: FileSystem()).backups } catch {
            throw MigrationError(
                .store(.unreadable(reason: "Its backups can't be listed. \(error.localizedDescription).")),
                storeURL: storeURL,
                underlying: error)
        }
    }

    /// Replaces a store with a backup.
    ///
    /// > Warning: The restored store doesn't contain the changes that were saved since the backup. Permafrost keeps the
    /// > backup, the replaced store and its `-wal` under `.permafrost-backups/`. ``keptStores(of:)`` lists replaced
    /// > stores. They stay until the app removes them with ``KeptStore/remove()``.
    ///
    /// > Important: Release every container of the store first, in this app and in its extensions. This call blocks its
    /// > thread until the restore is complete.
    ///
    /// - Parameters:
    ///   - backup: a backup from ``backups(of:)``, of this store or a different one.
    ///   - storeURL: the store's file. It doesn't need to exist.
    ///   - timeout: the maximum time to wait for another process or thread that migrates or restores the store; nil for 10
    ///     seconds.
    /// - Throws: ``MigrationError``. With `.backup(.damaged)`, `.backup(.failed)`, `.store(.readOnlyFolder)` or
    ///   `.store(.notEnoughSpace)`, nothing was changed. With `.backup(.restoreFailed)`, the next launch finishes the restore if the backup's copy was
    ///   ready; otherwise, nothing was changed. With `.busy(.inUse)`, a container has the store open, or another
    ///   process or thread was still migrating or restoring it after `timeout`.
    public static func restore(
        _ backup: StoreBackup, to storeURL: URL, timeout: Duration? = nil
    ) throws(MigrationError) {
        try ManualRestore(
            backup: backup, folder: SafetyFolder(store: storeURL), timeout: (timeout ?? defaultTimeout).timeoutSeconds
        ).run()
    }
}

// MARK: Without await

extension SafeModelContainer {
    /// Opens a store with a version of a plan. Migrates an older store first.
    ///
    /// If the store already has that version, SwiftData opens it directly. If there is no store, one is created. An
    /// older store is checked, backed up to `.permafrost-backups/` next to it, and migrated. Meanwhile, every other
    /// process and thread that opens the store through this type waits. A migration that a process left unfinished is
    /// finished or undone first: see ``MigrationSafety``.
    ///
    /// > Warning: This call blocks its thread until the migration ends. In an `async` function, `try await` calls the
    /// > asynchronous form, which doesn't block.
    ///
    /// - Parameters:
    ///   - version: the version that the app uses. The plan must list it.
    ///   - plan: the versions, stages and hooks.
    ///   - storeURL: the store's file.
    ///   - safety: whether to back up the store first, and the state of the store after a failed migration. For a store
    ///     that CloudKit mirrors, ``MigrationSafety/backupAndRollback`` means ``MigrationSafety/backupOnly``, because
    ///     changes that were synced in the meantime would be merged into the rolled-back store.
    ///   - cloudKitDatabase: the CloudKit database that mirrors the store.
    ///   - configurations: additional configurations of the container. Each stores the models in its schema. SwiftData
    ///     opens their stores, and they aren't backed up. On Linux, a plan migrates only a store that contains all of
    ///     the version's models.
    ///   - options: the timeout, the progress handler, and the rules for the store's backups.
    /// - Throws: ``MigrationError`` with the cause, the stage and operation, and the backup.
    public static func make(
        for version: any VersionedSchema.Type, plan: MigrationPlan, storeURL: URL,
        safety: MigrationSafety = .backupAndRollback,
        cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none, configurations: [ModelConfiguration] = [],
        options: Options = Options()
    ) throws(MigrationError) -> ModelContainer {
        try SafeMigration(
            to: version, plan: plan, safety: safety, deviceBackups: options.deviceBackups, retention: options.retention,
            configurations: StoreConfigurations(
                storeURL: storeURL, cloudKitDatabase: cloudKitDatabase, others: configurations),
            run: MigrationRun(report: options.progress), timeout: (options.timeout ?? defaultTimeout).timeoutSeconds
        ).open()
    }

    /// Opens a store with a version of the app's `SchemaMigrationPlan`. In all other respects, this function works like
    /// the one that accepts a ``MigrationPlan``.
    public static func make(
        for version: any VersionedSchema.Type, plan: any SchemaMigrationPlan.Type, storeURL: URL,
        safety: MigrationSafety = .backupAndRollback,
        cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none, configurations: [ModelConfiguration] = [],
        options: Options = Options()
    ) throws(MigrationError) -> ModelContainer {
        try make(
            for: version, plan: MigrationPlan(plan), storeURL: storeURL, safety: safety,
            cloudKitDatabase: cloudKitDatabase, configurations: configurations, options: options)
    }
}

// MARK: With await

extension SafeModelContainer {
    /// Opens a store with a version of a plan without blocking the caller's thread. Migrates an older store first.
    ///
    /// ```swift
    /// let container = try await SafeModelContainer.make(
    ///     for: PostsSchemaV4.self, plan: PostsMigrationPlan.plan, storeURL: storeURL)
    /// ```
    ///
    /// If the calling task is cancelled, the migration stops at the next operation, batch of rows, or chunk of the
    /// backup. A cancelled migration is handled like a failed one. With ``MigrationSafety/backupAndRollback``, the
    /// store is unchanged. If the task is cancelled only after the migration has ended, the call returns the container.
    ///
    /// - Parameters:
    ///   - version: the version that the app uses. The plan must list it.
    ///   - plan: the versions, stages and hooks.
    ///   - storeURL: the store's file.
    ///   - safety: whether to back up the store first, and the state of the store after a failed migration.
    ///   - cloudKitDatabase: the CloudKit database that mirrors the store.
    ///   - configurations: additional configurations of the container.
    ///   - options: the timeout, the progress handler, and the rules for the store's backups.
    /// - Throws: ``MigrationError``, with `.cancelled` if the task was cancelled.
    public static func make(
        for version: any VersionedSchema.Type, plan: MigrationPlan, storeURL: URL,
        safety: MigrationSafety = .backupAndRollback,
        cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none, configurations: [ModelConfiguration] = [],
        options: Options = Options()
    ) async throws(MigrationError) -> ModelContainer {
        let isCancelled = Locked(false)
        let migration = SafeMigration(
            to: version, plan: plan, safety: safety, deviceBackups: options.deviceBackups, retention: options.retention,
            configurations: StoreConfigurations(
                storeURL: storeURL, cloudKitDatabase: cloudKitDatabase, others: configurations),
            run: MigrationRun(
                report: options.progress,
                checkCancelled: {
                    if isCancelled.withLock({ $0 }) { throw MigrationError(.cancelled, storeURL: storeURL) }
                }),
            timeout: (options.timeout ?? defaultAsyncTimeout).timeoutSeconds)
        let activity = ExpiringActivity(for: storeURL)
        return try await ProtectedData.whileProtected(
            upTo: options.protectedDataTimeout
        ) { () async throws(MigrationError) -> ModelContainer in
            let result = await withTaskCancellationHandler {
                await activity.run(
                    cancel: { isCancelled.withLock { $0 = true } },
                    refused: { .failure(MigrationError(.cancelled, storeURL: storeURL)) },
                    { Result { () throws(MigrationError) in try migration.open() } })
            } onCancel: {
                isCancelled.withLock { $0 = true }
            }
            return try result.get()
        }
    }

    /// Opens a store with a version of the app's `SchemaMigrationPlan`, without blocking the caller's thread. In all
    /// other respects, this function works like the one that accepts a ``MigrationPlan``.
    public static func make(
        for version: any VersionedSchema.Type, plan: any SchemaMigrationPlan.Type, storeURL: URL,
        safety: MigrationSafety = .backupAndRollback,
        cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none, configurations: [ModelConfiguration] = [],
        options: Options = Options()
    ) async throws(MigrationError) -> ModelContainer {
        try await make(
            for: version, plan: MigrationPlan(plan), storeURL: storeURL, safety: safety,
            cloudKitDatabase: cloudKitDatabase, configurations: configurations, options: options)
    }
}
