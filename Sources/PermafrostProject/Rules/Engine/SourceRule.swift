import PermafrostModel
import PermafrostSource

/// A rule that checks sources and can't be checked with models only.
protocol SourceRule: Rule {
    /// - Parameter input: the information to check.
    init(input: LintInput)
}

extension SourceRule {
    /// Returns a finding about a group's plan, or about code that opens or copies stores.
    func finding(
        _ message: Finding.Message, severity: Finding.Severity? = nil, in group: LintGroup? = nil,
        at location: SourceLocation
    ) -> Finding {
        Finding(Self.page, message, severity: severity, group: group?.name, at: location)
    }
}

extension SourceIssue.Problem {
    /// Whether a lint rule reports the problem with its own code.
    var isReportedByLint: Bool {
        switch self {
        case .namesake, .unstorable, .unlistedParent: true
        default: false
        }
    }
}

extension LintGroup {
    /// The issues with the group's versions, once for each location, with the affected versions.
    var placedIssues: [(issue: SourceIssue, versions: [SchemaVersion])] {
        var found: [(issue: SourceIssue, versions: [SchemaVersion])] = []
        var indexes: [SourceIssue: Int] = [:]
        for declared in versions {
            for issue in declared.issues where issue.problem.isReportedByLint {
                if let index = indexes[issue] {
                    found[index].versions.append(declared.schemaVersion)
                } else {
                    indexes[issue] = found.count
                    found.append((issue, [declared.schemaVersion]))
                }
            }
        }
        return found
    }
}
