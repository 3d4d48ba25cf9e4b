import Foundation
import PermafrostStore

/// The text that describes an error's cause: the problem and the fix.
protocol CauseText {
    /// The problem, as one or more sentences.
    var what: String { get }
    /// The fix, the state of the store, or both. Nil if the cause doesn't determine them.
    var next: String? { get }
}

extension MigrationError.Cause.Store: CauseText {
    var what: String {
        switch self {
        case .openingFailed: "the store couldn't be opened."
        case .unreadable(let reason): "the store can't be read. \(reason)"
        case .protected: "the store's data is protected: the system doesn't allow the app to read the store now."
        case .notAFile: "the item at the store's path isn't a file."
        case .notAStore: "the file isn't a SwiftData or Core Data store."
        case .damaged(let report): "the store is damaged: \(report)."
        case .readOnlyFolder(let path): "the folder \(path) can't be written to."
        case .notEnoughSpace(let needed, let available):
            "\(needed) bytes are needed on the store's volume, but only \(available) are free."
        case .replacementFailed: "the store couldn't be replaced."
        }
    }

    var next: String? {
        switch self {
        case .openingFailed:
            "Look for the reason in the error's underlying property, and open the store again. If it fails again, restore "
                + "a backup, or export the store's files for support."
        case .unreadable: "Make sure that the app can read the store at this URL, and open it again."
        case .protected:
            "Open the store again after the device is unlocked (UIApplication.protectedDataDidBecomeAvailableNotification). "
                + "Nothing was changed."
        case .notAFile: "Pass the URL of a store that the app can read."
        case .notAStore: "Pass the URL of a store. Nothing was changed."
        case .damaged: "Restore the store from a backup. Nothing was changed."
        case .readOnlyFolder: "Make the folder writable, or move the store to a writable folder. Nothing was changed."
        case .notEnoughSpace: "Free space on the store's volume, and try again. Nothing was changed."
        case .replacementFailed:
            "Make sure that the store's folder is writable and its volume has free space, and open the store again."
        }
    }
}

extension MigrationError.Cause.Version: CauseText {
    var what: String {
        switch self {
        case .foreign(let entities):
            "the store belongs to another app: none of its entities (\(entities.joined(separator: ", "))) are in the plan."
        case .unknown(let nearest):
            "the store matches no version of the plan." + (nearest.map { " The most similar version is \($0)." } ?? "")
        case .retired(let retired):
            "the store has version \(retired.version), which the app no longer migrates"
                + (retired.lastRelease.map { " (the last release that does is \($0))." } ?? ".")
        case .newer(let store, let wanted): "the store has version \(store), which is newer than \(wanted)."
        }
    }

    var next: String? {
        switch self {
        case .foreign: "Open the store with the app that made the store. Nothing was changed."
        case .unknown:
            "Add the store's version to the plan; `permafrost drift` shows how the store differs. Nothing was changed."
        case .retired:
            "Keep the file, copy it for the user (SafeModelContainer.export), or begin with an empty store "
                + "(SafeModelContainer.setAside). Nothing was changed."
        case .newer: "Open the store with the newer app. Nothing was changed."
        }
    }
}

extension MigrationError.Cause.Plan: CauseText {
    var what: String {
        switch self {
        case .invalid(let findings): "the plan can't be run. \(findings.joined(separator: " "))"
        case .noPath(let from, let to): "no stages migrate from \(from) to \(to)."
        }
    }

    var next: String? {
        switch self {
        case .invalid: "Correct the plan; plan.validate() lists its problems."
        case .noPath: "Add the missing stages to the plan. Nothing was changed."
        }
    }
}

extension MigrationError.Cause.Stage: CauseText {
    var what: String {
        switch self {
        case .operationFailed: "the operation failed."
        case .assertionFailed(let found): "the assertion failed: \(found)."
        case .rowsMerged(let count):
            (count == 1 ? "one built row was" : "\(count) built rows were")
                + " merged into another row, because both rows have the same unique value."
        case .valueLost(let count):
            count == 1 ? "one captured value wasn't restored." : "\(count) captured values weren't restored."
        }
    }

    var next: String? {
        switch self {
        case .operationFailed, .assertionFailed: nil
        case .rowsMerged: "Give every built row unique values that no other row has."
        case .valueLost:
            "Restore the captured values in the stage, or don't capture values that the stage doesn't need."
        }
    }
}

extension MigrationError.Cause.Hook: CauseText {
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

extension MigrationError.Cause.Backup: CauseText {
    var what: String {
        switch self {
        case .failed: "the backup couldn't be made."
        case .damaged: "the backup was changed or damaged after it was made."
        case .restoreFailed: "the store couldn't be restored."
        case .missing: "the store has no intact backup, so it wasn't restored."
        }
    }

    var next: String? {
        switch self {
        case .failed: "Nothing was changed."
        case .damaged: "The backup didn't replace the store. Look for an older backup next to the damaged backup."
        case .restoreFailed: "Permafrost tries again when the app next opens the store."
        case .missing:
            "The store is unchanged. Export its files with MigrationLaunch.export(to:), or use another of the failure's "
                + "remedies."
        }
    }
}

extension MigrationError.Cause.Journal: CauseText {
    var what: String {
        switch self {
        case .damaged(let path, let reason): "the migration's journal \(path) can't be read. \(reason)"
        case .version(let path, let found, let known):
            "the migration's journal \(path) has format \(found), but this app reads only format \(known)."
        case .notWritten(let path): "the migration's journal \(path) couldn't be written."
        }
    }

    var next: String? {
        switch self {
        case .damaged:
            "Restore a backup (SafeModelContainer.restore), or begin with an empty store (SafeModelContainer.setAside). "
                + "Nothing was changed."
        case .version: "Open the store with the app that began the migration. Nothing was changed."
        case .notWritten: "Open the store again, so that Permafrost continues the migration."
        }
    }
}

extension MigrationError.Cause.Busy: CauseText {
    var what: String {
        switch self {
        case .inUse:
            "the store is in use: this app, a widget or another process has opened it, or is migrating or restoring it."
        case .migrationInProgress: "a migration was started during another migration."
        }
    }

    var next: String? {
        switch self {
        case .inUse: "Close every container of the store, including this app's, and try again. Nothing was changed."
        case .migrationInProgress: "Open the other store before or after the migration, not in a hook or an operation."
        }
    }
}
