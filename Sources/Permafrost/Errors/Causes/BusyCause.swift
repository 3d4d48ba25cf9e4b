extension MigrationError.Cause {
    /// Who else works on the store.
    public enum Busy: Sendable, Hashable {
        /// The store is in use, and has not been free in time: a container has it open, of this process or of another one such as a
        /// widget, or another process is migrating it.
        case inUse
        /// A migration was started by the code of another one.
        case migrationInProgress
    }
}

extension MigrationError.Cause.Busy: CauseWords {
    var what: String {
        switch self {
        case .inUse:
            "the store is in use: this app, a widget or another process has it open, or is migrating it."
        case .migrationInProgress:
            "a migration was started from within another one."
        }
    }

    var next: String? {
        switch self {
        case .inUse: "Close every container of it, those of this app too, and try again. Nothing was changed."
        case .migrationInProgress: "Open the other store before or after the migration, not in a hook or an operation."
        }
    }
}
