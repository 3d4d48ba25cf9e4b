/// PF0214: a property whose type changes in place.
struct TypeChangedInPlace: StepRule {
    static let page = RulePage(
        code: "PF0214", name: "TypeChangedInPlace", severity: .error, gates: [.lint, .plan],
        summary: "A property keeps its name and changes its type.",
        failure: """
            No type change is inferred, and a custom stage is a lightweight migration with two hooks around it: the migration \
            stops with \(CoreDataFailure.missingMappingModel.code) ("\(CoreDataFailure.missingMappingModel.gist)").
            """,
        fix: """
            Over two versions. In the first, add a property of the new type beside the old one, optional or with a default, and \
            copy the values in the custom stage's didMigrate. In the second, remove the old property; @Attribute(originalName:) \
            then lets the new one take over its name.
            """)

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.changes(.changedType, .widenedInteger).map { judged in
            let change = judged.change
            let isWidened = judged.rule == .widenedInteger
            return finding(
                .init(
                    what: "\(change.subject) was \(change.before ?? "of another type") in \(step.from.title) and is "
                        + "\(change.after ?? "of another type") in \(step.to.title)",
                    affected:
                        "Users at \(step.from.name): the migration \(isWidened ? "may stop" : "stops") with "
                        + "\(CoreDataFailure.missingMappingModel.code)",
                    fix: group.isModelFile
                        ? ModelFileAdvice.changedType
                        : "Add a property of the new type beside it and copy the values in a custom stage; remove the old "
                            + "one in the version after"),
                severity: isWidened ? .warning : .error, in: step, of: group, about: judged)
        }
    }
}
