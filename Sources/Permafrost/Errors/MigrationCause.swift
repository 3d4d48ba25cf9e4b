extension MigrationError.Cause {
    /// What is wrong with the store, with its place, or with opening it.
    public enum Store: Sendable, Hashable {
        /// SwiftData refused the store, or failed while it migrated it.
        case openingFailed
        /// The store's file cannot be read: why.
        case unreadable(reason: String)
        /// The system keeps the store's file from every process for now: as a rule because the device wasn't unlocked since it
        /// started, and the file's data protection lasts until then.
        case protected
        /// What is at the store's place is not a file.
        case notAFile
        /// The file is not a SQLite database.
        case notAStore
        /// The database is damaged: what SQLite says.
        case damaged(report: String)
        /// The folder cannot be written to.
        case readOnlyFolder(path: String)
        /// There is too little space for what is made beside the store while it is migrated, in bytes.
        case notEnoughSpace(needed: Int64, available: Int64)
        /// The migrated copy could not take the store's place.
        case replacementFailed
    }

    /// Why the version of the store is not one that can be migrated.
    public enum Version: Sendable, Hashable {
        /// The store is of another app: none of its entities is the plan's.
        case foreign(entities: [String])
        /// The store is of no version of the plan; the version that is most similar to it.
        case unknown(nearest: String?)
        /// The store is of a later version than the one that it is opened with.
        case newer(store: String, wanted: String)
    }

    /// Why the plan cannot be run.
    public enum Plan: Sendable, Hashable {
        /// It cannot be run with any store: its findings, each as one sentence.
        case invalid([String])
        /// No stage continues from the store's version.
        case noPath(from: String, to: String)
    }

    /// What failed in a stage of the plan.
    public enum Stage: Sendable, Hashable {
        /// An operation or a stage's hook threw.
        case operationFailed
        /// An assertion does not hold: what was found.
        case assertionFailed(found: String)
        /// A value was captured, and nothing restored it.
        case valueLost(count: Int)
    }

    /// Which hook of the plan threw: see ``MigrationPlan``.
    public enum Hook: Sendable, Hashable {
        /// The hook before the migration threw.
        case preMigrationFailed
        /// The hook after the migration threw.
        case postMigrationFailed
    }

    /// What is wrong with the copy of the store from before the migration.
    public enum Backup: Sendable, Hashable {
        /// The store could not be copied.
        case failed
        /// The backup is not what it was when it was made.
        case damaged
        /// The store could not be put back.
        case restoreFailed
    }

    /// What is wrong with the migration's journal, which says how far it came.
    public enum Journal: Sendable, Hashable {
        /// The journal cannot be read: why.
        case damaged(path: String, reason: String)
        /// The journal was written by another version of this library.
        case version(path: String, found: Int, known: Int)
        /// The journal could not be written or removed.
        case notWritten(path: String)
    }

    /// Who else works on the store.
    public enum Busy: Sendable, Hashable {
        /// The store is in use, and has not been free in time: a container has it open, of this process or of another one such as a
        /// widget, or another process is migrating it.
        case inUse
        /// A migration was started by the code of another one.
        case migrationInProgress
    }
}
