extension StoreError: CustomStringConvertible {
    /// What is wrong, in a clause without the path: `the file is no SQLite database (file is not a database)`.
    public var description: String {
        switch self {
        case .unreadable(_, let reason): reason
        case .empty: "the file is empty"
        case .notSQLite(_, let error): "the file is no SQLite database, or a damaged one (\(error.message))"
        case .unsafeJournal: "a journal beside it names a further file to be removed, as no app's store does"
        case .noMetadata: "it has no Core Data metadata"
        case .damagedMetadata: "its metadata cannot be read"
        case .noModelCache: "it carries no model"
        case .damagedModelCache: "the model that it carries cannot be read"
        case .sqlite(let error): error.message
        case .alreadyExists: "there is a file already"
        }
    }
}
