/// What a cause says, and what to do about it.
struct MigrationCauseWording {
    let cause: MigrationError.Cause

    /// What happened, as one sentence.
    var what: String {
        switch cause {
        case .openingFailed: "the store could not be opened."
        case .operationFailed: "the operation failed."
        case .assertionFailed(let found): "the assertion does not hold: \(found)."
        case .valueLost(let count):
            count == 1 ? "one captured value was not restored." : "\(count) captured values were not restored."
        case .preMigrationFailed: "the hook before the migration failed."
        case .postMigrationFailed: "the hook after the migration failed."
        case .cancelled: "the migration was cancelled."
        case .migrationInProgress: "a migration was started from within another one."
        case .invalidPlan(let findings): "the plan cannot be run. \(findings.joined(separator: " "))"
        case .unreadable(let reason): "the store cannot be read. \(reason)"
        case .notAFile: "what lies at the store's place is not a file."
        case .notAStore: "the file is not a SQLite database."
        case .damaged(let report): "the store is damaged: \(report)."
        case .foreignStore(let entities):
            "the store is of another app: it holds \(entities.joined(separator: ", ")), none of them in the plan."
        case .unknownVersion(let nearest):
            "the store is of no version of the plan." + (nearest.map { " The most alike is \($0)." } ?? "")
        case .newerStore(let store, let wanted): "the store is of version \(store), newer than \(wanted)."
        case .noPath(let from, let to): "no stages lead from \(from) to \(to)."
        case .readOnlyFolder(let path): "the folder \(path) cannot be written to."
        case .notEnoughSpace(let needed, let available):
            "the migration needs \(needed) bytes beside the store, and \(available) are free."
        case .backupFailed: "the store could not be backed up."
        case .backupDamaged: "the backup is not what it was when it was made."
        case .restoreFailed: "the store could not be put back."
        case .journalDamaged(let path, let reason): "the migration's journal \(path) cannot be read. \(reason)"
        case .journalVersion(let path, let found, let known):
            "the migration's journal \(path) is of format \(found); this app knows \(known)."
        case .journalNotWritten(let path): "the migration's journal \(path) could not be written."
        case .busy: "the store is in use: this app, a widget or another process has it open, or is migrating it."
        case .replacementFailed: "the migrated copy could not take the store's place."
        }
    }

    /// What to do next; nil where the cause below says it.
    var next: String? {
        switch cause {
        case .openingFailed, .operationFailed, .assertionFailed, .preMigrationFailed, .postMigrationFailed: nil
        case .valueLost: "Restore the values in the stage, or do not capture them."
        case .cancelled: "Start it again at any time."
        case .migrationInProgress: "Open the other store before or after the migration, not in a hook or an operation."
        case .invalidPlan: "Correct the plan; plan.validate() lists what is wrong with it."
        case .unreadable, .notAFile: "Give the place of a store that the app may read."
        case .notAStore: "Give the place of a store. Nothing was changed."
        case .damaged: "Restore it from a backup. Nothing was changed."
        case .foreignStore: "Open it with the app that made it. Nothing was changed."
        case .unknownVersion:
            "Add the version that it is of to the plan: `permafrost drift` tells what differs. Nothing was changed."
        case .newerStore: "Open it with the newer app. Nothing was changed."
        case .noPath: "Add the missing stages to the plan. Nothing was changed."
        case .readOnlyFolder: "Make it writable, or open the store without a migration. Nothing was changed."
        case .notEnoughSpace: "Free some space and start again. Nothing was changed."
        case .backupFailed: "Nothing was changed."
        case .backupDamaged: "The store was left as it is. Look for an older backup beside it."
        case .restoreFailed: "The next launch tries it again."
        case .journalDamaged:
            "Look at the store and its backups, then remove the journal. Nothing was changed."
        case .journalVersion: "Open the store with the app that began the migration. Nothing was changed."
        case .journalNotWritten: "Start again: the next launch goes on from where this one came to."
        case .busy: "Close every container of it, those of this app too, and try again. Nothing was changed."
        case .replacementFailed: "See that its folder can be written to and that its volume has space, and start again."
        }
    }
}
