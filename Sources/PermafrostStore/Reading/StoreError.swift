#if canImport(SQLite3)
    import SQLite3
#else
    import CSQLite
#endif

/// Why a file cannot be read as a store, or a store cannot be written.
package enum StoreError: Error, Sendable, Hashable {
    /// There is no file at the path, or none that may be read; the operating system's words say which.
    case unreadable(path: String, reason: String)
    /// The file has no bytes.
    case empty(path: String)
    /// The file is no SQLite database, or a damaged one.
    case notSQLite(path: String, error: SQLiteError)
    /// A journal left by a crash lies beside the store and names a further file to be removed, as no app's store does.
    case unsafeJournal(path: String)
    /// The database has no Z_METADATA row: no Core Data store.
    case noMetadata(path: String)
    /// The row's property list cannot be read.
    case damagedMetadata(path: String, error: BinaryPropertyListError)
    /// The store carries no model: it has no Z_MODELCACHE row, as stores of some writers have none.
    case noModelCache(path: String)
    /// The model cache cannot be read.
    case damagedModelCache(path: String, error: ModelArchive.Failure)
    /// Reading takes more work than a store of that size can: the file is damaged, or made to waste time.
    case tooMuchWork(path: String)
    /// SQLite refused a statement.
    case sqlite(SQLiteError)
    /// A store is to be written where a file exists already.
    case alreadyExists(path: String)
}

extension StoreError {
    /// What an error of SQLite's means for the store at the path that the user gave.
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
    /// The store's path.
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
    /// What is wrong, in a clause without the path: `the file is no SQLite database (file is not a database)`. It shows what
    /// SQLite's message has of the file's own names.
    package var description: String { text.visible }

    private var text: String {
        switch self {
        case .unreadable(_, let reason): reason
        case .empty: "the file is empty"
        case .notSQLite(_, let error): "the file isn't a SQLite database, or is damaged (\(error.message))"
        case .unsafeJournal: "a journal next to it names another file to delete, which no app's store does"
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
