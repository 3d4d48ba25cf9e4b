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
    /// The journal that was there before, of a migration that is not finished.
    var former: MigrationJournal?
    private var journalFile: JournalFile { JournalFile(folder: folder, files: files) }

    /// Restores, from the journal's step on, and ends the journal.
    ///
    /// A store that was changed after the copy was ready, by an app that knows nothing of the journal, is left as it is, and
    /// the journal is ended: what somebody has saved since is never undone. One that somebody has made in the empty place, once
    /// the store was moved aside, is moved aside as well.
    ///
    /// - Throws: ``MigrationError`` with `.backup(.damaged)`, where nothing was changed and the journal is ended, or
    ///   `.backup(.restoreFailed)`, where the journal stays for the next launch.
    func run(_ journal: MigrationJournal, from backup: String) throws(MigrationError) {
        var journal = journal
        do {
            if journal.step == .staged, try !hasMoved(journal) {
                if let replaced = journal.replaced, let now = storeState, now != replaced {
                    try journalFile.close()
                    try files.remove(folder.restoreFolder)
                    return
                }
                // Without the copy there is nothing to put in the place.
                if try FileKind(of: stagedStore) == .absent { journal.step = .restoring }
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
                journal.failed = try StoreBackups(folder: folder, files: files).failedName()
                try leaveLog(refusesUsers: refusesUsers)
                journal.replaced = storeState
                journal.step = .staged
                try journalFile.write(journal)
            }
            let failed = folder.folder(try journal.failed ?? StoreBackups(folder: folder, files: files).failedName())
            if journal.step == .staged {
                try moveAside(to: failed)
                journal.step = .cleared
                try journalFile.write(journal)
            }
            try place(failed: failed)
            try files.remove(folder.restoreFolder)
            try journalFile.close()
        } catch is Damaged {
            try? files.remove(folder.restoreFolder)
            try giveUp()
            throw MigrationError(.backup(.damaged))
        } catch let error as MigrationError where error.cause == .busy(.inUse) {
            // Nothing was changed.
            try? files.remove(folder.restoreFolder)
            try giveUp()
            throw error
        } catch {
            throw MigrationError(.backup(.restoreFailed), underlying: error)
        }
    }

    private struct Damaged: Error {}

    /// Ends the restoration before anything was changed. What another journal said before is still to be done.
    private func giveUp() throws(MigrationError) {
        if let former { try journalFile.write(former) } else { try journalFile.close() }
    }

    private var stagedStore: String { folder.restoreFolder + "/" + folder.storeName }

    /// How long others may still take that have the store open, in seconds.
    private static let timeout = 1.0

    /// How often the store is opened that others are to be kept from.
    private static let attempts = 3

    /// Lets the store leave write-ahead logging, so that who has opened its file, and has read nothing of it yet, does no harm
    /// once it is moved: such a one would make its -wal beside the restored store, and SQLite would replay it there. Without
    /// write-ahead logging SQLite refuses to write to a file that was moved.
    ///
    /// A store that cannot be opened stays as it is, and so does one that others go on using whom a rollback does not wait for
    /// any longer: theirs is a -wal that moves with the store. A call that fails once is tried again.
    ///
    /// - Throws: ``MigrationError`` with `.busy(.inUse)` if others have the store open, and that is a reason not to go on.
    private func leaveLog(refusesUsers: Bool) throws(MigrationError) {
        guard FileStatus.bytes(at: folder.store.path) > 0 else { return }
        for _ in 0..<Self.attempts {
            do {
                let alone = try StoreOpening(path: folder.store.path).connectAlone(timeout: Self.timeout)
                _ = try alone.rows("PRAGMA journal_mode=DELETE")
                return
            } catch {
                guard let error = error as? SQLiteError, [5, 6].contains(error.primaryCode) else { continue }
                guard refusesUsers else { return }
                throw MigrationError(.busy(.inUse), underlying: error)
            }
        }
    }

    /// A connection that lets nobody else write to the store while it moves; nil if it cannot be opened, or others write all
    /// the time. A call that fails once does not let others write: it is tried again.
    private func keepWritersOut() -> SQLiteConnection? {
        guard FileStatus.bytes(at: folder.store.path) > 0 else { return nil }
        for _ in 0..<Self.attempts {
            do {
                let connection = try SQLiteConnection(path: folder.store.path, mode: .create)
                connection.setBusyTimeout(milliseconds: Int(Self.timeout * 1000))
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
    private func hasMoved(_ journal: MigrationJournal) throws -> Bool {
        try journal.failed.map { try FileKind(of: folder.folder($0) + "/" + folder.storeName) == .regular } ?? false
    }

    /// Copies the backup's files to a folder of the store's own volume, and checks the copies: all of them, since SwiftData
    /// may remove values that are still in place as those of no row, if it comes to open the place before the restore ends.
    private func stage(_ manifest: BackupManifest, from backup: String) throws {
        try files.remove(folder.restoreFolder)
        try files.makeFolder(folder.restoreFolder)
        // What is in the store's place says who may read it, and a backup that comes from elsewhere where nothing is.
        let model = FileKind(folder.store.path) == .regular ? folder.store.path : nil
        try files.copyProtection(model ?? backup + "/" + manifest.store, folder.restoreFolder)
        guard manifest.hasNoLinks(in: backup) else { throw Damaged() }
        for file in manifest.files {
            var wanted = file
            wanted.path = path(of: file, in: manifest)
            let copy = folder.restoreFolder + "/" + wanted.path
            try files.makeFolder((copy as NSString).deletingLastPathComponent)
            // A file that cannot be read now is not a damaged one: the next launch goes on with it.
            do { try files.copy(backup + "/" + file.path, copy) } catch let error as FileError
                where error.path == backup + "/" + file.path && error.saysWhatIsThere
            { throw Damaged() }
            guard try StoreCopy.file(wanted.path, in: folder.restoreFolder) == wanted else { throw Damaged() }
            if let model {
                try files.copyAttributes(model, copy)
                try files.sync(copy)
            }
        }
        guard try identifier(ofStoreAt: stagedStore) == manifest.storeIdentifier
        else {
            throw Damaged()
        }
        let values = StoreFile(path: stagedStore).externalStorage.folder
        try files.sync(manifest.files.count > 1 ? values : folder.restoreFolder, upTo: folder.path)
    }

    /// The UUID of a store; nil if the file is not a store.
    private func identifier(ofStoreAt path: String) throws -> String? {
        do { return try StoreFacts.read(URL(fileURLWithPath: path))?.identifier } catch {
            switch error.cause {
            case .store(.damaged), .store(.notAStore), .store(.notAFile): return nil
            default: throw error
            }
        }
    }

    /// The path of a backup's file beside the store, which may bear another name than the one that was copied.
    private func path(of file: StoreCopy.File, in manifest: BackupManifest) -> String {
        guard file != manifest.files.first else { return folder.storeName }
        return ExternalStorage.relativeFolder(of: folder.storeName) + "/" + (file.path as NSString).lastPathComponent
    }

    /// Moves what is at the store's place to a folder of its own, with all that belongs to it under its own names: the first
    /// store to `failed` itself, and one that somebody has made in the empty place since to `failed/2`, and so on.
    ///
    /// A large value has its name in that folder on the disk before the store moves. The values are kept once more afterwards,
    /// and for each store that was moved before: somebody may have saved in between, and the row has gone with the store.
    private func moveAside(to failed: String) throws {
        let moved = try movedStores(to: failed)
        // The first one has left it, before the journal has said what its files are like.
        if !moved.isEmpty { try leaveLog(refusesUsers: false) }
        let writers = keepWritersOut()
        defer { withExtendedLifetime(writers) {} }
        // Without its own file, what is left is the rest of the store that was moved last.
        let isNew = try FileKind(of: folder.store.path) != .absent || moved.isEmpty
        let folders = isNew ? moved + [asideFolder(moved.count + 1, of: failed)] : moved
        for kept in folders where try !keepExternalFiles(in: kept) { try files.sync(kept, upTo: folder.path) }
        try moveStore(to: folders.last ?? failed)
        for kept in folders { _ = try keepExternalFiles(in: kept) }
    }

    /// The folders of the stores that were moved aside, in the order in which they were.
    private func movedStores(to failed: String) throws -> [String] {
        var moved: [String] = []
        while true {
            let next = asideFolder(moved.count + 1, of: failed)
            guard try FileKind(of: next + "/" + folder.storeName) != .absent else { return moved }
            moved.append(next)
        }
    }

    private func asideFolder(_ number: Int, of failed: String) -> String {
        number == 1 ? failed : "\(failed)/\(number)"
    }

    /// Keeps the files of the large values, which the restored store may not name.
    ///
    /// - Returns: whether there were any that were not kept yet.
    private func keepExternalFiles(in kept: String) throws -> Bool {
        try files.makeFolder(kept)
        let target = kept + "/" + ExternalStorage.relativeFolder(of: folder.storeName)
        var hasValues = false
        for value in try folder.file.externalStorage.files() {
            let place = target + "/" + value.name
            guard try FileKind(of: place) == .absent else { continue }
            hasValues = true
            try files.makeFolder(target)
            do { try files.link(value.path, place) } catch {
                // Its owner has removed it meanwhile.
                guard try FileKind(of: value.path) != .absent else { continue }
                // A copy that was cut short does not count as kept: it gets the value's name once it is whole.
                try files.remove(place + ".partial")
                try files.copy(value.path, place + ".partial")
                try files.rename(place + ".partial", place)
            }
        }
        if hasValues { try files.sync(target, upTo: folder.path) }
        return hasValues
    }

    /// Moves the store's own files, as far as they are there.
    private func moveStore(to kept: String) throws {
        for ending in StoreFile.endings where try FileKind(of: folder.store.path + ending) != .absent {
            try files.rename(folder.store.path + ending, kept + "/" + folder.storeName + ending)
        }
        try files.sync(kept)
        try files.sync(folder.parent)
    }

    /// Moves the copy into place: the store's own file, and then its large values. In the other order SwiftData, if it comes
    /// to make a store in the empty place, would remove them as those of no row.
    private func place(failed: String) throws {
        // Once it is gone from there, what is in the store's place is the restored store.
        while try FileKind(of: stagedStore) != .absent {
            let isTaken = try ["", "-wal"].contains { try FileKind(of: folder.store.path + $0) != .absent }
            // A process that knows nothing of the journal has made one meanwhile, and may again before the renaming.
            if isTaken { try moveAside(to: failed) }
            do { try files.renameNew(stagedStore, folder.store.path) } catch let error as FileError
                where error.code == EEXIST
            { continue } catch let error as FileError where [EINVAL, ENOSYS, ENOTSUP].contains(error.code) {
                // The file system cannot rename so.
                guard try FileKind(of: folder.store.path) == .absent else { continue }
                try files.rename(stagedStore, folder.store.path)
            }
            try files.sync(folder.parent)
        }
        try folder.file.externalStorage.takeValues(
            of: StoreFile(path: stagedStore).externalStorage, replaces: true, areSynced: true, files: files)
    }
}
