import PermafrostModel
import PermafrostSource

/// A rule over what only sources show.
protocol SourceRule: Rule {
    /// - Parameter input: what it looks at.
    init(input: LintInput)
}

extension SourceRule {
    /// A finding about a group's plan, or about code that opens or copies stores.
    func finding(
        _ words: Finding.Words, severity: Finding.Severity? = nil, in group: LintGroup? = nil,
        at location: SourceLocation
    ) -> Finding {
        Finding(Self.page, words, severity: severity, group: group?.name, at: location)
    }
}

extension SourceIssue.Problem {
    /// Whether a rule of lint reports it under a code of its own.
    var isOfLint: Bool {
        switch self {
        case .namesake, .unstorable, .unlistedParent: true
        default: false
        }
    }
}

extension LintGroup {
    /// What the reader found in the group's versions, each place once, with the versions concerned.
    var placedIssues: [(issue: SourceIssue, versions: [SchemaVersion])] {
        var found: [(issue: SourceIssue, versions: [SchemaVersion])] = []
        var indexes: [SourceIssue: Int] = [:]
        for declared in versions {
            for issue in declared.issues where issue.problem.isOfLint {
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
