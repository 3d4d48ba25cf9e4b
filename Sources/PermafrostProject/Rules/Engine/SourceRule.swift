import PermafrostModel
import PermafrostSource

/// A rule that needs information from sources in addition to the models.
protocol SourceRule: Rule {
    /// Creates the rule for the groups and code in `input`.
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
    /// The issues with the group's versions that lint rules report. Each issue is listed once, with all versions that
    /// have it.
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
