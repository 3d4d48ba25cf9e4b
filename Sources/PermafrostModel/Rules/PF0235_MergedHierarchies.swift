/// PF0235: entities without a common parent that get one.
struct MergedHierarchies: StepRule {
    static let page = RulePage(
        code: "PF0235", name: "MergedHierarchies", severity: .error, gates: [.lint, .plan],
        summary: "A version gives a common parent to models that had none.",
        failure: """
            All models of a hierarchy share one table. Rows of two tables have the same primary keys, and no migration unites them: \
            it stops with "\(CoreDataFailure.mergedHierarchies.text)" (\(CoreDataFailure.mergedHierarchies.code)). A custom stage is a \
            lightweight migration with two hooks around it, and stops in the same way. The code is the one of Core Data's own \
            exception; that the app gets it in this form is assumed.
            """,
        fix: """
            Over two versions. In the first, add new models below the parent, and copy the rows of the old ones in the didMigrate \
            of a custom stage. In the second, remove the old models. Without new models, keep the old ones apart.
            """)

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.changes(.mergedHierarchies).map { judged in
            let change = judged.change
            let names = (change.before ?? "").split(separator: ",").map { $0.trimmingPrefix(" ") }
            let listed = names.dropLast().joined(separator: ", ") + " and " + (names.last ?? "")
            return finding(
                .init(
                    what:
                        "\(listed) had no common parent in \(step.from.title), and share \(change.subject) in \(step.to.title)",
                    affected:
                        "Users at \(step.from.name): the migration stops with \(CoreDataFailure.mergedHierarchies.quotation)",
                    fix: group.isModelFile
                        ? "Keep them apart, or add new entities below the parent and fill them by a mapping model"
                        : "Add new models below the parent, copy the rows in a custom stage, and remove the old models in the version after"
                ), in: step, of: group, about: judged)
        }
    }
}
