import Foundation
import PermafrostStore

/// A replacement of a store with a backup. The replaced store is kept. Each step is recorded in the journal before the
/// next one begins, and can be repeated, so an interrupted restore continues at the recorded step.
///
/// SQLite would replay a leftover `-wal` over the restored store, and a repeated move could move the restored store
/// instead of the previous one. So the restored files are moved to the store's path only after every part of the
/// previous store has been moved away.
struct StoreRestoration: Sendable {
    let folder: SafetyFolder
    let files: FileSystem
    /// Whether an open store makes the restore fail. False for a rollback, which replaces the failed store even if it
    /// is open.
    var refusesUsers = false
    /// Whether the backup has the rows of the store that it replaces, unless something else uses the store during the
    /// rollback. False for a migrated store that something else may have used since an earlier launch.
    var isProved = true
    /// The journal of an earlier unfinished migration. It is kept until the copy is ready.
    var previous: MigrationJournal?
    private let patience = StoreUsers.Patience()
    private var journalFile: JournalFile { JournalFile(folder: folder, files: files) }

    /// Restores the backup, starting at the journal's step, and removes the journal.
    ///
    /// An app that doesn't know the journal may save to the store after the copy is ready. The restore is then given up
    /// and its journal is removed, because a save is never undone. If such an app creates a store at the path after the
    /// previous store was moved aside, the new store is also moved aside.
    ///
    /// - Throws: ``MigrationError`` if the store can't be restored now. With `.backup(.damaged)`, nothing was changed,
    ///   and this restore's journal is removed. With `.backup(.restoreFailed)`, the journal stays for the next launch.
    ///   With `.busy(.inUse)`, the store is open and ``refusesUsers`` is true; nothing was changed, and the restore is
    ///   given up. If the store is open when a later launch continues a requested restore, the restore is given up
    ///   without an error.
    func run(_ journal: MigrationJournal, from backup: String) throws(MigrationError) {
        var journal = journal
        do {
            if journal.step == .staged, try !hasMoved(journal) {
                if let replaced = journal.replaced, try state.isChanged(since: replaced) {
                    try leaveStore(journal)
                    return
                }
                // Without the copy, there is nothing to move to the store's path.
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
                journal.failed = try replacedName(journal)
                try users.leaveLog(refusesUsers: refusesUsers)
                journal.replaced = try state.text()
                journal.step = .staged
                try keepPrevious()
                try journalFile.write(journal)
            }
            if journal.failed == nil { journal.failed = try replacedName(journal) }
            let failed = folder.folder(journal.failed ?? "")
            if journal.step == .staged {
                // A requested restore requires that nothing has the store open. A rollback doesn't.
                try moveAside(&journal, refusesUsers: try journal.isRequested && moved(to: failed).isEmpty)
                journal.step = .cleared
                try journalFile.write(journal)
            }
            try stageAnew(journal, from: backup)
            try place(&journal)
            try files.remove(folder.restoreFolder)
            try journalFile.close()
            StoreBackups(folder: folder, files: files).keepOnce((failed as NSString).lastPathComponent)
        } catch is Damaged {
            try? files.remove(folder.restoreFolder)
            try giveUp()
            throw MigrationError(.backup(.damaged))
        } catch let error as MigrationError
            where error.cause == .busy(.inUse) && (refusesUsers || journal.isRequested)
        {
            // Nothing was changed.
            do {
                if journal.step == .staged { try leaveStore(journal) } else { try giveUp() }
            } catch {
                throw error as? MigrationError ?? MigrationError(.backup(.restoreFailed), underlying: error)
            }
            try? files.remove(folder.restoreFolder)
            if refusesUsers { throw error }
        } catch {
            let located = error is RestorePlace.Taken ? URL(fileURLWithPath: backup) : nil
            throw MigrationError(.backup(.restoreFailed), backup: located, underlying: error)
        }
    }

    /// Returns the name of the folder that the store moves to. If an earlier restore has already moved the store, and its
    /// journal can't be read, that folder also gets the store's other files.
    private func replacedName(_ journal: MigrationJournal) throws -> String {
        if let name = try RestorePlace(folder: folder, files: files).replaced,
            try FileKind(of: folder.folder(name)) == .directory
        {
            return name
        }
        return try StoreBackups(folder: folder, files: files)
            .replacedName(rollingBackTo: journal.isRequested || !isProved ? nil : journal.backup)
    }

    private struct Damaged: Error {}
    /// An error that is thrown if the copy is missing and can't be made again from the backup now.
    private struct CopyIsGone: Error {}

    /// Gives up the restore before anything was changed. The journal of an earlier migration remains.
    private func giveUp() throws(MigrationError) {
        if previous == nil { try journalFile.close() }
    }

    /// The path where the journal of an earlier migration is kept, because the restore's own journal replaces it.
    private var keptJournal: String { folder.restoreFolder + "/" + folder.nameNextToStore("journal.json") }

    /// Copies the journal of an earlier unfinished migration to the restore folder, so that ``leaveStore(_:)`` can put
    /// it back. Doesn't copy the journal of an earlier restore, because it is no longer needed.
    private func keepPrevious() throws {
        guard let previous, previous.step != .restoring else { return }
        try files.copy(folder.journal, keptJournal)
        try files.sync(folder.restoreFolder)
    }

    /// Gives up the restore because the store was changed or is in use. Puts back the journal of an earlier migration
    /// that must still be finished. Without such a journal, removes this restore's journal.
    private func leaveStore(_ journal: MigrationJournal) throws {
        users.returnToLog()
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
    private var users: StoreUsers { StoreUsers(store: folder.store.path, patience: patience) }
    private var state: StoreState { StoreState(folder: folder) }

    private func moved(to failed: String) -> MovedStores { MovedStores(folder: folder, files: files, path: failed) }

    /// Returns whether the store was already moved aside.
    private func hasMoved(_ journal: MigrationJournal) throws -> Bool {
        try journal.failed.map { try !moved(to: folder.folder($0)).isEmpty } ?? false
    }

    /// Copies the backup's files to a folder on the store's own volume, and verifies the copies. The backup's large
    /// values are copied even if they still exist at the store's path. If SwiftData opens the path before the restore
    /// ends, it can remove the values there, because no row refers to them.
    private func stage(_ manifest: BackupManifest, from backup: String) throws {
        try files.remove(folder.restoreFolder)
        try files.makeFolder(folder.restoreFolder)
        // Use the permissions of the current store. If there is no current store, use the backup's permissions.
        let model = try FileKind(of: folder.store.path) == .regular ? folder.store.path : nil
        try files.copyProtection(model ?? backup + "/" + manifest.store, folder.restoreFolder)
        guard try manifest.hasNoLinks(in: backup) else { throw Damaged() }
        for file in manifest.files {
            var wanted = file
            wanted.path = path(of: file, in: manifest)
            let copy = folder.restoreFolder + "/" + wanted.path
            try files.makeFolder(copy.parentPath)
            // A file that can't be read now isn't necessarily damaged. The next launch tries again.
            do { try files.copy(backup + "/" + file.path, copy) } catch let error as FileError
                where error.path == backup + "/" + file.path && error.describesItem
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

    /// Makes the copy again if it was removed after the store was moved aside. Without the copy, no store could be
    /// moved to the store's path.
    private func stageAnew(_ journal: MigrationJournal, from backup: String) throws {
        guard try FileKind(of: stagedStore) == .absent, try FileKind(of: folder.store.path) != .regular else { return }
        guard let manifest = try BackupManifest(folder: backup), manifest.storeIdentifier == journal.storeIdentifier
        else {
            // The app has deleted the restored store, so the restore is complete. Otherwise, a folder would be at the path.
            guard try FileKind(of: folder.store.path) != .absent else { return }
            throw CopyIsGone()
        }
        do { try stage(manifest, from: backup) } catch is Damaged { throw CopyIsGone() }
    }

    /// Returns the UUID of the store at a path, or nil if there is no intact store.
    private func identifier(ofStoreAt path: String) throws -> String? {
        do { return try StoreFacts.read(URL(fileURLWithPath: path))?.identifier } catch {
            switch error.cause {
            case .store(.damaged), .store(.notAStore), .store(.notAFile): return nil
            default: throw error
            }
        }
    }

    /// Returns the path of a backup's file relative to the folder of the restored store. The restored store may have a
    /// different name than the copied store.
    private func path(of file: StoreCopy.File, in manifest: BackupManifest) -> String {
        guard file != manifest.files.first else { return folder.storeName }
        return ExternalStorage.relativeFolder(of: folder.storeName) + "/" + (file.path as NSString).lastPathComponent
    }

    /// Moves the current store to a separate folder. Prevents other connections from writing to the store during the
    /// move, unless ``StoreUsers/keepWritersOut()`` fails.
    private func moveAside(_ journal: inout MigrationJournal, refusesUsers: Bool = false) throws {
        try requireOwnPlace(journal)
        // The store may have been opened after the journal recorded the state of its files.
        try users.leaveLog(refusesUsers: refusesUsers)
        let writers = users.keepWritersOut()
        defer { withExtendedLifetime(writers) {} }
        try moved(to: folder.folder(journal.failed ?? "")).add { number in
            journal.place = number
            try journalFile.write(journal)
        }
    }

    /// Throws an error if the folder at the store's path isn't this restore's: see ``RestorePlace``. If the app requests
    /// the restore now, it may also replace an empty folder.
    private func requireOwnPlace(_ journal: MigrationJournal) throws {
        let path = folder.store.path
        guard try FileKind(of: path) == .directory,
            try !RestorePlace(folder: folder, files: files).isOwn(journal),
            try !refusesUsers || !FileAccess.list(path).isEmpty
        else { return }
        throw RestorePlace.Taken(path: path)
    }

    /// Moves the copy to the store's path. Links its large values under their final names first.
    private func place(_ journal: inout MigrationJournal) throws {
        // If the copy no longer exists, the file at the store's path is the restored store.
        while try FileKind(of: stagedStore) != .absent {
            // A process that doesn't know the journal may have created a store in the meantime, and may do so again
            // before the rename.
            if try moved(to: folder.folder(journal.failed ?? "")).hasMore { try moveAside(&journal) }
            try requireOwnPlace(journal)
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

    /// Links the copy's large values under their final names, so that they exist as soon as the restored store can be
    /// opened. The originals stay in the restore folder until then. If SwiftData creates a store at the path in the
    /// meantime, it deletes the links, because no row of that store refers to them. On a volume without hard links, the
    /// values are moved after the store.
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
