import Foundation
import SwiftData

/// A copy of a store from before a migration. ``SafeModelContainer/backups(of:)`` lists them, and
/// ``SafeModelContainer/restore(_:to:timeout:)`` puts one in a store's place.
public struct StoreBackup: Sendable, Hashable, Identifiable {
    /// The backup's folder.
    public let url: URL
    /// When it was made.
    public let created: Date
    /// The number of the version that the store was of, such as `1.0.0`.
    public let version: String
    /// The number of the version that the store was about to be brought to.
    public let destination: String
    /// The name of the plan.
    public let plan: String
    /// The size of its files in bytes.
    public let byteCount: Int64
    /// The file name of the store that it is a copy of.
    public let storeName: String

    /// The folder's path.
    public var id: String { url.path }

    /// The copied store, which can be opened as any other. Opening it changes it: copy it first.
    public var storeURL: URL { url.appendingPathComponent(storeName) }

    /// Whether every file is what it was when the backup was made, by its checksum. All of it is read; what cannot be read now
    /// is not known to be intact.
    public var isIntact: Bool { (try? BackupManifest(folder: url.path)?.isIntact(in: url.path)) ?? false }

    init(folder: String, manifest: BackupManifest) {
        url = URL(fileURLWithPath: folder)
        created = manifest.created
        version = manifest.version
        destination = manifest.destination
        plan = manifest.plan
        byteCount = manifest.files.reduce(0) { $0 + $1.bytes }
        storeName = manifest.store
    }
}
