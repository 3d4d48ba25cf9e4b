import PermafrostModel
import PermafrostSource

/// A rule that needs information from sources in addition to the models.
protocol SourceRule: Rule {
    /// Creates the rule for the groups and code in `input`.
    init(input: LintInput)
}

extension SourceRule {
    /// Returns this rule's finding about code that doesn't belong to a version, such as a plan or a container.
    func finding(
        _ message: Finding.Message, severity: Finding.Severity? = nil, in group: LintGroup? = nil,
        at location: SourceLocation
    ) -> Finding {
        Finding(Self.page, message, severity: severity, group: group?.name, at: location)
    }
}

extension SourceIssue.Problem {
    /// Whether a specific lint rule reports the problem, such as PF0229 for a namesake. PF0120 reports all other
    /// problems.
    var isReportedByLint: Bool {
        switch self {
        case .namesake, .unstorable, .unlistedParent: true
        default: false
        }
    }
}

extension LintGroup {
    /// The issues in the group's versions that specific lint rules report. Each issue occurs once, with all versions
    /// that have it.
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
