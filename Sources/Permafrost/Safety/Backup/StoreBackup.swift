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
    /// The URL of the backup's folder.
    public let url: URL
    /// The date when the backup was made.
    public let created: Date
    /// The version number of the copied store, such as `1.0.0`.
    public let version: String
    /// The version number that the store was about to migrate to.
    public let destination: String
    /// The name of the plan that was about to migrate the store.
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

    /// Whether every file still has the checksum that it had when the backup was made. False if a file can't be read
    /// now.
    ///
    /// > Important: This property reads all files of the backup, so don't use it on the main thread.
    public var isIntact: Bool { (try? BackupManifest(folder: url.path)?.isIntact(in: url.path)) ?? false }

    init(folder: String, manifest: BackupManifest) {
        url = URL(fileURLWithPath: folder)
        created = manifest.created
        version = manifest.version
        destination = manifest.destination
        plan = manifest.plan
        byteCount = manifest.byteCount
        storeName = manifest.store
    }
}
