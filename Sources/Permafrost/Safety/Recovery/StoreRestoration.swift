import Foundation
import PermafrostStore

/// Puts a backup in its store's place and keeps what was there. Each step is in the journal before the next one begins, and
/// can be done again: a restore that was cut short goes on where it ended.
///
/// A -wal that stays behind would be replayed over the restored store, and a file that is moved twice could be the restored
/// one. So nothing is put in place before all of the previous store is known to be gone.
struct StoreRestoration: Sendable {
    let folder: SafetyFolder
    let files: FileSystem
    /// Whether a store that somebody has open is left alone. A rollback is not refused: the store is of no use as it is.
    var refusesUsers = false
    /// The journal of a migration that is not finished, which stays until the copy is ready.
    var previous: MigrationJournal?
    private var journalFile: JournalFile { JournalFile(folder: folder, files: files) }

    /// Restores, from the journal's step on, and ends the journal.
    ///
    /// A store that was changed after the copy was ready, by an app that knows nothing of the journal, is left as it is, and
    /// the journal is ended: what somebody has saved since is never undone. One that somebody has made in the empty place, once
    /// the store was moved aside, is moved aside as well.
    ///
    /// - Throws: ``MigrationError`` with `.backup(.damaged)`, where nothing was changed and the journal is ended, or
    ///   `.backup(.restoreFailed)`, where the journal stays for the next launch; or `.busy(.inUse)` if the store is open and
    ///   ``refusesUsers``: nothing was changed, and the restoration is given up. A backup that somebody asked for is given up
    ///   without an error by whoever only goes on with its restoration.
    func run(_ journal: MigrationJournal, from backup: String) throws(MigrationError) {
        var journal = journal
        do {
            if journal.step == .staged, try !hasMoved(journal) {
                if let replaced = journal.replaced, try state.isChanged(since: replaced) {
                    try leaveStore(journal)
                    return
                }
                // Without the copy there is nothing to put in the place.
                if try FileKind(of: stagedStore) == .absent { journal.step = .restoring }
            }
            if ![.restoring, .staged, .cleared].contains(journal.step) {
                journal.step = .restoring
                if previous == nil { try journalFile.write(journal) }
            }
            if journal.step == .restoring {
                guard let manifest = try BackupManifest(folder: backup),
                    manifest.storeIdentifier == journal.storeIdentifier
                else { throw Damaged() }
                try stage(manifest, from: backup)
                journal.failed = try StoreBackups(folder: folder, files: files).failedName()
                try users.leaveLog(refusesUsers: refusesUsers)
                journal.replaced = try state.text()
                journal.step = .staged
                try keepPrevious()
                try journalFile.write(journal)
            }
            let failed = folder.folder(try journal.failed ?? StoreBackups(folder: folder, files: files).failedName())
            if journal.step == .staged {
                // A backup that somebody asked for waits until nobody has the store open; nothing waits for a rollback.
                let isOnDemand = journal.source == journal.destination
                try moveAside(to: failed, refusesUsers: try isOnDemand && moved(to: failed).isEmpty)
                journal.step = .cleared
                try journalFile.write(journal)
            }
            try stageAnew(journal, from: backup)
            try place(failed: failed)
            try files.remove(folder.restoreFolder)
            try journalFile.close()
        } catch is Damaged {
            try? files.remove(folder.restoreFolder)
            try giveUp()
            throw MigrationError(.backup(.damaged))
        } catch let error as MigrationError where error.cause == .busy(.inUse) {
            // Nothing was changed.
            do {
                if journal.step == .staged { try leaveStore(journal) } else { try giveUp() }
            } catch {
                throw error as? MigrationError ?? MigrationError(.backup(.restoreFailed), underlying: error)
            }
            try? files.remove(folder.restoreFolder)
            if refusesUsers { throw error }
        } catch {
            throw MigrationError(.backup(.restoreFailed), underlying: error)
        }
    }

    private struct Damaged: Error {}
    /// The copy is gone, and the backup cannot make another one now.
    private struct CopyIsGone: Error {}

    /// Ends the restoration before anything was changed. What another journal says is still to be done.
    private func giveUp() throws(MigrationError) {
        if previous == nil { try journalFile.close() }
    }

    /// Where the journal of a migration that is not finished is kept while the restoration has one.
    private var keptJournal: String { folder.restoreFolder + "/journal.json" }

    /// Keeps the journal of a migration that is not finished beside the copy, for ``leaveStore(_:)``. One of another restoration is
    /// not needed any more.
    private func keepPrevious() throws {
        guard let previous, previous.step != .restoring else { return }
        try files.copy(folder.journal, keptJournal)
        try files.sync(folder.restoreFolder)
    }

    /// Ends the restoration since somebody has changed the store. The migration that was not finished before is still to be
    /// finished.
    private func leaveStore(_ journal: MigrationJournal) throws {
        if let failed = journal.failed { try moved(to: folder.folder(failed)).removeIfUnused() }
        if try FileKind(of: keptJournal) == .regular {
            try files.rename(keptJournal, folder.journal)
            try files.sync(folder.path)
        } else {
            try journalFile.close()
        }
        try files.remove(folder.restoreFolder)
    }

    private var stagedStore: String { folder.restoreFolder + "/" + folder.storeName }
    private var users: StoreUsers { StoreUsers(store: folder.store.path) }
    private var state: StoreState { StoreState(folder: folder) }

    private func moved(to failed: String) -> MovedStores { MovedStores(folder: folder, files: files, path: failed) }

    /// Whether the store is moved aside already.
    private func hasMoved(_ journal: MigrationJournal) throws -> Bool {
        try journal.failed.map { try !moved(to: folder.folder($0)).isEmpty } ?? false
    }

    /// Copies the backup's files to a folder of the store's own volume, and checks the copies: all of them, since SwiftData
    /// may remove values that are still in place as those of no row, if it comes to open the place before the restore ends.
    private func stage(_ manifest: BackupManifest, from backup: String) throws {
        try files.remove(folder.restoreFolder)
        try files.makeFolder(folder.restoreFolder)
        // What is in the store's place says who may read it, and a backup that comes from elsewhere where nothing is.
        let model = try FileKind(of: folder.store.path) == .regular ? folder.store.path : nil
        try files.copyProtection(model ?? backup + "/" + manifest.store, folder.restoreFolder)
        guard try manifest.hasNoLinks(in: backup) else { throw Damaged() }
        for file in manifest.files {
            var wanted = file
            wanted.path = path(of: file, in: manifest)
            let copy = folder.restoreFolder + "/" + wanted.path
            try files.makeFolder(copy.parentPath)
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

    /// Makes the copy once more if somebody has removed it after the store moved: without it nothing takes the place.
    private func stageAnew(_ journal: MigrationJournal, from backup: String) throws {
        guard try FileKind(of: stagedStore) == .absent, try FileKind(of: folder.store.path) != .regular else { return }
        guard let manifest = try BackupManifest(folder: backup), manifest.storeIdentifier == journal.storeIdentifier
        else {
            throw CopyIsGone()
        }
        do { try stage(manifest, from: backup) } catch is Damaged { throw CopyIsGone() }
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

    /// Moves what is at the store's place to a folder of its own, while nobody else writes to it.
    private func moveAside(to failed: String, refusesUsers: Bool = false) throws {
        // Somebody may have opened the store since the journal has said what its files are like.
        try users.leaveLog(refusesUsers: refusesUsers)
        let writers = users.keepWritersOut()
        defer { withExtendedLifetime(writers) {} }
        try moved(to: failed).add()
    }

    /// Moves the copy into place, where its large values are already.
    private func place(failed: String) throws {
        // Once it is gone from there, what is in the store's place is the restored store.
        while try FileKind(of: stagedStore) != .absent {
            // A process that knows nothing of the journal has made one meanwhile, and may again before the renaming.
            if try moved(to: failed).hasMore { try moveAside(to: failed) }
            try showValues()
            do {
                if try FileKind(of: folder.store.path) == .directory { try files.removeFolder(folder.store.path) }
                try files.renameNew(stagedStore, folder.store.path)
            } catch let error as FileError where [EEXIST, ENOTEMPTY, ENOTDIR, ENOENT].contains(error.code) {
                continue
            } catch let error as FileError where [EINVAL, ENOSYS, ENOTSUP].contains(error.code) {
                // The file system cannot rename so.
                guard try FileKind(of: folder.store.path) == .absent else { continue }
                try files.rename(stagedStore, folder.store.path)
            }
            try files.sync(folder.parent)
        }
        try values.takeValues(of: stagedValues, replaces: true, areSynced: true, files: files)
    }

    private var values: ExternalStorage { folder.file.externalStorage }
    private var stagedValues: ExternalStorage { StoreFile(path: stagedStore).externalStorage }

    /// Gives the large values of the copy their names beside the place, so that whoever opens the restored store finds them at
    /// once. They keep their other names until the store is there: SwiftData, if it comes to make a store in the empty place,
    /// removes them as those of no row. A volume without links has them once the store is there.
    private func showValues() throws {
        let staged = try stagedValues.files()
        guard !staged.isEmpty else { return }
        if FileStatus(at: values.folder)?.isFolder != true { try files.makeFolder(values.folder) }
        for value in staged where try FileKind(of: values.folder + "/" + value.name) == .absent {
            // One that cannot be linked takes its place after the store.
            do { try files.link(value.path, values.folder + "/" + value.name) } catch is FileError { continue }
        }
        try files.sync(values.folder, upTo: folder.parent)
    }
}
