extension MigrationError.Cause {
    /// What is wrong with the copy of the store from before the migration.
    public enum Backup: Sendable, Hashable {
        /// The store could not be copied.
        case failed
        /// The backup is not what it was when it was made.
        case damaged
        /// The store could not be put back.
        case restoreFailed
    }
}

extension MigrationError.Cause.Backup: CauseWords {
    var what: String {
        switch self {
        case .failed:
            "the store could not be backed up."
        case .damaged:
            "the backup is not what it was when it was made."
        case .restoreFailed:
            "the store could not be put back."
        }
    }

    var next: String? {
        switch self {
        case .failed: "Nothing was changed."
        case .damaged: "The store was left as it is. Look for an older backup beside it."
        case .restoreFailed: "The next launch tries it again."
        }
    }
}
