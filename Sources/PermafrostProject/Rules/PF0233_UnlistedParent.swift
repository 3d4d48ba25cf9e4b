import PermafrostModel
import PermafrostSource

/// PF0233: A version lists a subclass but not the model class that it inherits from.
struct UnlistedParent: ProjectRule {
    static let needs: Set<Fact> = []
    static let page = RulePage(
        code: "PF0233", name: "UnlistedParent", severity: .warning,
        summary: "A version lists a subclass, but not its superclass.",
        failure: """
            The rows of a subclass are in the table of its superclass. SwiftData includes the classes in the list, and \
            the classes that their relationships refer to. Apple doesn't document whether SwiftData also finds \
            superclasses, and developers report apps that crash when the schema is made. Permafrost and its SwiftData \
            on Linux add the superclass; this isn't verified on Apple's platforms.
            """,
        fix: "List the superclass too. The version hashes don't change.",
        reads: ["the classes that the version lists", "their superclasses"],
        source: .inference,
        assumption: "It assumes that SwiftData doesn't find the superclass of a listed class.",
        examples: (
            reported: .file(
                """
                enum AppV1: VersionedSchema {
                    static let versionIdentifier = Schema.Version(1, 0, 0)
                    static var models: [any PersistentModel.Type] { [Dog.self] }
                    @Model class Animal { var name: String? }
                    @Model final class Dog: Animal { var tricks: Int? }
                }
                """),
            accepted: .file(
                """
                enum AppV1: VersionedSchema {
                    static let versionIdentifier = Schema.Version(1, 0, 0)
                    static var models: [any PersistentModel.Type] { [Animal.self, Dog.self] }
                    @Model class Animal { var name: String? }
                    @Model final class Dog: Animal { var tricks: Int? }
                }
                """)
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        facts.groups.flatMap { group in
            group.placedIssues.compactMap { issue, versions -> Finding? in
                guard case .unlistedParent(let model, let parent) = issue.problem, let version = versions.last else {
                    return nil
                }
                let titles = versions.map(\.title).joined(separator: ", ")
                return finding(
                    .init(
                        what:
                            "\(titles) \(versions.count == 1 ? "lists" : "list") \(model), but not its superclass \(parent)",
                        affected: "all users, as developers report. The app may end when the schema is made",
                        fix: "Add \(parent).self to the list of models. The version hashes don't change"),
                    in: group.rules, about: version, at: issue.location)
            }
        }
    }
}
