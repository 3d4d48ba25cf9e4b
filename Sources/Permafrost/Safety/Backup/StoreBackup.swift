import Foundation
import SwiftData

/// A copy of a store that was made before a migration. Use it to return to the version that the user had, or to send
/// the store to support.
///
/// ```swift
/// for backup in try SafeModelContainer.backups(of: storeURL) {
///     print(backup.created, backup.version, backup.byteCount)
/// }
/// ```
///
/// ``SafeModelContainer/backups(of:)`` lists the backups of a store, and ``SafeModelContainer/restore(_:to:timeout:)``
/// replaces a store with a backup. ``BackupRetention`` determines which backups Permafrost keeps: by default at most
/// three per store, with at most 1 GiB in addition to the newest one, for 30 days. It always keeps the newest intact
/// backup.
///
/// > Important: Don't move or change the files in ``url``. A backup whose files changed can't be restored.
public struct StoreBackup: Sendable, Hashable, Identifiable {
    /// The tool that made a backup.
    public enum Origin: String, Sendable, Hashable, CaseIterable {
        /// Permafrost made the backup, with checksums.
        case permafrost
        /// Strata made the backup, in `.strata-backups/backup-<timestamp>/` next to the store. The backup has no
        /// checksums. Strata doesn't copy large values, so Permafrost uses the original store's values. Permafrost
        /// never changes or removes the backup.
        case strata
    }

    /// The tool that made the backup.
    public let origin: Origin
    /// The URL of the backup's folder.
    public let url: URL
    /// The date when the backup was made. For a Strata backup, this is the date in the folder's name, or the date of
    /// the copied store's last change if the name has none.
    public let created: Date
    /// The version number of the copied store, such as `1.0.0`. Empty if a Strata backup records no version or can't be
    /// read.
    public let version: String
    /// The version number that the store was about to migrate to. Empty for a Strata backup. For a copy that Permafrost
    /// made of a Strata backup, the same as ``version``.
    public let destination: String
    /// The name of the plan that was about to migrate the store. Empty for a Strata backup. For a copy that Permafrost
    /// made of a Strata backup, `Strata`.
    public let plan: String
    /// The total size of the backup's files in bytes.
    public let byteCount: Int64
    /// The file name of the copied store.
    public let storeName: String

    /// The path of the backup's folder.
    public var id: String { url.path }

    /// The URL of the copied store.
    ///
    /// > Warning: Opening this store changes it, and the backup is then no longer intact. Copy the folder and open the
    /// > copy instead.
    public var storeURL: URL { url.appendingPathComponent(storeName) }

    /// Whether every file still has the checksum that it had when the backup was made. A Strata backup has no
    /// checksums, so a copy of it is checked for damage instead. False if a file can't be read now.
    ///
    /// > Important: This property reads all files of the backup, so don't use it on the main thread. The copy of a
    /// > Strata backup is made in the temporary folder, and then deleted.
    public var isIntact: Bool {
        switch origin {
        case .permafrost: (try? BackupManifest(folder: url.path)?.isIntact(in: url.path)) ?? false
        case .strata: StrataBackup(folder: url.path, storeName: storeName).isIntact
        }
    }

    init(folder: String, manifest: BackupManifest) {
        origin = .permafrost
        url = URL(fileURLWithPath: folder)
        created = manifest.created
        version = manifest.version
        destination = manifest.destination
        plan = manifest.plan
        byteCount = manifest.files.reduce(0) { $0 + $1.bytes }
        storeName = manifest.store
    }

    init(_ backup: StrataBackup) {
        origin = .strata
        url = URL(fileURLWithPath: backup.folder)
        created = backup.created
        version = backup.version ?? ""
        destination = ""
        plan = ""
        byteCount = backup.byteCount
        storeName = backup.storeName
    }
}
