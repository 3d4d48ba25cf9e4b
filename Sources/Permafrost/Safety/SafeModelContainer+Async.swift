import Dispatch
import Foundation
import PermafrostModel
import SwiftData

extension SafeModelContainer {
    /// Opens a store, brought to a version by a plan, without blocking the caller's thread: see
    /// ``make(for:plan:storeURL:safety:deviceBackups:cloudKitDatabase:configurations:progress:)-swift.type.method``.
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
    /// - Parameter progress: called on the thread that migrates with what is being done.
    /// - Throws: ``MigrationError``, with `.cancelled` if the task was cancelled.
    public static func make(
        for version: any VersionedSchema.Type, plan: MigrationPlan, storeURL: URL,
        safety: MigrationSafety = .backupAndRollback, deviceBackups: DeviceBackupPolicy = .asStore,
        cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none, configurations: [ModelConfiguration] = [],
        progress: @escaping MigrationProgressHandler
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
                }))
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
        progress: @escaping MigrationProgressHandler
    ) async throws(MigrationError) -> ModelContainer {
        try await make(
            for: version, plan: MigrationPlan(plan), storeURL: storeURL, safety: safety, deviceBackups: deviceBackups,
            cloudKitDatabase: cloudKitDatabase, configurations: configurations, progress: progress)
    }
}
