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
}

extension MigrationError.Cause.Store: CauseWords {
    var what: String {
        switch self {
        case .openingFailed:
            "the store could not be opened."
        case .unreadable(let reason):
            "the store cannot be read. \(reason)"
        case .protected:
            "the store's data is protected: the system doesn't allow the app to read it now."
        case .notAFile:
            "what is at the store's path is not a file."
        case .notAStore:
            "the file is not a SQLite database."
        case .damaged(let report):
            "the store is damaged: \(report)."
        case .readOnlyFolder(let path):
            "the folder \(path) cannot be written to."
        case .notEnoughSpace(let needed, let available):
            "the migration needs \(needed) bytes beside the store, and \(available) are free."
        case .replacementFailed:
            "the migrated copy could not take the store's place."
        }
    }

    var next: String? {
        switch self {
        case .openingFailed: nil
        case .unreadable: "Give the place of a store that the app may read."
        case .protected:
            "Open it again after the device is unlocked (UIApplication.protectedDataDidBecomeAvailableNotification). "
                + "Nothing was changed."
        case .notAFile: "Give the place of a store that the app may read."
        case .notAStore: "Give the place of a store. Nothing was changed."
        case .damaged: "Restore it from a backup. Nothing was changed."
        case .readOnlyFolder: "Make it writable, or open the store without a migration. Nothing was changed."
        case .notEnoughSpace: "Free some space and start again. Nothing was changed."
        case .replacementFailed: "See that its folder can be written to and that its volume has space, and start again."
        }
    }
}
