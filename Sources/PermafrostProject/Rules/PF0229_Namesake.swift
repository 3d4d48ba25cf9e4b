import PermafrostModel
import PermafrostSource

/// PF0229: A relationship refers to a class outside of the version, and the version lists a different class with the
/// same name.
struct Namesake: ProjectRule {
    static let needs: Set<Fact> = []
    static let page = RulePage(
        code: "PF0229", name: "Namesake", severity: .warning,
        summary:
            "A relationship's destination is a class outside the version, and the version lists a different class with that name.",
        failure: """
            In a process, SwiftData connects an entity name to the first class with that name. If the app then fetches \
            objects of the other class, or reads the relationship, it crashes. Making the schema may also fail with \
            "Inverse Relationship does not exist". Apple doesn't document this, so the hashes of such a version aren't \
            verified.
            """,
        fix: """
            In the version's type, nest a copy of the class that has the relationship. Both sides of every relationship then \
            belong to the same version.
            """,
        reads: ["the classes that the version lists", "the destinations of their relationships"],
        source: .fix("https://github.com/dashpay/platform/pull/4644"),
        assumption: "It assumes that both classes are used in one process.",
        examples: (
            reported: .file(
                """
                enum AppV1: VersionedSchema {
                    static let versionIdentifier = Schema.Version(1, 0, 0)
                    static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }
                    @Model final class Folder { var name: String? }
                }

                @Model final class Note { var folder: Folder? }
                @Model final class Folder { var name: String?; var size: Int? }
                """),
            accepted: .file(
                """
                enum AppV1: VersionedSchema {
                    static let versionIdentifier = Schema.Version(1, 0, 0)
                    static var models: [any PersistentModel.Type] { [Note.self, Folder.self] }
                    @Model final class Folder { var name: String? }
                }

                @Model final class Note { var folder: AppV1.Folder? }
                @Model final class Folder { var name: String?; var size: Int? }
                """)
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        facts.groups.flatMap { group in
            group.versions.flatMap { declared in
                let version = declared.schemaVersion
                return declared.issues.compactMap { issue -> Finding? in
                    guard let message = Self.message(issue.problem, in: version.title) else { return nil }
                    return finding(message, in: group.rules, about: version, at: issue.location)
                }
            }
        }
    }

    /// Returns the message about a namesake, or nil for any other problem.
    static func message(_ problem: SourceIssue.Problem, in version: String = "The version") -> Finding.Message? {
        guard case .namesake(let model, let property, let meant, let place, let listed) = problem else { return nil }
        return .init(
            what: "The destination of \(model).\(property) is \(meant) (\(place)), but \(version) lists \(listed)",
            affected: "all users of that version. A fetch of \(meant) ends the app if \(listed) was used first",
            fix: "Nest a copy of \(model) next to \(listed), so that the destination of \(property) is \(listed)")
    }
}
