/// PF0208: a required attribute without a default on the property.
struct RequiredWithoutDefault: StepRule {
    static let page = RulePage(
        code: "PF0208", name: "RequiredWithoutDefault", severity: .error, gates: [.lint, .plan],
        summary: "A version adds a required attribute, or requires an optional one, without a default on the property.",
        failure: """
            Rows that exist have no value for it, and the migration stops with \(CoreDataFailure.migrationFailed.code) \
            ("Validation error \(CoreDataFailure.missingValues(of: .attribute))"). A default in the initializer does not \
            count: the migration makes no objects. A custom stage does not help with an added attribute, since the check comes \
            before didMigrate.
            """,
        fix: """
            Give the property a default (var slug: String = ""), or make it optional. A custom stage may then fill it in. For an \
            attribute that was optional, a custom stage can also fill the gaps in willMigrate; Backfill comes too late.
            """)

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        let added = step.changes(.addedWithoutDefault).filter { !step.isField($0.change) }
        return (added + step.changes(.becameRequiredWithoutDefault)).compactMap { judged in
            let isAdded = judged.rule == .addedWithoutDefault
            let entity = judged.change.entity ?? "it"
            let mayBeFilled = !isAdded && step.effects.mayRewriteRows(of: entity, of: step.old)
            guard !mayBeFilled || !step.effects.empty(entity, of: step.old) else { return nil }
            return finding(
                .init(
                    what:
                        "\(judged.change.subject) \(isAdded ? "is new and required" : "was optional and is required") in "
                        + "\(step.to.title), and has no default on the property"
                        + (mayBeFilled ? "; that the stage leaves no row without a value was not proved" : ""),
                    affected:
                        "Users at \(step.from.name) with \(isAdded ? "any row" : "a row without a value") of \(entity)"
                        + (mayBeFilled ? " after the stage's code" : "") + ": the migration stops with "
                        + "\(CoreDataFailure.migrationFailed.code)",
                    fix: (group.isModelFile
                        ? ModelFileAdvice.requiredAttribute
                        : "Give the property itself a default (one in init does not count), or make it optional")
                        + (mayBeFilled ? "; if the stage's code fills every row before the change, nothing" : "")),
                severity: mayBeFilled ? .warning : .error, in: step, of: group, about: judged)
        }
    }
}
