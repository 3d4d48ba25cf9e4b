import PermafrostModel
import PermafrostSource

/// PF0244: A relationship connects models in different configurations of a container.
///
/// Core Data's documentation says that relationships can't connect objects in different stores. SwiftData's handling of
/// such a schema isn't verified.
struct RelationshipAcrossStores: ProjectRule {
    static let needs: Set<Fact> = [.code]
    static let page = RulePage(
        code: "PF0244", name: "RelationshipAcrossStores", severity: .warning,
        summary: "A relationship connects models that different configurations of a container list.",
        failure: """
            A relationship can't connect objects in different stores. Core Data throws an exception when code sets \
            such a relationship. Since a schema includes all models that its classes refer to, SwiftData may instead \
            put both models in the store of the first configuration, and leave the other store empty.
            """,
        fix: """
            List both models in the same configuration. If they belong in different stores, remove the relationship and keep the \
            other object's identifier in an attribute.
            """,
        reads: ["the models of each configuration", "their relationships"],
        source: .inference,
        assumption: "It assumes that SwiftData has Core Data's limits for relationships between stores.",
        examples: (
            reported: .app(
                """
                let container = try ModelContainer(
                    for: Owner.self, Dog.self,
                    configurations: ModelConfiguration("Owners", schema: Schema([Owner.self])),
                    ModelConfiguration("Dogs", schema: Schema([Dog.self])))
                @Model final class Owner { var name: String? }
                @Model final class Dog { var owner: Owner? }
                """),
            accepted: .app(
                """
                let container = try ModelContainer(
                    for: Owner.self, Dog.self,
                    configurations: ModelConfiguration("Owners", schema: Schema([Owner.self])),
                    ModelConfiguration("Dogs", schema: Schema([Dog.self])))
                @Model final class Owner { var name: String? }
                @Model final class Dog { var owner: String? }
                """)
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        var reported: Set<SourceLocation> = []
        return facts.code.containers.filter(\.opensUsersStore).flatMap { container in
            container.crossings.filter { reported.insert($0.location).inserted }.map { crossing in
                finding(
                    .init(
                        what:
                            "\(crossing.model).\(crossing.property) refers to \(crossing.destination), which a different "
                            + "configuration of \(container.title) at \(container.location) lists",
                        affected: "all users. Objects in different stores can't be connected",
                        fix:
                            "List \(crossing.model) and \(crossing.destination) in the same configuration, or replace the "
                            + "relationship by an identifier"),
                    in: facts.code.planned(container.content), at: crossing.location)
            }
        }
    }
}
