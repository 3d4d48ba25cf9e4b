extension MigrationError.Cause {
    /// Which hook of the plan threw: see ``MigrationPlan``.
    public enum Hook: Sendable, Hashable {
        /// The hook before the migration threw.
        case preMigrationFailed
        /// The hook after the migration threw.
        case postMigrationFailed
    }
}

extension MigrationError.Cause.Hook: CauseWords {
    var what: String {
        switch self {
        case .preMigrationFailed:
            "the hook before the migration failed."
        case .postMigrationFailed:
            "the hook after the migration failed."
        }
    }

    var next: String? {
        switch self {
        case .preMigrationFailed, .postMigrationFailed: nil
        }
    }
}
