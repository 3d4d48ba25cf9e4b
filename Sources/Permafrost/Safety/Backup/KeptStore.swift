import Foundation
import PermafrostStore

/// A store that was moved to `.permafrost-backups/`, next to the store that took its place. It may contain the only copy
/// of what the user wrote. ``SafeModelContainer/keptStores(of:)`` lists these stores.
///
/// No limit applies to a kept store: it stays until the app calls ``remove()``. The exception is a store that was rolled
/// back after a failed migration: its rows are also in the backup that replaced it. Only the newest of these is kept, with
/// its backup.
public struct KeptStore: Sendable, Hashable, Identifiable {
    /// The reason that a store was moved.
    public enum Reason: Sendable, Hashable {
        /// ``SafeModelContainer/restore(_:to:timeout:)`` replaced the store with a backup, or a migration was rolled
        /// back without proof that nothing else had written to the store.
        case replaced
        /// A migration failed, and its backup replaced the store.
        case rolledBack
        /// ``SafeModelContainer/setAside(_:)`` moved the store.
        case setAside
    }

    /// The URL of the folder with the store's files.
    public let url: URL
    /// The reason that the store was moved.
    public let reason: Reason
    /// The date when the store was moved.
    public let date: Date
    /// The total size in bytes of the folder's files.
    public let byteCount: Int64
    /// The URL of the store's file in the folder.
    public let storeURL: URL

    /// The path of the store's folder.
    public var id: String { url.path }

    init?(named name: String, in folder: SafetyFolder) throws {
        if name.hasSuffix(StoreBackups.replaced) {
            reason = .replaced
        } else if name.hasSuffix(StoreBackups.aside) {
            reason = .setAside
        } else if name.hasSuffix(StoreBackups.failed) {
            reason = try RolledBackStore(named: name, in: folder).isProvable ? .rolledBack : .replaced
        } else {
            return nil
        }
        let path = folder.folder(name)
        url = URL(fileURLWithPath: path, isDirectory: true)
        storeURL = url.appendingPathComponent(folder.storeName)
        date =
            StoreBackups.date(in: name)
            ?? Date(timeIntervalSince1970: Double(FileStatus(at: path)?.changed ?? 0) / 1e9)
        byteCount = try FileManager.default.subpathsOfDirectory(atPath: path).reduce(0) { sum, file in
            let status = FileStatus(at: path + "/" + file, followsLink: false)
            return status?.isRegular == true ? sum + Int64(status?.bytes ?? 0) : sum
        }
    }

    /// Removes the store's folder.
    ///
    /// > Warning: The folder may contain the only copy of the user's rows. Ask the user first.
    ///
    /// - Throws: ``MigrationError``, with `.busy(.migrationInProgress)` if an unfinished restore still needs the folder,
    ///   `.busy(.inUse)` if another process is migrating or restoring the store, or `.backup(.failed)` if the folder
    ///   can't be removed.
    public func remove() throws(MigrationError) {
        let parent = url.deletingLastPathComponent()
        let common = parent.deletingLastPathComponent().deletingLastPathComponent()
        let folder = SafetyFolder(store: common.appendingPathComponent(parent.lastPathComponent))
        let files = FileSystem()
        do {
            try StoreLock(folder: folder, files: files, timeout: SafeModelContainer.defaultTimeout.timeoutSeconds)
                .withLock {
                    let name = url.lastPathComponent
                    let journal = try JournalFile(folder: folder, files: files).read()
                    let marked = try RestorePlace(folder: folder, files: files).replaced
                    guard journal?.failed != name, marked != name else {
                        throw MigrationError(.busy(.migrationInProgress))
                    }
                    try StoreBackups(folder: folder, files: files).discard(name)
                }
        } catch {
            var located = error as? MigrationError ?? MigrationError(.backup(.failed), underlying: error)
            located.storeURL = folder.store
            throw located
        }
    }
}

extension SafeModelContainer {
    /// Returns the stores that were moved away from a store's path, newest first: by a restore that the app requested, by
    /// ``setAside(_:)``, or by the rollback of a failed migration.
    ///
    /// - Parameter storeURL: the store's file. It doesn't need to exist.
    /// - Throws: ``MigrationError`` with `.store(.unreadable)` if a folder can't be read now.
    public static func keptStores(of storeURL: URL) throws(MigrationError) -> [KeptStore] {
        let folder = SafetyFolder(store: storeURL)
        do {
            return try folder.folders.compactMap { try KeptStore(named: $0, in: folder) }
                .sorted { ($0.date, $0.id) > ($1.date, $1.id) }
        } catch {
            throw MigrationError(
                .store(.unreadable(reason: "Its kept stores can't be listed. \(error.localizedDescription).")),
                storeURL: storeURL, underlying: error)
        }
    }
}
