/// PF0214: a property that changes its type but keeps its name.
struct TypeChangedInPlace: StepRule {
    static let needs: Set<Fact> = [.steps]
    static let page = RulePage(
        code: "PF0214", name: "TypeChangedInPlace", severity: .error, gates: [.freeze, .lint, .plan],
        summary: "A property changes its type but keeps its name.",
        failure: """
            Core Data can't infer a migration that changes a property's type. A custom stage doesn't help, because \
            Core Data also infers the migration of a custom stage. The migration fails with \
            \(CoreDataFailure.missingMappingModel.code) ("\(CoreDataFailure.missingMappingModel.gist)").
            """,
        fix: """
            Use two versions. In the first, add a property of the new type next to the old one, optional or with a default, and \
            copy the values in the custom stage's didMigrate. In the second, remove the old property. The new property can then \
            take the old name with @Attribute(originalName:).
            """,
        reads: ["the models of both versions", "the stage between them"],
        source: .lightweightMigration,
        assumption: """
            A wider integer is a warning that assumes that Core Data treats it like any other change of a type.
            """,
        examples: (
            reported: .change(from: "var title: String?", to: "var title: Int?"),
            accepted: .change(from: "var title: String?", to: "var title: String?\nvar length: Int?")
        ))

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.changes(.changedType, .widenedInteger).map { judged in
            let change = judged.change
            let isWidened = judged.rule == .widenedInteger
            return finding(
                .init(
                    what: "The type of \(change.subject) changed from \(change.before ?? "a different type") in "
                        + "\(step.from.title) to \(change.after ?? "a different type") in \(step.to.title)",
                    affected:
                        "users with a \(step.from.name) store. The migration \(isWidened ? "may fail" : "fails") with "
                        + "error \(CoreDataFailure.missingMappingModel.code)",
                    fix: group.isModelFile
                        ? ModelFileAdvice.changedType
                        : "Add a property of the new type next to the old one, and copy the values in a custom stage. Remove the old "
                            + "property in the next version"),
                severity: isWidened ? .warning : .error, in: step, of: group, about: judged)
        }
    }
}
