extension MigrationError.Cause {
    /// Why the plan cannot be run.
    public enum Plan: Sendable, Hashable {
        /// It cannot be run with any store: its findings, each as one sentence.
        case invalid([String])
        /// No stage continues from the store's version.
        case noPath(from: String, to: String)
    }
}

extension MigrationError.Cause.Plan: CauseWords {
    var what: String {
        switch self {
        case .invalid(let findings):
            "the plan cannot be run. \(findings.joined(separator: " "))"
        case .noPath(let from, let to):
            "no stages lead from \(from) to \(to)."
        }
    }

    var next: String? {
        switch self {
        case .invalid: "Correct the plan; plan.validate() lists what is wrong with it."
        case .noPath: "Add the missing stages to the plan. Nothing was changed."
        }
    }
}
