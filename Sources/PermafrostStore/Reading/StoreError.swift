#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// An error in reading a file as a store, or in writing a store.
package enum StoreError: Error, Sendable, Hashable {
    /// The file doesn't exist, or can't be read, written or migrated. The reason is a clause, such as the system's
    /// description of the error.
    case unreadable(path: String, reason: String)
    /// The file has no bytes.
    case empty(path: String)
    /// The file isn't a SQLite database, or the database is damaged.
    case notSQLite(path: String, error: SQLiteError)
    /// The journal next to the store contains the path of another journal, which SQLite would delete when it rolls back
    /// the store. No app's store has such a journal.
    case unsafeJournal(path: String)
    /// The database has no `Z_METADATA` row, so it isn't a Core Data store, or the row's property list is too large to
    /// read.
    case noMetadata(path: String)
    /// The property list in the metadata row can't be read.
    case damagedMetadata(path: String, error: BinaryPropertyListError)
    /// The store contains no model, as in old framework versions, because it has no `Z_MODELCACHE` row. Also thrown if
    /// the model cache is too large to read.
    case noModelCache(path: String)
    /// The model cache can't be read.
    case damagedModelCache(path: String, error: ModelArchiveError)
    /// The queries exceeded the work limit for a store of this size, because the file is damaged or malicious.
    case tooMuchWork(path: String)
    /// SQLite failed with any other error, such as a locked database or a full disk.
    case sqlite(SQLiteError)
    /// A file already exists at the path of a new store.
    case alreadyExists(path: String)
}

extension StoreError {
    /// Creates an error from a SQLite error and the path that the user passed.
    package init(_ error: SQLiteError, path: String) {
        var error = error
        error.path = path
        self =
            switch error.primaryCode {
            case SQLITE_INTERRUPT: .tooMuchWork(path: path)
            case SQLITE_CORRUPT, SQLITE_NOTADB: .notSQLite(path: path, error: error)
            default: .sqlite(error)
            }
    }
}

extension StoreError {
    package var path: String {
        switch self {
        case .unreadable(let path, _), .empty(let path), .notSQLite(let path, _), .unsafeJournal(let path),
            .noMetadata(let path), .damagedMetadata(let path, _), .noModelCache(let path),
            .damagedModelCache(let path, _), .tooMuchWork(let path), .alreadyExists(let path):
            path
        case .sqlite(let error): error.path
        }
    }
}

extension StoreError: CustomStringConvertible {
    /// A clause that describes the error, without the path. Special characters are escaped, because SQLite's message
    /// may contain names from an untrusted file.
    package var description: String { text.visible }

    private var text: String {
        switch self {
        case .unreadable(_, let reason): reason
        case .empty: "the file is empty"
        case .notSQLite(_, let error): "the file isn't a SQLite database, or is damaged (\(error.message))"
        case .unsafeJournal: "a journal next to the store specifies a file to delete, which no app's journal does"
        case .noMetadata: "the file has no Core Data metadata"
        case .damagedMetadata: "its metadata can't be read"
        case .noModelCache: "it contains no model"
        case .damagedModelCache: "the store's model can't be read"
        case .tooMuchWork:
            "reading the store takes more work than its size explains, so the store is damaged or wasn't written by "
                + "an app"
        case .sqlite(let error): error.message
        case .alreadyExists: "a file already exists there"
        }
    }
}
