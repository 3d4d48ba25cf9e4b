import PermafrostModel
import PermafrostSource

/// PF0233: A version lists a subclass but not the model class that it inherits from.
struct UnlistedParent: SourceRule {
    static let page = RulePage(
        code: "PF0233", name: "UnlistedParent", severity: .warning,
        summary: "A version lists a subclass and lacks the model class that it inherits from.",
        failure: """
            The rows of a subclass are in the table of its parent. SwiftData knows the classes in the list and those that their \
            relationships reach; that it finds a parent by its subclass alone is nowhere said, and developers report apps that end \
            when the schema is made. Permafrost, and its SwiftData on Linux, add the parent. This is assumed, not proven.
            """,
        fix: "List the parent beside its subclasses. The version hashes stay as they are.")

    let input: LintInput

    func findings(in context: RuleContext) -> [Finding] {
        input.groups.flatMap { group in
            group.placedIssues.compactMap { issue, versions -> Finding? in
                guard case .unlistedParent(let model, let parent) = issue.problem, let version = versions.last else {
                    return nil
                }
                let titles = versions.map(\.title).joined(separator: ", ")
                return finding(
                    .init(
                        what:
                            "\(titles) \(versions.count == 1 ? "lists" : "list") \(model) and not \(parent), which it "
                            + "inherits from",
                        affected: "Every user, as developers report: the app may end when the schema is made (assumed)",
                        fix: "Add \(parent).self to the list of models; the version hashes stay as they are"),
                    in: group.rules, about: version, at: issue.location)
            }
        }
    }
}
