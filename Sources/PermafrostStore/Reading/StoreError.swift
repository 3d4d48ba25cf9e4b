#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// An error that is thrown when a file can't be read as a store, or a store can't be written.
package enum StoreError: Error, Sendable, Hashable {
    /// There is no readable file at the path, with the operating system's reason.
    case unreadable(path: String, reason: String)
    /// The file has no bytes.
    case empty(path: String)
    /// The file isn't a SQLite database, or is a damaged one.
    case notSQLite(path: String, error: SQLiteError)
    /// A journal left by a crash, next to the store, names another file to be removed. No app's store has such a
    /// journal.
    case unsafeJournal(path: String)
    /// The database has no Z_METADATA row, so it isn't a Core Data store.
    case noMetadata(path: String)
    /// The row's property list can't be read.
    case damagedMetadata(path: String, error: BinaryPropertyListError)
    /// The store contains no model: it has no Z_MODELCACHE row. Some writers create such stores.
    case noModelCache(path: String)
    /// The model cache can't be read.
    case damagedModelCache(path: String, error: ModelArchive.Failure)
    /// Reading takes more work than a store of that size needs: the file is damaged, or made to waste time.
    case tooMuchWork(path: String)
    /// SQLite rejected a statement.
    case sqlite(SQLiteError)
    /// There is already a file at the path of a new store.
    case alreadyExists(path: String)
}

extension StoreError {
    /// Converts an error of SQLite to an error for the store at the path that the user passed.
    init(_ error: SQLiteError, path: String) {
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
    /// The path of the store.
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
    /// The error as a clause without the path. Names from the file in SQLite's message are escaped.
    package var description: String { text.visible }

    private var text: String {
        switch self {
        case .unreadable(_, let reason): reason
        case .empty: "the file is empty"
        case .notSQLite(_, let error): "the file is no SQLite database, or a damaged one (\(error.message))"
        case .unsafeJournal: "a journal beside it names a further file to be removed, as no app's store does"
        case .noMetadata: "it has no Core Data metadata"
        case .damagedMetadata: "its metadata cannot be read"
        case .noModelCache: "it carries no model"
        case .damagedModelCache: "the model that it carries cannot be read"
        case .tooMuchWork:
            "reading it takes more work than a store of its size needs: it is damaged, or no app wrote it"
        case .sqlite(let error): error.message
        case .alreadyExists: "there is a file already"
        }
    }
}
