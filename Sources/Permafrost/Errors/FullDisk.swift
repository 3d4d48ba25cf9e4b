import Foundation
import PermafrostStore

/// Functions that recognize the full-disk errors of POSIX, Cocoa, SQLite and Core Data, and describe the fix.
enum FullDisk {
    /// Returns whether an error, or an error that caused it, reports a full disk.
    static func isCause(of error: any Error) -> Bool {
        switch error {
        case let error as MigrationError: return error.underlying.map(isCause) ?? false
        case let error as FailedRollback: return isCause(of: error.reason)
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

    /// Returns the fix for a migration that failed because the disk was full. If the cause proves that nothing was
    /// changed, or that the next launch continues, the text says so.
    static func advice(after cause: MigrationError.Cause) -> String {
        switch cause {
        // These errors are thrown before anything is written.
        case .store(.unreadable), .backup(.failed):
            "Free space on the store's volume, and open the store again. Nothing was changed."
        case .journal(.notWritten), .backup(.restoreFailed):
            "Free space on the store's volume, and open the store again, so that Permafrost continues."
        default: "Free space on the store's volume, and open the store again."
        }
    }
}
