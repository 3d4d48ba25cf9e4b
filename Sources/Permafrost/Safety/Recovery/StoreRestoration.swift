import Foundation
import PermafrostStore

/// A replacement of a store with a backup, which keeps the replaced store. Each step is recorded in the journal before
/// the next one begins, and can be repeated: an interrupted restore continues where it ended.
///
/// A `-wal` that stayed in place would be replayed over the restored store, and a file that is moved twice could be the
/// restored one. So nothing is put in place before every part of the previous store is known to be gone.
struct StoreRestoration: Sendable {
    let folder: SafetyFolder
    let files: FileSystem
    /// Whether a store that is open is left unchanged. A rollback continues nevertheless, because the failed store is
    /// useless.
    var refusesUsers = false
    /// The journal of an unfinished migration. It stays until the copy is ready.
    var previous: MigrationJournal?
    private var journalFile: JournalFile { JournalFile(folder: folder, files: files) }

    /// Restores the backup from the journal's step on, and removes the journal.
    ///
    /// If an app that doesn't know the journal changed the store after the copy was ready, the store stays unchanged
    /// and the journal is removed: a save is never undone. A store that was created in the empty place after the
    /// previous store moved aside is moved aside, too.
    ///
    /// - Throws: ``MigrationError`` with `.backup(.damaged)`: nothing was changed, and the journal is removed. With
    ///   `.backup(.restoreFailed)`: the journal stays for the next launch. With `.busy(.inUse)` if the store is open
    ///   and ``refusesUsers``: nothing was changed, and the restore is given up. A process that only continues a
    ///   requested restore gives it up without an error.
    func run(_ journal: MigrationJournal, from backup: String) throws(MigrationError) {
        var journal = journal
        do {
            if journal.step == .staged, try !hasMoved(journal) {
                if let replaced = journal.replaced, try state.isChanged(since: replaced) {
                    try leaveStore(journal)
                    return
                }
                // Without the copy, there is nothing to put in the place.
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
                // A requested restore waits until nobody has the store open. A rollback doesn't wait.
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
    /// The copy is gone, and it can't be made again from the backup now.
    private struct CopyIsGone: Error {}

    /// Ends the restore before anything was changed. The work of another journal remains.
    private func giveUp() throws(MigrationError) {
        if previous == nil { try journalFile.close() }
    }

    /// The path of the journal of an unfinished migration while the restore has its own journal.
    private var keptJournal: String { folder.restoreFolder + "/journal.json" }

    /// Keeps the journal of an unfinished migration next to the copy, for ``leaveStore(_:)``. The journal of another
    /// restore is no longer needed.
    private func keepPrevious() throws {
        guard let previous, previous.step != .restoring else { return }
        try files.copy(folder.journal, keptJournal)
        try files.sync(folder.restoreFolder)
    }

    /// Ends the restore because the store was changed. A migration that was unfinished before must still be finished.
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

    /// Returns whether the store is already moved aside.
    private func hasMoved(_ journal: MigrationJournal) throws -> Bool {
        try journal.failed.map { try !moved(to: folder.folder($0)).isEmpty } ?? false
    }

    /// Copies the backup's files to a folder on the store's own volume, and checks the copies. It copies all of them,
    /// because SwiftData can remove values that are still in place as values without a row, if it opens the place
    /// before the restore ends.
    private func stage(_ manifest: BackupManifest, from backup: String) throws {
        try files.remove(folder.restoreFolder)
        try files.makeFolder(folder.restoreFolder)
        // The store in the place determines the permissions. If there is none, a backup from elsewhere does.
        let model = try FileKind(of: folder.store.path) == .regular ? folder.store.path : nil
        try files.copyProtection(model ?? backup + "/" + manifest.store, folder.restoreFolder)
        guard try manifest.hasNoLinks(in: backup) else { throw Damaged() }
        for file in manifest.files {
            var wanted = file
            wanted.path = path(of: file, in: manifest)
            let copy = folder.restoreFolder + "/" + wanted.path
            try files.makeFolder(copy.parentPath)
            // A file that can't be read now isn't damaged: the next launch continues with it.
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

    /// Makes the copy again if it was removed after the store moved. Without it, nothing would replace the store.
    private func stageAnew(_ journal: MigrationJournal, from backup: String) throws {
        guard try FileKind(of: stagedStore) == .absent, try FileKind(of: folder.store.path) != .regular else { return }
        guard let manifest = try BackupManifest(folder: backup), manifest.storeIdentifier == journal.storeIdentifier
        else {
            throw CopyIsGone()
        }
        do { try stage(manifest, from: backup) } catch is Damaged { throw CopyIsGone() }
    }

    /// Returns the UUID of a store, or nil if the file isn't a store.
    private func identifier(ofStoreAt path: String) throws -> String? {
        do { return try StoreFacts.read(URL(fileURLWithPath: path))?.identifier } catch {
            switch error.cause {
            case .store(.damaged), .store(.notAStore), .store(.notAFile): return nil
            default: throw error
            }
        }
    }

    /// Returns the path of a backup's file next to the store, which may have a different name than the copied one.
    private func path(of file: StoreCopy.File, in manifest: BackupManifest) -> String {
        guard file != manifest.files.first else { return folder.storeName }
        return ExternalStorage.relativeFolder(of: folder.storeName) + "/" + (file.path as NSString).lastPathComponent
    }

    /// Moves the store in the place to a folder of its own, while nobody else writes to it.
    private func moveAside(to failed: String, refusesUsers: Bool = false) throws {
        // The store may have been opened since the journal recorded the state of its files.
        try users.leaveLog(refusesUsers: refusesUsers)
        let writers = users.keepWritersOut()
        defer { withExtendedLifetime(writers) {} }
        try moved(to: failed).add()
    }

    /// Moves the copy into place, where its large values already are.
    private func place(failed: String) throws {
        // When the copy is no longer there, the store in the place is the restored one.
        while try FileKind(of: stagedStore) != .absent {
            // A process that doesn't know the journal has created a store meanwhile, and may do so again before the
            // rename.
            if try moved(to: failed).hasMore { try moveAside(to: failed) }
            try showValues()
            do {
                if try FileKind(of: folder.store.path) == .directory { try files.removeFolder(folder.store.path) }
                try files.renameNew(stagedStore, folder.store.path)
            } catch let error as FileError where [EEXIST, ENOTEMPTY, ENOTDIR, ENOENT].contains(error.code) {
                continue
            } catch let error as FileError where [EINVAL, ENOSYS, ENOTSUP].contains(error.code) {
                // The file system doesn't support this kind of rename.
                guard try FileKind(of: folder.store.path) == .absent else { continue }
                try files.rename(stagedStore, folder.store.path)
            }
            try files.sync(folder.parent)
        }
        try values.takeValues(of: stagedValues, replaces: true, areSynced: true, files: files)
    }

    private var values: ExternalStorage { folder.file.externalStorage }
    private var stagedValues: ExternalStorage { StoreFile(path: stagedStore).externalStorage }

    /// Gives the large values of the copy their names in the place, so that they exist as soon as the restored store
    /// can be opened. They keep their other names until the store is there, because SwiftData removes them as values
    /// without a row if it creates a store in the empty place. On a volume without links, they exist only after the
    /// store does.
    private func showValues() throws {
        let staged = try stagedValues.files()
        guard !staged.isEmpty else { return }
        if FileStatus(at: values.folder)?.isFolder != true { try files.makeFolder(values.folder) }
        for value in staged where try FileKind(of: values.folder + "/" + value.name) == .absent {
            // A value that can't be linked is moved after the store.
            do { try files.link(value.path, values.folder + "/" + value.name) } catch is FileError { continue }
        }
        try files.sync(values.folder, upTo: folder.parent)
    }
}
