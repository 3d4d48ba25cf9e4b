import Foundation
import PermafrostStore

/// Copies and reads stores for a rehearsal, with this module's errors.
enum StoreAccess {
    /// Copies a store into a folder, with its -wal and its large values.
    ///
    /// - Throws: ``MigrationError`` with `.unreadable` or `.notAFile` where there is no store to copy.
    static func copy(_ store: URL, to folder: URL) throws -> URL {
        var isDirectory: ObjCBool = false
        guard FileManager.default.fileExists(atPath: store.path, isDirectory: &isDirectory) else {
            throw MigrationError(.unreadable(reason: "There is no file at \(store.path)."))
        }
        guard !isDirectory.boolValue else { throw MigrationError(.notAFile) }
        return try StoreDuplicate(of: store, in: folder).url
    }

    /// What an error of reading a store means.
    static func error(_ error: any Error) -> MigrationError {
        switch error {
        case let error as MigrationError: error
        case let error as StoreError: MigrationError(cause(of: error), underlying: error)
        default: MigrationError(.unreadable(reason: error.localizedDescription), underlying: error)
        }
    }

    private static func cause(of error: StoreError) -> MigrationError.Cause {
        switch error {
        case .notSQLite(_, let error) where error.primaryCode == 11: .damaged(report: error.message)
        case .empty, .notSQLite, .noMetadata: .notAStore
        case .damagedMetadata, .damagedModelCache, .noModelCache, .unsafeJournal, .tooMuchWork:
            .damaged(report: error.description)
        case .unreadable, .sqlite, .alreadyExists: .unreadable(reason: error.description)
        }
    }
}

extension MigrationError {
    /// The error with the store that it is about, as far as it was not told yet.
    func about(_ store: URL) -> MigrationError {
        var error = self
        error.storeURL = error.storeURL ?? store
        return error
    }
}
