import PermafrostModel
import PermafrostSource

/// The reason that a branch's versions aren't renumbered. Nothing is written.
package enum RenumberingError: Error, Sendable, Hashable {
    /// The reason that there is nothing to renumber.
    package enum Reason: Sendable, Hashable {
        /// The branch already contains the other branch.
        case merged
        /// The branch adds no version to the plan.
        case noOwnVersion
        /// The other branch adds no version to the plan.
        case noOtherVersion
        /// The branch's first version already has a higher number than the other branch's newest version. The values
        /// are both numbers.
        case later(version: String, than: String)
    }

    /// The branches don't add overlapping versions to the plan.
    case nothingToRenumber(plan: String, Reason)
    /// The project has versions but no plan that lists them.
    case noPlan
    /// The other branch doesn't declare the plan.
    case noOtherPlan(String)
    /// A version of the branch isn't frozen, so `new-version` without this option can add it again.
    case notFrozen(schema: String, version: String, SourceLocation)
    /// A version of the branch was edited after it was frozen. `change` is the first difference.
    case drifted(schema: String, version: String, change: String, SourceLocation)
    /// A version of the branch has shipped. `release` is the release tag or the recorded release.
    case shipped(schema: String, version: String, release: String)
    /// The other branch's sources can't be read. The value is the first issue.
    case unreadable(SourceIssue)
    /// git is merging or rebasing.
    case inProgress(String)
    /// Both branches changed a declaration differently.
    case conflict(RenumberingDraft.BranchConflict)
    /// The fixture tree is outside the project's folder, so it isn't edited together with the sources.
    case treeOutside(path: String)
    /// The other branch has retired a version that this branch still declares.
    case retired(version: String, plan: String)
    /// After the renumbering, the gate would report this finding.
    case wouldFail(Finding)
}
