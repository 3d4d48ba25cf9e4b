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
    /// The moved store stays in a folder with the extension `aside` until the app or the user removes it.
    ///
    /// > Warning: The app then shows none of the user's data. Ask the user first, and offer ``export(_:to:)``.
    ///
    /// - Parameter storeURL: the store's file.
    /// - Throws: ``MigrationError``, with `.busy(.inUse)` if the store is open; `.store(.notAFile)` if a folder that
    ///   isn't empty is at its path; `.backup(.failed)` if the store couldn't be moved; or `.store(.replacementFailed)`
    ///   if the store was moved, but its other files couldn't be removed.
    public static func setAside(_ storeURL: URL) throws(MigrationError) {
        try UnusableStore(folder: SafetyFolder(store: storeURL)).setAside()
    }
}

/// A store that a launch can't open, for example because it is damaged. It can be copied for the user, or moved aside.
struct UnusableStore {
    /// The folder with the store's backups. ``setAside()`` moves the store there.
    let folder: SafetyFolder
    /// The file operations.
    var files = FileSystem()
    /// The maximum time in seconds to wait for another process that migrates or restores the store.
    var timeout = 10.0

    private var store: String { folder.store.path }

    /// Copies the store's files, including its `-wal` file and the files of large values, into a new folder.
    ///
    /// - Returns: the URL of the new folder, such as `App.store 20250101T120000.000Z`.
    /// - Throws: ``MigrationError``, with `.busy(.inUse)` if the store is open, or with `.backup(.failed)` if there is no
    ///   store or a file can't be copied. No copy is left then.
    func export(to parent: URL) throws(MigrationError) -> URL {
        // In a folder that isn't writable, the lock can't be taken, and no process can migrate the store either. The
        // store is copied before anything opens it: on Apple's platforms, closing a connection changes a store that has
        // a -wal, which may be all that is left of a damaged one.
        try locked(files.isWritable(folder.parent)) {
            let target = parent.appendingPathComponent("\(folder.storeName) \(StoreBackups.text(of: Date()))")
            guard try FileKind(of: target.path) == .absent else {
                throw FileError(operation: .createDirectory, path: target.path, code: EEXIST)
            }
            do {
                try copy(to: target.path)
                try requireUnused()
            } catch {
                // The caller doesn't get the URL of an incomplete copy, and a user might take it for a complete one.
                try? files.remove(target.path)
                throw error
            }
            return target
        }
    }

    /// Copies the store's files to a new folder.
    ///
    /// - Throws: a `FileError` if there is no store, or if a file can't be copied. The folder may then be incomplete.
    private func copy(to target: String) throws {
        try files.makeFolder(target)
        let own = try StoreFiles(of: folder.file)
        // A copy without the store's own file would be useless, so that file's absence is an error.
        try files.copy(store, target + "/" + folder.storeName)
        for file in own.companions { try files.copy(file.path, target + "/" + file.relativePath) }
        if !own.values.isEmpty {
            try files.makeFolder(target + "/" + ExternalStorage.relativeFolder(of: folder.storeName))
        }
        for value in own.values { try files.copy(value.path, target + "/" + value.relativePath) }
    }

    /// Moves the store to a folder next to its backups, and leaves its path unused. The folder is never removed.
    ///
    /// Every file is linked or copied to the folder before the store's name is removed, and the remaining names are
    /// removed last. So if the process ends at any point, the store is complete at one of the two places. If the
    /// store's own file is missing, its other files are kept in the same way. An unfinished restore is given up.
    ///
    /// If another store may keep its large values in the same folder, no large value is removed from that folder.
    ///
    /// - Throws: ``MigrationError``, with `.busy(.inUse)` if the store is open; `.store(.notAFile)` if a folder that
    ///   isn't empty is at its path; `.backup(.failed)` if a step fails before the store is moved; or
    ///   `.store(.replacementFailed)` if a later step fails.
    func setAside() throws(MigrationError) {
        try locked {
            try requireUnused()
            if try FileKind(of: store) == .directory, try !FileAccess.list(store).isEmpty {
                throw MigrationError(.store(.notAFile))
            }
            let target = folder.folder(try StoreBackups(folder: folder, files: files).asideName())
            let own = try StoreFiles(of: folder.file)
            let removedValues = own.sharesValues ? [] : own.values
            if own.database != nil || !own.companions.isEmpty || !removedValues.isEmpty {
                do { try keep(own, in: target) } catch {
                    // Every original is still in its place.
                    try? files.remove(target)
                    throw error
                }
            }
            do { if own.database != nil { try files.rename(store, target + "/" + folder.storeName) } } catch {
                // Keep the folder if it may contain the store.
                if let kind = try? FileKind(of: store), kind != .absent { try? files.remove(target) }
                throw error
            }
            do {
                if own.database != nil {
                    try files.sync(target)
                    try files.sync(folder.parent)
                }
                try giveUpRestore(in: target)
                // The journal describes the store that was moved.
                try files.remove(folder.journal)
                for file in own.companions { try files.remove(file.path) }
                try files.remove(store + "-shm")
                for value in removedValues { try files.remove(value.path) }
            } catch {
                throw MigrationError(.store(.replacementFailed), underlying: error)
            }
        }
    }

    /// Removes the empty folder that an unfinished restore has left at the store's path, and moves the restore's copy
    /// to the new folder. Without the empty folder and the journal, no launch finishes the restore.
    private func giveUpRestore(in target: String) throws {
        if try FileKind(of: store) == .directory {
            try files.removeFolder(store)
            try files.sync(folder.parent)
        }
        guard try FileKind(of: folder.restoreFolder) == .directory else { return }
        try files.makeFolder(target)
        try files.rename(folder.restoreFolder, target + "/" + folder.nameNextToStore("restoring"))
        try files.sync(target)
        try files.sync(folder.path)
    }

    /// Links or copies the files next to the store, and the files of its large values, into a new folder.
    ///
    /// - Throws: a `FileError` if a file can neither be linked nor copied. The folder may then be incomplete.
    private func keep(_ own: StoreFiles, in target: String) throws {
        try files.makeFolder(target)
        if own.database != nil { try files.copyProtection(store, target) }
        for file in own.companions { try keep(file.path, at: target + "/" + file.relativePath) }
        let kept = target + "/" + ExternalStorage.relativeFolder(of: folder.storeName)
        if !own.values.isEmpty { try files.makeFolder(kept) }
        for value in own.values { try keep(value.path, at: target + "/" + value.relativePath) }
        if !own.values.isEmpty { try files.sync(kept, upTo: folder.path) }
        try files.sync(target, upTo: folder.path)
    }

    /// Creates a hard link to a file at `target`, or copies the file if it can't be linked.
    private func keep(_ path: String, at target: String) throws {
        do { try files.link(path, target) } catch { try files.copy(path, target) }
    }

    /// Throws `.busy(.inUse)` if a connection has the store open.
    private func requireUnused() throws(MigrationError) {
        guard !StoreOpening(path: store).isOpen() else { throw MigrationError(.busy(.inUse)) }
    }

    /// Runs `body` under the store's lock, so that no other process migrates or restores the store meanwhile.
    ///
    /// - Parameter locks: whether to take the lock. Its file is in a folder next to the store.
    private func locked<Result>(_ locks: Bool = true, _ body: () throws -> Result) throws(MigrationError) -> Result {
        do {
            guard locks else { return try body() }
            return try StoreLock(folder: folder, files: files, timeout: timeout).withLock { try body() }
        } catch {
            var located = error as? MigrationError ?? MigrationError(.backup(.failed), underlying: error)
            located.storeURL = folder.store
            throw located
        }
    }
}
