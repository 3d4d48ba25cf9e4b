import PermafrostModel
import PermafrostSource

/// PF0229: A relationship refers to a class outside the version, but the version lists another class with the same
/// name.
struct Namesake: SourceRule {
    static let page = RulePage(
        code: "PF0229", name: "Namesake", severity: .warning,
        summary: "A relationship means a class outside the version, and the version lists another class of that name.",
        failure: """
            An entity has one name, and one class for it: the first that claims the name, for as long as the process runs. A \
            fetch through the other class then traps, and so does reading the relationship. With some relatives frozen and some \
            not, making the schema may end with "Inverse Relationship does not exist". Apple's documentation is silent on it: \
            the hashes of such a version are assumed.
            """,
        fix: """
            Give the version its own copy of the class that has the relationship, nested in the version's type, so that both \
            sides of every relationship belong to one version.
            """)

    let input: LintInput

    func findings(in context: RuleContext) -> [Finding] {
        input.groups.flatMap { group in
            group.versions.flatMap { declared in
                let version = declared.schemaVersion
                return declared.issues.compactMap { issue -> Finding? in
                    guard let words = Self.words(issue.problem, in: version.title) else { return nil }
                    return finding(words, in: group.rules, about: version, at: issue.location)
                }
            }
        }
    }

    /// Returns the message about a namesake; nil for another problem.
    static func words(_ problem: SourceIssue.Problem, in version: String = "The version") -> Finding.Words? {
        guard case .namesake(let model, let property, let meant, let place, let listed) = problem else { return nil }
        return .init(
            what: "\(model).\(property) means \(meant) (\(place)); \(version) lists \(listed), which is the entity",
            affected: "Every user of that version: a fetch through \(meant) ends the app if \(listed) came first",
            fix: "Nest a copy of \(model) beside \(listed), so that \(property) means \(listed)")
    }
}
