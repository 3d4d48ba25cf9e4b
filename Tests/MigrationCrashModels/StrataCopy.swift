import Foundation

/// Backups like the ones that Strata makes: the store's file and its `-wal` and `-shm`, in a folder of
/// `.strata-backups` next to the store, without large values and without checksums.
public enum StrataCopy {
    /// The name of a backup's folder.
    public static let name = "backup-2025-01-31T23-59-59Z"

    /// Returns the URL of a backup's folder.
    public static func folder(of store: URL, named name: String = name) -> URL {
        store.deletingLastPathComponent().appendingPathComponent(".strata-backups/" + name)
    }

    /// Copies a store's files.
    ///
    /// - Parameter endings: the endings of the files that are copied if they exist.
    /// - Returns: the folder of the backup.
    @discardableResult
    public static func make(
        of store: URL, named name: String = name, endings: [String] = ["", "-wal", "-shm"]
    ) throws -> URL {
        let folder = folder(of: store, named: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for ending in endings where FileManager.default.fileExists(atPath: store.path + ending) {
            try FileManager.default.copyItem(
                atPath: store.path + ending, toPath: folder.path + "/" + store.lastPathComponent + ending)
        }
        return folder
    }
}
