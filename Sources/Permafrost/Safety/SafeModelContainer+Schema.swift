import Foundation
import SwiftData

extension SafeModelContainer {
    /// Opens a store, brought to a schema by a plan, which lists a version that equals it: see
    /// ``make(for:plan:storeURL:safety:deviceBackups:cloudKitDatabase:configurations:progress:)-swift.type.method``.
    ///
    /// - Throws: ``MigrationError`` with `.invalidPlan` where no version of the plan equals the schema.
    public static func make(
        for schema: Schema, plan: MigrationPlan, storeURL: URL, safety: MigrationSafety = .backupAndRollback,
        deviceBackups: DeviceBackupPolicy = .asStore,
        cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none, configurations: [ModelConfiguration] = [],
        progress: @escaping MigrationProgressHandler = { _ in }
    ) throws(MigrationError) -> ModelContainer {
        guard let version = plan.schemas.last(where: { Schema(versionedSchema: $0) == schema }) else {
            throw MigrationError(
                .invalidPlan(["None of its versions equals the schema \(schema.version) that was given."]),
                storeURL: storeURL)
        }
        return try make(
            for: version, plan: plan, storeURL: storeURL, safety: safety, deviceBackups: deviceBackups,
            cloudKitDatabase: cloudKitDatabase, configurations: configurations, progress: progress)
    }

    /// Opens a store, brought to the last version of a plan that lists the classes: see
    /// ``make(for:plan:storeURL:safety:deviceBackups:cloudKitDatabase:configurations:progress:)-swift.type.method``.
    ///
    /// - Throws: ``MigrationError`` with `.invalidPlan` where no version of the plan lists all of the classes.
    public static func make(
        for types: any PersistentModel.Type..., plan: MigrationPlan, storeURL: URL,
        safety: MigrationSafety = .backupAndRollback, deviceBackups: DeviceBackupPolicy = .asStore,
        cloudKitDatabase: ModelConfiguration.CloudKitDatabase = .none, configurations: [ModelConfiguration] = [],
        progress: @escaping MigrationProgressHandler = { _ in }
    ) throws(MigrationError) -> ModelContainer {
        let found = plan.schemas.last { version in types.allSatisfy { type in version.models.contains { $0 == type } } }
        guard let version = found else {
            let names = types.map { Schema.entityName(of: $0) }.joined(separator: ", ")
            throw MigrationError(.invalidPlan(["None of its versions lists all of \(names)."]), storeURL: storeURL)
        }
        return try make(
            for: version, plan: plan, storeURL: storeURL, safety: safety, deviceBackups: deviceBackups,
            cloudKitDatabase: cloudKitDatabase, configurations: configurations, progress: progress)
    }
}
