extension MigrationError.Cause {
    /// What failed in a stage of the plan.
    public enum Stage: Sendable, Hashable {
        /// An operation or a stage's hook threw.
        case operationFailed
        /// An assertion does not hold: what was found.
        case assertionFailed(found: String)
        /// A value was captured, and nothing restored it.
        case valueLost(count: Int)
    }
}

extension MigrationError.Cause.Stage: CauseWords {
    var what: String {
        switch self {
        case .operationFailed:
            "the operation failed."
        case .assertionFailed(let found):
            "the assertion does not hold: \(found)."
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
