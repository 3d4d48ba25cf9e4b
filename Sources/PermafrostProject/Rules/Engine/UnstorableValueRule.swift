import PermafrostModel
import PermafrostSource

/// A rule about values that SwiftData can't store.
protocol UnstorableValueRule: ProjectRule {
    /// Returns the message about a value, or nil if a different rule reports it.
    func message(_ value: Refused) -> Finding.Message?
    var facts: ProjectFacts { get }
}

/// A value that SwiftData can't store.
struct Refused {
    /// The value's path, such as `Trip.plan.due`.
    let path: String
    let type: String
    let reason: UnstorableValue
}

extension UnstorableValueRule {
    func findings(in context: RuleContext) -> [Finding] {
        facts.groups.flatMap { group in
            group.placedIssues.compactMap { issue, versions -> Finding? in
                guard case .unstorable(_, _, let path, let type, let reason) = issue.problem,
                    let version = versions.last,
                    let message = message(Refused(path: path, type: type, reason: reason))
                else { return nil }
                return finding(
                    message, severity: reason == .ownCode(.singleValue) ? .warning : nil, in: group.rules,
                    about: version,
                    at: issue.location)
            }
        }
    }
}
