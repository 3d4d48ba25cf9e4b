/// PF0219: a new uniqueness constraint on rows that may have equal values.
struct UniqueWithoutDeduplication: StepRule {
    static let page = RulePage(
        code: "PF0219", name: "UniqueWithoutDeduplication", severity: .error, gates: [.lint, .plan],
        summary: "A version makes properties unique, and nothing removes duplicates first.",
        failure: """
            The migration stops with \(CoreDataFailure.constraintViolated.code) on the first store that holds two equal \
            values. A new property with a default gives every row the same one, also where the default is UUID(), which is \
            made once. Afterwards, inserting an equal value replaces the row.
            """,
        fix: """
            Remove duplicates in the willMigrate of a custom stage, or by Deduplicate among the operations of the stage in a \
            MigrationPlan. For a new property: add it in one version, fill it in that \
            stage's didMigrate, and make it unique in the next.
            """)

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.changes(.addedUniqueness).compactMap { judged in
            let entity = judged.change.entity ?? "it"
            switch step.effects.duplicates(
                under: judged, in: step.inference, from: step.old, to: step.new)
            {
            case nil: return nil
            case .sameDefault?:
                return finding(
                    .init(
                        what:
                            "\(judged.change.subject) is new in \(step.to.title) and unique, and every old row gets the same "
                            + "default",
                        affected:
                            "Users at \(step.from.name) with two rows of \(entity): the migration stops with "
                            + "\(CoreDataFailure.constraintViolated.code)",
                        fix: group.isModelFile
                            ? ModelFileAdvice.newAndUnique
                            : "Fill it in a custom stage, and make it unique in the version after"),
                    in: step, of: group, about: judged)
            case .notRemoved?:
                return finding(
                    .init(
                        what: "\(entity) becomes \(judged.change.after ?? "unique") in \(step.to.title), "
                            + (step.isCustom
                                ? "and no operation of the stage removes duplicates" : "in a lightweight migration"),
                        affected:
                            "Users at \(step.from.name) with two rows that agree: the migration stops with "
                            + "\(CoreDataFailure.constraintViolated.code)",
                        fix: group.isModelFile
                            ? ModelFileAdvice.unique : "Remove duplicates in the willMigrate of a custom stage"),
                    in: step, of: group, about: judged)
            }
        }
    }
}
