import Foundation
import PermafrostStore

/// Recognises the errors of a volume without space, whoever threw them.
enum FullDisk {
    /// Whether an error, or one that it was made of, is one of a full disk.
    static func isCause(of error: any Error) -> Bool {
        switch error {
        case let error as MigrationError: return error.underlying.map(isCause) ?? false
        case let error as FileError: return isFull(error.code)
        case let error as SQLiteError: return error.isFullDisk
        case StoreError.sqlite(let error), StoreError.notSQLite(_, let error): return error.isFullDisk
        default: break
        }
        let error = error as NSError
        switch error.domain {
        case NSPOSIXErrorDomain where isFull(Int32(clamping: error.code)): return true
        case NSCocoaErrorDomain where error.code == CocoaError.fileWriteOutOfSpace.rawValue: return true
        default: break
        }
        if let code = error.userInfo[CoreDataError.sqliteKey] as? Int, code & 0xFF == 13 { return true }
        return (error.userInfo[NSUnderlyingErrorKey] as? any Error).map(isCause) ?? false
    }

    private static func isFull(_ code: Int32) -> Bool { code == ENOSPC || code == EDQUOT }

    /// What to do after a migration ended with a cause for want of space, and what is with the store.
    static func advice(after cause: MigrationError.Cause) -> String {
        switch cause {
        // Both come before anything is written.
        case .store(.unreadable), .backup(.failed):
            "Free some space on its volume, and start again. Nothing was changed."
        case .journal(.notWritten), .backup(.restoreFailed):
            "Free some space on its volume, and start again: the next launch goes on from where this one came to."
        default: "Free some space on its volume, and start again."
        }
    }
}
