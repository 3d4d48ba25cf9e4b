extension MigrationError.Cause {
    /// What is wrong with the migration's journal, which says how far it came.
    public enum Journal: Sendable, Hashable {
        /// The journal cannot be read: why.
        case damaged(path: String, reason: String)
        /// The journal was written by another version of this library.
        case version(path: String, found: Int, known: Int)
        /// The journal could not be written or removed.
        case notWritten(path: String)
    }
}

extension MigrationError.Cause.Journal: CauseWords {
    var what: String {
        switch self {
        case .damaged(let path, let reason):
            "the migration's journal \(path) cannot be read. \(reason)"
        case .version(let path, let found, let known):
            "the migration's journal \(path) is of format \(found); this app knows \(known)."
        case .notWritten(let path):
            "the migration's journal \(path) could not be written."
        }
    }

    var next: String? {
        switch self {
        case .damaged: "Look at the store and its backups, then remove the journal. Nothing was changed."
        case .version: "Open the store with the app that began the migration. Nothing was changed."
        case .notWritten: "Start again: the next launch goes on from where this one came to."
        }
    }
}
