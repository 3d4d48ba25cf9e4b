/// How much is kept while a store is migrated, and what becomes of the store where the migration fails.
///
/// In each case a store that is current is opened with no further ado, one that is refused (newer, of another app, damaged,
/// with no path to the version) keeps every byte, and a process that ends in the middle is dealt with by the next call: the
/// store is then of the old version or of the new one, and what remained to be done is done.
///
/// | what fails | ``none`` | ``backupOnly`` | ``backupAndRollback`` |
/// |---|---|---|---|
/// | a check, the backup | nothing was changed | nothing was changed | nothing was changed |
/// | the hook before | the stages did not run | the same; the backup stays | the same; the backup stays |
/// | a stage, an operation, an assertion | store as SwiftData leaves it | the same; the backup stays | store as before |
/// | the hook after | store migrated | store migrated; the backup stays | the backup takes its place; store as before |
///
/// SwiftData on Linux migrates in one transaction, so that a store is as before whenever a stage fails. On Apple's platforms
/// a store may stay at a version between: the plan leads on from there at the next launch, or the backup takes its place.
///
/// A hook is not run again once its end was recorded. One that was cut short by the end of its process runs again: the one
/// before with the whole migration, the one after alone.
public enum MigrationSafety: String, Sendable, Hashable, Codable, CaseIterable {
    /// The store is migrated with no backup.
    case none
    /// The store is copied before it is migrated. The copy is for the user or for support to go back to.
    case backupOnly
    /// The store is copied before it is migrated, and the copy takes its place where the migration fails. The failed store is
    /// kept beside the backups.
    case backupAndRollback

    /// How many times the store's size is needed beside it: for the backup, and for the copy of the backup that takes the
    /// store's place while the failed store is still there.
    var copies: Int64 {
        switch self {
        case .none: 0
        case .backupOnly: 1
        case .backupAndRollback: 2
        }
    }
}

/// Whether a device's own backups, to iCloud or to a computer, hold the backups that a safe migration makes of a store.
///
/// It counts on Apple's platforms alone: other systems have no such mark (`URLResourceValues.isExcludedFromBackup`).
public enum DeviceBackupPolicy: String, Sendable, Hashable, Codable, CaseIterable {
    /// As the store itself: they are left out if the store is.
    ///
    /// This is the default, because a backup can be the one place that still holds what a migration has lost: if its user
    /// moves to another device meanwhile, it comes along. At most three backups are kept, for 30 days.
    case asStore
    /// They are left out: for a store that is so large that three copies of it would not fit into a user's iCloud storage. Who
    /// restores a device then gets the store, and no backup of it.
    case excluded
}
