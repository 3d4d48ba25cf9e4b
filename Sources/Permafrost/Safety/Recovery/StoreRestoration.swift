import Foundation
import PermafrostFiles
import PermafrostFixtures
import PermafrostStore

/// Puts a backup in its store's place and keeps what was there. Each step is in the journal before the next one begins, and
/// can be done again: a restore that was cut short goes on where it ended.
///
/// A -wal that stays behind would be replayed over the restored store, and a file that is moved twice could be the restored
/// one. So nothing is put in place before all of the former store is known to be gone.
struct StoreRestoration: Sendable {
    let folder: SafetyFolder
    let files: FileSystem
    /// Whether a store that somebody has open is left alone. A rollback is not refused: the store is of no use as it is.
    var refusesUsers = false
    private var journalFile: JournalFile { JournalFile(folder: folder, files: files) }

    /// Restores, from the journal's step on, and ends the journal.
    ///
    /// A store that was changed after the copy was ready, by an app that knows nothing of the journal, is left as it is, and
    /// the journal is ended: what somebody has saved since is never undone. One that somebody has made in the empty place, once
    /// the store was moved aside, is moved aside as well.
    ///
    /// - Throws: ``MigrationError`` with `.backupDamaged`, where nothing was changed and the journal is ended, or
    ///   `.restoreFailed`, where the journal stays for the next launch.
    func run(_ journal: MigrationJournal, from backup: String) throws(MigrationError) {
        var journal = journal
        do {
            if journal.step == .staged, !hasMoved(journal), let replaced = journal.replaced, let now = storeState,
                now != replaced
            {
                try files.remove(folder.staging)
                try journalFile.close()
                return
            }
            if ![.restoring, .staged, .cleared].contains(journal.step) {
                journal.step = .restoring
                try journalFile.write(journal)
            }
            if journal.step == .restoring {
                guard let manifest = try BackupManifest(folder: backup),
                    manifest.storeIdentifier == journal.storeIdentifier
                else { throw Damaged() }
                try stage(manifest, from: backup)
                journal.failed = try BackupShelf(folder: folder, files: files).failedName()
                try leaveLog()
                journal.replaced = storeState
                journal.step = .staged
                try journalFile.write(journal)
            }
            let failed = folder.folder(try journal.failed ?? BackupShelf(folder: folder, files: files).failedName())
            if journal.step == .staged {
                let writers = keepWritersOut()
                defer { withExtendedLifetime(writers) {} }
                if try !keepExternalFiles(in: failed) { try files.sync(failed, upTo: folder.path) }
                try moveStore(to: failed)
                // What somebody has saved between the two, whose row has gone with the store.
                _ = try keepExternalFiles(in: failed)
                journal.step = .cleared
                try journalFile.write(journal)
            }
            try place(failed: failed)
            try files.remove(folder.staging)
            try journalFile.close()
        } catch is Damaged {
            try? files.remove(folder.staging)
            try journalFile.close()
            throw MigrationError(.backupDamaged)
        } catch let error as MigrationError where error.cause == .busy {
            // Nothing was changed.
            try? files.remove(folder.staging)
            try journalFile.close()
            throw error
        } catch {
            throw MigrationError(.restoreFailed, underlying: error)
        }
    }

    private struct Damaged: Error {}

    /// How long others may still take that have the store open, in seconds.
    private static let timeout = 1.0

    /// How often the store is opened that others are to be kept from.
    private static let attempts = 3

    /// Lets the store leave write-ahead logging, so that who has opened its file, and has read nothing of it yet, does no harm once
    /// it is moved: such a one would make its -wal beside the restored store, and SQLite would replay it there. Without
    /// write-ahead logging SQLite refuses to write to a file that was moved.
    ///
    /// A store that cannot be opened stays as it is, and so does one that others go on using whom a rollback does not wait for any
    /// longer: theirs is a -wal that moves with the store.
    ///
    /// - Throws: ``MigrationError`` with `.busy` if others have the store open, and that is a reason not to go on.
    private func leaveLog() throws(MigrationError) {
        guard FileStatus.bytes(at: folder.store.path) > 0 else { return }
        do {
            let alone = try StoreIdentity(path: folder.store.path).connectAlone(timeout: Self.timeout)
            _ = try alone.rows("PRAGMA journal_mode=DELETE")
        } catch {
            guard refusesUsers, let error = error as? SQLiteError, [5, 6].contains(error.primaryCode) else { return }
            throw MigrationError(.busy, underlying: error)
        }
    }

    /// A connection that lets nobody else write to the store while it moves; nil if it cannot be opened, or others write all the
    /// time. A call that fails once does not let others write: it is tried again.
    private func keepWritersOut() -> SQLiteConnection? {
        guard FileStatus.bytes(at: folder.store.path) > 0 else { return nil }
        for _ in 0..<Self.attempts {
            do {
                let connection = try SQLiteConnection(path: folder.store.path, mode: .create)
                connection.waitForOthers(milliseconds: Int(Self.timeout * 1000))
                // With write-ahead logging, its end could remove a -wal that is not the store's any more.
                guard try connection.rows("PRAGMA journal_mode") == [[.text("delete")]] else { return nil }
                try connection.execute("BEGIN IMMEDIATE")
                return connection
            } catch {
                guard ![5, 6].contains(error.primaryCode) else { return nil }
            }
        }
        return nil
    }

    /// What identifies the store's files as unchanged; nil if the store's own file is not at its place.
    private var storeState: String? {
        guard FileStatus(at: folder.store.path) != nil else { return nil }
        return ["", "-wal"].map { ending in
            guard let status = FileStatus(at: folder.store.path + ending) else { return "none" }
            return "\(status.number) \(status.bytes) \(status.changed)"
        }.joined(separator: "; ")
    }

    /// Whether the store is moved aside already.
    private func hasMoved(_ journal: MigrationJournal) -> Bool {
        journal.failed.map { FileKind(folder.folder($0) + "/" + folder.storeName) == .regular } ?? false
    }

    /// Copies the backup's files to a folder of the store's own volume, and checks the copies: all of them, since SwiftData
    /// may remove values that are still in place as those of no row, if it comes to open the place before the restore ends.
    private func stage(_ manifest: BackupManifest, from backup: String) throws {
        try files.remove(folder.staging)
        try files.makeFolder(folder.staging)
        // What is in the store's place says who may read it, and a backup that comes from elsewhere where nothing is.
        let model = FileKind(folder.store.path) == .regular ? folder.store.path : nil
        try files.copyProtection(model ?? backup + "/" + manifest.store, folder.staging)
        guard manifest.hasNoLinks(in: backup) else { throw Damaged() }
        for file in manifest.files {
            var wanted = file
            wanted.path = path(of: file, in: manifest)
            let copy = folder.staging + "/" + wanted.path
            try files.makeFolder((copy as NSString).deletingLastPathComponent)
            // A file that cannot be read now is not a damaged one: the next launch goes on with it.
            do { try files.copy(backup + "/" + file.path, copy) } catch let error as FileError
                where error.path == backup + "/" + file.path && error.saysWhatIsThere
            { throw Damaged() }
            guard try StoreCopying.file(wanted.path, in: folder.staging) == wanted else { throw Damaged() }
            if let model {
                try files.copyAttributes(model, copy)
                try files.sync(copy)
            }
        }
        guard try identifier(ofStoreAt: folder.staging + "/" + folder.storeName) == manifest.storeIdentifier else {
            throw Damaged()
        }
        let values = StoreFile(path: folder.staging + "/" + folder.storeName).externalStorage.folder
        try files.sync(manifest.files.count > 1 ? values : folder.staging, upTo: folder.path)
    }

    /// The UUID of a store; nil if it is not one.
    private func identifier(ofStoreAt path: String) throws -> String? {
        do { return try StoreFacts.read(URL(fileURLWithPath: path))?.identifier } catch {
            switch error.cause {
            case .damaged, .notAStore, .notAFile: return nil
            default: throw error
            }
        }
    }

    /// The path of a backup's file beside the store, which may bear another name than the one that was copied.
    private func path(of file: StoreCopying.File, in manifest: BackupManifest) -> String {
        guard file != manifest.files.first else { return folder.storeName }
        return ExternalStorage.relativeFolder(of: folder.storeName) + "/" + (file.path as NSString).lastPathComponent
    }

    /// Keeps the files of the failed store's large values, which the restored one may not name. What is kept has its names on
    /// the disk before the store's place has not.
    ///
    /// - Returns: whether there were any that were not kept yet.
    private func keepExternalFiles(in failed: String) throws -> Bool {
        try files.makeFolder(failed)
        let target = failed + "/" + ExternalStorage.relativeFolder(of: folder.storeName)
        var hasValues = false
        for value in try folder.file.externalStorage.files() {
            let kept = target + "/" + value.name
            guard FileKind(kept) == .absent else { continue }
            hasValues = true
            try files.makeFolder(target)
            do { try files.link(value.path, kept) } catch { try files.copy(value.path, kept) }
        }
        if hasValues { try files.sync(target, upTo: folder.path) }
        return hasValues
    }

    /// Moves the store's own files aside, as far as they are there.
    private func moveStore(to failed: String) throws {
        try files.makeFolder(failed)
        for ending in StoreFile.endings {
            let place = folder.store.path + ending
            guard FileKind(place) != .absent else { continue }
            try files.rename(place, try Self.free(failed + "/" + folder.storeName + ending))
        }
        try files.sync(failed)
        try files.sync(folder.parent)
    }

    /// A path at which nothing is: what a store's files of an earlier try have is not taken.
    private static func free(_ path: String) throws -> String {
        (1...).lazy.map { $0 == 1 ? path : "\(path).\($0)" }.first { FileKind($0) == .absent } ?? path
    }

    /// Moves the copy into place: the store's own file, and then its large values. In the other order SwiftData, if it comes
    /// to make a store in the empty place, would remove them as those of no row.
    private func place(failed: String) throws {
        let staged = URL(fileURLWithPath: folder.staging).appendingPathComponent(folder.storeName)
        // Once it is gone from there, what is in the store's place is the restored store.
        if FileKind(staged.path) != .absent {
            if FileKind(folder.store.path) != .absent || FileKind(folder.store.path + "-wal") != .absent {
                // A process that knows nothing of the journal has made one meanwhile.
                try moveStore(to: failed)
            }
            try files.rename(staged.path, folder.store.path)
            try files.sync(folder.parent)
        }
        try folder.file.externalStorage.takeValues(
            of: StoreFile(staged).externalStorage, replaces: true, areSynced: true, files: files)
    }
}
