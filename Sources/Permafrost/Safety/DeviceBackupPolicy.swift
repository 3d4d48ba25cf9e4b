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
