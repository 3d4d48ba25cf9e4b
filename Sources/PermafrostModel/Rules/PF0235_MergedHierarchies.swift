/// PF0235: models without a common parent that get one in the newer version.
struct MergedHierarchies: StepRule {
    static let needs: Set<Fact> = [.steps]
    static let page = RulePage(
        code: "PF0235", name: "MergedHierarchies", severity: .error, gates: [.freeze, .lint, .plan],
        summary: "A version adds a common parent to models that had no common parent.",
        failure: """
            All models of a hierarchy share one table, and Core Data can't unite the rows of two tables. The migration \
            fails with "\(CoreDataFailure.mergedHierarchies.text)" (\(CoreDataFailure.mergedHierarchies.code)). A \
            custom stage fails too, because Core Data also infers the migration of a custom stage. The code and the \
            text are from Core Data's exception. It hasn't been verified that the app gets them in this form.
            """,
        fix: """
            Use two versions. In the first, add new models below the parent, and copy the rows of the old models in the \
            didMigrate of a custom stage. In the second, remove the old models. Or keep the models separate.
            """,
        reads: ["the models of both versions"],
        source: .lightweightMigration,
        examples: (
            reported: .change(
                from: "@Model final class Note { var a: Int? }\n@Model final class Task { var a: Int? }",
                to: """
                    @Model class Item { var a: Int? }
                    @Model final class Note: Item {}
                    @Model final class Task: Item {}
                    """),
            accepted: .change(
                from: "@Model final class Note { var a: Int? }\n@Model final class Task { var a: Int? }",
                to: """
                    @Model class Item { var a: Int? }
                    @Model final class Note: Item {}
                    @Model final class Task { var a: Int? }
                    """)
        ))

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.changes(.mergedHierarchies).map { judged in
            let change = judged.change
            let names = (change.before ?? "").split(separator: ",").map { $0.trimmingPrefix(" ") }
            let listed = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
            return finding(
                .init(
                    what:
                        "\(listed) had no common parent in \(step.from.title), but share \(change.subject) in \(step.to.title)",
                    affected:
                        "users with a \(step.from.name) store. The migration fails with \(CoreDataFailure.mergedHierarchies.quotation)",
                    fix: group.isModelFile
                        ? "Keep the entities separate, or add new entities below the parent and fill these with a "
                            + "mapping model"
                        : "Add new models below the parent, copy the rows in a custom stage, and remove the old models in the next version"
                ), in: step, of: group, about: judged)
        }
    }
}
