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
    case damagedModelCache(path: String, error: ModelArchiveError)
    /// Reading takes more work than a store of that size can: the file is damaged, or made to waste time.
    case tooMuchWork(path: String)
    /// SQLite refused a statement.
    case sqlite(SQLiteError)
    /// A store is to be written where a file exists already.
    case alreadyExists(path: String)
}
