import Foundation
import PermafrostStore

/// The text of an error's cause: the problem, and the fix.
protocol CauseWords {
    /// The problem, as one sentence.
    var what: String { get }
    /// The fix, as one sentence; nil if the underlying error contains it.
    var next: String? { get }
}

extension MigrationError.Cause.Store: CauseWords {
    var what: String {
        switch self {
        case .openingFailed: "the store could not be opened."
        case .unreadable(let reason): "the store cannot be read. \(reason)"
        case .protected: "the store's data is protected: the system doesn't allow the app to read it now."
        case .notAFile: "what is at the store's path is not a file."
        case .notAStore: "the file is not a SQLite database."
        case .damaged(let report): "the store is damaged: \(report)."
        case .readOnlyFolder(let path): "the folder \(path) cannot be written to."
        case .notEnoughSpace(let needed, let available):
            "the migration needs \(needed) bytes beside the store, and \(available) are free."
        case .replacementFailed: "the migrated copy could not take the store's place."
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

extension MigrationError.Cause.Version: CauseWords {
    var what: String {
        switch self {
        case .foreign(let entities):
            "the store is of another app: it holds \(entities.joined(separator: ", ")), none of them in the plan."
        case .unknown(let nearest):
            "the store is of no version of the plan." + (nearest.map { " The most similar version is \($0)." } ?? "")
        case .newer(let store, let wanted): "the store is of version \(store), newer than \(wanted)."
        }
    }

    var next: String? {
        switch self {
        case .foreign: "Open it with the app that made it. Nothing was changed."
        case .unknown:
            "Add the version that it is of to the plan: `permafrost drift` says what differs. Nothing was changed."
        case .newer: "Open it with the newer app. Nothing was changed."
        }
    }
}

extension MigrationError.Cause.Plan: CauseWords {
    var what: String {
        switch self {
        case .invalid(let findings): "the plan cannot be run. \(findings.joined(separator: " "))"
        case .noPath(let from, let to): "no stages lead from \(from) to \(to)."
        }
    }

    var next: String? {
        switch self {
        case .invalid: "Correct the plan; plan.validate() lists what is wrong with it."
        case .noPath: "Add the missing stages to the plan. Nothing was changed."
        }
    }
}

extension MigrationError.Cause.Stage: CauseWords {
    var what: String {
        switch self {
        case .operationFailed: "the operation failed."
        case .assertionFailed(let found): "the assertion does not hold: \(found)."
        case .valueLost(let count):
            count == 1 ? "one captured value was not restored." : "\(count) captured values were not restored."
        }
    }

    var next: String? {
        switch self {
        case .operationFailed, .assertionFailed: nil
        case .valueLost: "Restore the values in the stage, or do not capture them."
        }
    }
}

extension MigrationError.Cause.Hook: CauseWords {
    var what: String {
        switch self {
        case .preMigrationFailed: "the hook before the migration failed."
        case .postMigrationFailed: "the hook after the migration failed."
        }
    }

    var next: String? {
        switch self {
        case .preMigrationFailed, .postMigrationFailed: nil
        }
    }
}

extension MigrationError.Cause.Backup: CauseWords {
    var what: String {
        switch self {
        case .failed: "the store could not be backed up."
        case .damaged: "the backup is not what it was when it was made."
        case .restoreFailed: "the store could not be put back."
        }
    }

    var next: String? {
        switch self {
        case .failed: "Nothing was changed."
        case .damaged: "The store was left as it is. Look for an older backup beside it."
        case .restoreFailed: "The next launch tries it again."
        }
    }
}

extension MigrationError.Cause.Journal: CauseWords {
    var what: String {
        switch self {
        case .damaged(let path, let reason): "the migration's journal \(path) cannot be read. \(reason)"
        case .version(let path, let found, let known):
            "the migration's journal \(path) is of format \(found); this app knows \(known)."
        case .notWritten(let path): "the migration's journal \(path) could not be written."
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

extension MigrationError.Cause.Busy: CauseWords {
    var what: String {
        switch self {
        case .inUse: "the store is in use: this app, a widget or another process has it open, or is migrating it."
        case .migrationInProgress: "a migration was started from within another one."
        }
    }

    var next: String? {
        switch self {
        case .inUse: "Close every container of it, those of this app too, and try again. Nothing was changed."
        case .migrationInProgress: "Open the other store before or after the migration, not in a hook or an operation."
        }
    }
}

extension MigrationError {
    /// Functions for errors of a full volume, whichever API threw them.
    enum FullDisk {
        /// Returns whether an error, or an error that caused it, reports a full disk.
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

        /// Returns the advice after a migration failed because the disk was full, with the state of the store.
        static func advice(after cause: MigrationError.Cause) -> String {
            switch cause {
            // These errors are thrown before anything is written.
            case .store(.unreadable), .backup(.failed):
                "Free some space on its volume, and start again. Nothing was changed."
            case .journal(.notWritten), .backup(.restoreFailed):
                "Free some space on its volume, and start again: the next launch goes on from where this one came to."
            default: "Free some space on its volume, and start again."
            }
        }
    }
}
