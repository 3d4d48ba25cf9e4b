import PermafrostModel
import PermafrostSource

/// PF0251: A model class isn't in any version or container.
struct UnlistedModel: ProjectRule {
    static let needs: Set<Fact> = [.code]
    static let page = RulePage(
        code: "PF0251", name: "UnlistedModel", severity: .warning,
        summary: "A class with @Model isn't listed in any version or container.",
        failure: """
            No store has an entity for the class. Code that inserts or fetches its objects fails when it runs, and not \
            when it is compiled. If the class was left out of a new version by mistake, the migration to that version \
            deletes its rows.
            """,
        fix: """
            List the class in a new version of the plan, or in the container if there is no plan. If a listed model \
            refers to the class with a relationship, you don't have to list the class. If no code uses the class, \
            delete it. If a version lists a different class with the same name, replace the class with a typealias for \
            that class.
            """,
        reads: ["the classes with @Model", "the lists of the versions and containers"],
        source: .reports([
            "https://chanhi2000.github.io/bookshelf/hackingwithswift.com/swiftdata/common-swiftdata-errors-and-their-solutions.html",
            "https://github.com/marmos91/cubbit-ds3-drive/pull/142",
        ]),
        assumption: "It assumes that code uses the class.",
        examples: (
            reported: .app("@Model final class Draft { var text: String? }"),
            accepted: .app(
                """
                @Model final class Draft { var text: String? }
                func openDrafts() throws -> ModelContainer { try ModelContainer(for: Draft.self) }
                """)
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        let newest = facts.groups.filter(\.hasPlan).compactMap(\.newest)
        return facts.code.unlistedModels.map { model in
            if let other = model.namesake { return finding(about: model, other) }
            let place =
                newest.count == 1
                ? "\(newest[0].typeName), or in a new version if \(newest[0].name) has shipped"
                : newest.isEmpty ? "the container" : "a version of its plan"
            return finding(
                .init(
                    what: "No version or container lists the @Model class \(model.name)",
                    affected:
                        "code that uses \(model.name). No store has an entity for the class, so inserts and fetches "
                        + "fail",
                    fix: "List \(model.name) in \(place), or delete the class if nothing uses it"),
                at: model.location)
        }
    }

    private func finding(about model: UnlistedClass, _ other: UnlistedClass.Namesake) -> Finding {
        finding(
            .init(
                what: "No version or container lists the @Model class \(model.name), because \(other.version) lists a "
                    + "different class with that name, \(other.name)",
                affected:
                    "code that uses \(model.name). The store's entity belongs to \(other.name), so inserts and fetches of "
                    + "the other class fail or find no rows",
                fix:
                    "Use \(other.name), for example by replacing the class with typealias \(model.name) = \(other.name)"
            ),
            at: model.location)
    }
}
