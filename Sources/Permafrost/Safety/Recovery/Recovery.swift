import Foundation
import PermafrostStore

/// What is done with a journal that a process left: the store is brought to the old version or left at the new one, and what
/// another app or the user did with it meanwhile is never undone.
struct Recovery: Sendable {
    /// What remains to be done.
    enum Outcome: Sendable {
        /// Nothing: the journal is ended.
        case closed
        /// The store is of its new version, and the hook after has not ended.
        case finish(MigrationJournal)
    }

    let folder: SafetyFolder
    let files: FileSystem

    /// Deals with the journal.
    ///
    /// - Throws: ``MigrationError`` if the store cannot be read or put back; the journal then stays.
    func run(_ journal: MigrationJournal) throws(MigrationError) -> Outcome {
        let file = JournalFile(folder: folder, files: files)
        let restoration = StoreRestoration(folder: folder, files: files)
        switch journal.step {
        case .restoring where backup(of: journal) == nil:
            // A backup from elsewhere was to be restored, and nothing was changed yet.
            try removeCopy()
            try file.close()
            return .closed
        case .restoring, .staged, .cleared:
            try restoration.run(journal, from: backup(of: journal) ?? folder.path)
            // One that is given up leaves the journal of a migration that was not finished before it.
            if let previous = try file.read() { return try run(previous) }
            return .closed
        case .begun:
            try removeCopy()
            do { try StoreBackups(folder: folder, files: files).removePartial() } catch {
                throw MigrationError(.journal(.notWritten(path: folder.journal)), underlying: error)
            }
            try file.close()
            return .closed
        case .finished:
            try removeCopy()
            try file.close()
            return .closed
        case .backedUp, .migrating, .committed, .finishing: break
        }
        try removeCopy()
        switch try state(for: journal) {
        case .migrated: return .finish(journal)
        case .asBefore, .another, .gone: try file.close()
        case .halfWay, .damaged:
            if journal.safety == .backupAndRollback, let backup = backup(of: journal) {
                try restoration.run(journal, from: backup)
            } else {
                // From a version between, the plan leads on.
                try file.close()
            }
        }
        return .closed
    }

    /// Removes what a restore on demand has left that was cut short before its copy was ready.
    private func removeCopy() throws(MigrationError) {
        do { try files.remove(folder.restoreFolder) } catch {
            throw MigrationError(.backup(.restoreFailed), underlying: error)
        }
    }

    /// The folder of the journal's backup.
    func backup(of journal: MigrationJournal) -> String? {
        journal.backup.map { folder.folder($0) }
    }

    /// What the store is, as a journal sees it.
    enum State: Sendable {
        case asBefore, migrated
        /// At a version between the two.
        case halfWay
        /// Not to be read as a store.
        case damaged
        /// Of another version, or another store altogether.
        case another
        /// There is none.
        case gone
    }

    /// Looks at the store.
    func state(for journal: MigrationJournal) throws(MigrationError) -> State {
        let facts: StoreFacts
        do {
            guard let found = try StoreFacts.read(folder.store) else { return .gone }
            facts = found
        } catch {
            switch error.cause {
            case .store(.damaged), .store(.notAStore): return .damaged
            default: throw error
            }
        }
        guard facts.identifier == journal.storeIdentifier else { return .another }
        if facts.digest == journal.source.digest { return .asBefore }
        if facts.digest == journal.destination.digest { return .migrated }
        return journal.between.contains(facts.digest) ? .halfWay : .another
    }
}
