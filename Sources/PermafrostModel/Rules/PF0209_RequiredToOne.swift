/// PF0209: a required to-one relationship that existing rows don't have yet.
struct RequiredToOne: StepRule {
    static let page = RulePage(
        code: "PF0209", name: "RequiredToOne", severity: .error, gates: [.lint, .plan],
        summary: "A version adds a required to-one relationship, or requires an optional one.",
        failure: """
            Rows that exist lead nowhere, and the migration stops with \(CoreDataFailure.migrationFailed.code) \
            ("\(CoreDataFailure.missingValues(of: .relationship))"), with a default object on the property too.
            """,
        fix: """
            Make it optional and fill it in a custom stage. Require it in the version after, with a custom stage whose \
            willMigrate links what is left, or keep it optional.
            """)

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.changes(.addedRequiredToOne).compactMap { judged in
            let isAdded = judged.change.aspect == .added
            let entity = judged.change.entity ?? "it"
            let mayBeLinked = !isAdded && step.effects.mayRewriteRows(of: entity, of: step.old)
            guard !mayBeLinked || !step.effects.empty(entity, of: step.old) else { return nil }
            return finding(
                .init(
                    what:
                        "\(judged.change.subject) \(isAdded ? "is a new required to-one" : "was optional and is required") "
                        + "in \(step.to.title)"
                        + (mayBeLinked ? "; that the stage leaves no row without one was not proved" : ""),
                    affected:
                        "Users at \(step.from.name) with \(mayBeLinked ? "a row without one after the stage's code" : "rows of \(entity)"): "
                        + "the migration stops with \(CoreDataFailure.migrationFailed.code)",
                    fix: (group.isModelFile
                        ? ModelFileAdvice.requiredToOne : "Make it optional and fill it in a custom stage")
                        + (mayBeLinked ? "; if the stage's code links every row before the change, nothing" : "")),
                severity: mayBeLinked ? .warning : .error, in: step, of: group, about: judged)
        }
    }
}
