/// The protection of a store during its migration: whether it is backed up, and whether a failed migration is rolled
/// back. Pass it to ``SafeModelContainer`` when you open a store; the default is ``backupAndRollback``.
///
/// In every case:
/// - A store that already has the requested version is opened directly.
/// - A store that is rejected (newer, from a different app, damaged, or without a path to the version) isn't changed.
/// - If the process ends during a migration, the next call finishes or undoes that migration, and then migrates the
///   store if it still has an older version.
///
/// | what fails | ``none`` | ``backupOnly`` | ``backupAndRollback`` |
/// |---|---|---|---|
/// | a check, the backup | nothing was changed | nothing was changed | nothing was changed |
/// | `preMigration` | the stages did not run | the same; the backup stays | the same; the backup stays |
/// | a stage, an operation, an assertion | as SwiftData leaves it | the same; the backup stays | store unchanged |
/// | `postMigration` | store migrated | store migrated; the backup stays | store replaced with the backup |
///
/// SwiftData on Linux migrates in one transaction, so a store is unchanged whenever a stage fails. On Apple's
/// platforms, a store may stay at an intermediate version. The plan continues from there at the next launch, or the
/// backup replaces the store.
///
/// ## Hooks
/// A hook can run again if the process ends. If the store isn't migrated yet, the next launch runs
/// ``MigrationPlan/preMigration`` again, and then the complete migration. If the store is already migrated, the next
/// launch runs only ``MigrationPlan/postMigration``, unless the completion of that hook was recorded.
///
/// For each kind of fault, <doc:DataSafety> lists what you can rely on.
public enum MigrationSafety: String, Sendable, Hashable, Codable, CaseIterable {
    /// The store is migrated without a backup.
    ///
    /// > Warning: If a migration loses data, the data can't be recovered.
    case none
    /// The store is copied before it is migrated. The copy stays for the user or for support, and a failed migration
    /// isn't rolled back.
    case backupOnly
    /// The store is copied before it is migrated. If the migration fails and has changed the store, the copy replaces
    /// the store. The failed store is kept next to the backups.
    ///
    /// This needs free space for two copies of the store.
    case backupAndRollback

    /// The number of copies of the store that need space. For a rollback, there are two: the backup, and the copy of
    /// the backup that replaces the store while the failed store still exists.
    var copies: Int64 {
        switch self {
        case .none: 0
        case .backupOnly: 1
        case .backupAndRollback: 2
        }
    }
}

/// A setting for whether device backups, to iCloud or to a computer, include the backups that Permafrost makes of a
/// store. Choose ``excluded`` if the store is too large for several copies of it in a user's iCloud storage.
///
/// This setting has an effect only on Apple's platforms, where it uses `URLResourceValues.isExcludedFromBackup`.
public enum DeviceBackupPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// The backups are included if the store itself is included.
    ///
    /// This is the default. A backup can be the only copy of data that a migration lost, and a user who switches
    /// devices would otherwise lose that data. ``BackupRetention`` limits the backups' number, age and size.
    case asStore
    /// The backups are not included. A user who restores a device gets the store, but none of its backups.
    case excluded
}
