import Foundation
import PermafrostStore

/// A copy of a store that takes the store's place, so that the store is the old one or the new one at every moment.
///
/// The copy lies in a folder beside the store, on the same volume. To replace the store:
/// 1. What is in the store's -wal goes into its file, and the -wal goes: SQLite would read it as the new file's. The store
///    holds what it held.
/// 2. Large values that the copy has, and the store has not, go into the store's folder for them. The store names none of
///    them; the next container that opens it clears them away.
/// 3. The copy is renamed to the store, in one step.
/// 4. Large values that the new store no longer names are cleared away by the next container that opens it.
struct StoreReplacement {
    /// What has been done when a process may end.
    enum Moment: CaseIterable {
        /// The copy is made.
        case copied
        /// Store and copy have no -wal.
        case settled
        /// The store's folder has the large values of both.
        case valuesMoved
        /// The copy is in the store's place.
        case replaced
    }

    let store: URL
    /// Called after each part; what it throws ends the replacement there, as the end of the process would.
    var watch: @Sendable (Moment) throws -> Void = { _ in }

    /// The folder of the copy.
    var folder: URL {
        store.deletingLastPathComponent().appendingPathComponent(".\(store.lastPathComponent).permafrost-migrating")
    }

    private var copy: URL { folder.appendingPathComponent(store.lastPathComponent) }

    /// Removes the folder of the copy, which a process that died may have left.
    func removeLeftovers() throws {
        guard FileManager.default.fileExists(atPath: folder.path) else { return }
        try FileManager.default.removeItem(at: folder)
    }

    /// Copies the store.
    ///
    /// - Throws: ``MigrationError`` with `.backupFailed`.
    func makeCopy() throws -> URL {
        do {
            let made = try StoreDuplicate(of: store, in: folder).url
            try watch(.copied)
            return made
        } catch {
            throw MigrationError(.backupFailed, isRolledBack: true, underlying: error)
        }
    }

    /// Puts the copy in the store's place. No connection may have either open.
    ///
    /// - Throws: ``MigrationError`` with `.busy` where a connection has the store open, `.restoreFailed` where the files
    ///   cannot be moved. The store then holds what it held.
    func putInPlace() throws {
        try settle(copy)
        try settle(store)
        do {
            try watch(.settled)
            let permissions = try FileManager.default.attributesOfItem(atPath: store.path)[.posixPermissions]
            try FileManager.default.setAttributes([.posixPermissions: permissions ?? 0o644], ofItemAtPath: copy.path)
            try Self.sync(copy.path)
            try moveLargeValues()
            try watch(.valuesMoved)
            try Self.move(copy.path, to: store.path)
            try watch(.replaced)
            try Self.sync(store.deletingLastPathComponent().path)
        } catch {
            throw MigrationError(.restoreFailed, isRolledBack: true, underlying: error)
        }
    }

    /// Brings what is in the -wal into the file. The last connection that closes removes the -wal; one that stays is another
    /// connection's.
    private func settle(_ file: URL) throws {
        do {
            let connection = try SQLiteConnection(path: file.path, mode: .create)
            _ = try connection.rows("PRAGMA wal_checkpoint(TRUNCATE)")
        }
        let companions = ["-wal", "-shm", "-journal"].map { file.path + $0 }
        guard !companions.contains(where: { FileManager.default.fileExists(atPath: $0) }) else {
            throw MigrationError(.busy, isRolledBack: true)
        }
    }

    private func moveLargeValues() throws {
        let files = FileManager.default
        let (source, target) = (ExternalValue.folder(ofStore: copy.path), ExternalValue.folder(ofStore: store.path))
        guard files.fileExists(atPath: source) else { return }
        try files.createDirectory(atPath: target, withIntermediateDirectories: true)
        for name in try files.contentsOfDirectory(atPath: source)
        where !files.fileExists(atPath: target + "/" + name) {
            try Self.sync(source + "/" + name)
            try Self.move(source + "/" + name, to: target + "/" + name)
        }
        try Self.sync(target)
    }

    // MARK: Files

    /// Makes what is in a file, or the names in a folder, outlast a loss of power.
    private static func sync(_ path: String) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, fsync(descriptor) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }

    /// Gives a file another name, in the place of a file of that name, in one step.
    private static func move(_ source: String, to target: String) throws {
        guard rename(source, target) == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    }
}
