import Foundation
import PermafrostStore

extension SafeModelContainer {
    /// Copies a store's files into a new folder, so that the user can send or keep them. The copy includes the `-wal`
    /// and the large values, and the store may be damaged or have a ``Retired`` version.
    ///
    /// - Parameters:
    ///   - storeURL: the store's file.
    ///   - folder: an existing folder.
    /// - Returns: the URL of the new folder.
    /// - Throws: ``MigrationError``, with `.busy(.inUse)` if the store is open, or with `.backup(.failed)` if a file
    ///   can't be copied.
    public static func export(_ storeURL: URL, to folder: URL) throws(MigrationError) -> URL {
        try UnusableStore(folder: SafetyFolder(store: storeURL)).export(to: folder)
    }

    /// Moves a store that the app can't open to `.permafrost-backups/` next to it, so that a new, empty store can be
    /// created at its path. If this is interrupted, the store is complete at one of the two places.
    ///
    /// > Warning: The app then shows none of the user's data. Ask the user first, and offer ``export(_:to:)``.
    ///
    /// - Parameter storeURL: the store's file.
    /// - Throws: ``MigrationError``, with `.busy(.inUse)` if the store is open, or with `.backup(.failed)` if a file
    ///   can't be moved.
    public static func setAside(_ storeURL: URL) throws(MigrationError) {
        try UnusableStore(folder: SafetyFolder(store: storeURL)).setAside()
    }
}

/// A store that a launch can't open. It can be copied for the user, or moved aside. It doesn't have to be sound.
struct UnusableStore {
    /// The folder with the store's backups. The store that is moved aside moves to it.
    let folder: SafetyFolder
    /// The file operations.
    var files = FileSystem()
    /// The maximum time in seconds to wait for another process that migrates or restores the store.
    var timeout = 10.0

    private var store: String { folder.store.path }

    /// Copies the store's files, with its `-wal` and its large values, into a new folder.
    ///
    /// - Returns: the URL of the new folder, such as `App.store 20250101T120000.000Z`.
    /// - Throws: ``MigrationError``, with `.busy(.inUse)` if the store is open, or with `.backup(.failed)`.
    func export(to parent: URL) throws(MigrationError) -> URL {
        try alone {
            let name = try StoreBackups(folder: folder, files: files).failedName()
            let target = parent.appendingPathComponent(
                "\(folder.storeName) \(name.split(separator: ".failed").first ?? "")")
            try files.makeFolder(target.path)
            for ending in StoreFile.endings where ending != "-shm" {
                guard try FileKind(of: store + ending) == .regular else { continue }
                try files.copy(store + ending, target.path + "/" + folder.storeName + ending)
            }
            let values = target.path + "/" + ExternalStorage.relativeFolder(of: folder.storeName)
            for value in try folder.file.externalStorage.files() {
                try files.makeFolder(values)
                try files.copy(value.path, values + "/" + value.name)
            }
            return target
        }
    }

    /// Moves the store to a folder next to its backups, like a store that a restore replaces. The path of the store is
    /// then unused.
    ///
    /// Every file is linked or copied to the folder before the store's name is removed, and the remaining names are
    /// removed last. So if the process ends at any point, the store is complete at one of the two places.
    ///
    /// - Throws: ``MigrationError``, with `.busy(.inUse)` if the store is open, or with `.backup(.failed)`.
    func setAside() throws(MigrationError) {
        try alone {
            let target = folder.folder(try StoreBackups(folder: folder, files: files).failedName())
            let rest = try StoreFile.endings.filter {
                try $0 != "" && $0 != "-shm" && FileKind(of: store + $0) == .regular
            }
            let values = try folder.file.externalStorage.files()
            if try FileKind(of: store) == .regular {
                try files.makeFolder(target)
                try files.copyProtection(store, target)
                for ending in rest { try keep(store + ending, at: target + "/" + folder.storeName + ending) }
                let kept = target + "/" + ExternalStorage.relativeFolder(of: folder.storeName)
                for value in values {
                    try files.makeFolder(kept)
                    try keep(value.path, at: kept + "/" + value.name)
                }
                if !values.isEmpty { try files.sync(kept, upTo: folder.path) }
                try files.sync(target, upTo: folder.path)
                try files.rename(store, target + "/" + folder.storeName)
                try files.sync(target)
                try files.sync(folder.parent)
            }
            // A journal describes the store that is gone.
            try files.remove(folder.journal)
            for ending in rest + ["-shm"] { try files.remove(store + ending) }
            for value in values { try files.remove(value.path) }
        }
    }

    /// Links a file to the folder of the store that moves aside, or copies it if the volume doesn't support links.
    private func keep(_ path: String, at target: String) throws {
        do { try files.link(path, target) } catch { try files.copy(path, target) }
    }

    /// Runs `body` while no other process migrates or restores the store, and if no connection has it open.
    private func alone<Result>(_ body: () throws -> Result) throws(MigrationError) -> Result {
        do {
            return try StoreLock(folder: folder, files: files, timeout: timeout).withLock {
                guard !StoreOpening(path: store).isOpen() else { throw MigrationError(.busy(.inUse)) }
                return try body()
            }
        } catch {
            var located = error as? MigrationError ?? MigrationError(.backup(.failed), underlying: error)
            located.storeURL = folder.store
            throw located
        }
    }
}
