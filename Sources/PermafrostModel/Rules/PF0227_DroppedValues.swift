/// PF0227: values that the next version has no place for.
struct DroppedValues: StepRule {
    static let page = RulePage(
        code: "PF0227", name: "DroppedValues", severity: .warning, gates: [.lint, .plan],
        summary: "A version has no place for a property or model of the one before, and its values go.",
        failure: """
            The migration drops the values without an error, and nothing brings them back: the store of the older version is \
            gone. That may be what is meant.
            """,
        fix: """
            To keep the values, let Rename, Transform, Split, Merge or Reconnect among the operations of the stage in a \
            MigrationPlan take them over, or copy them in the hooks of a custom stage. If they may go, say so at the property's \
            last declaration: // permafrost:ignore PF0227 because …
            """, acceptance: "if they may go")

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.inference.changes.filter { step.effects.lose($0, of: step.old) && !isAsked($0, in: step) }.map {
            judged in
            let change = judged.change
            let isModel = change.property == nil
            return finding(
                .init(
                    what: "\(change.subject) is gone in \(step.to.title) with its \(isModel ? "rows" : "values")",
                    affected:
                        "Users at \(step.from.name): its \(isModel ? "rows" : "values") are dropped, without an error",
                    fix: group.isModelFile
                        ? ModelFileAdvice.droppedValues
                        : "To keep them, carry them over in the stage, by an operation or a hook"),
                subject: .step(judged), in: group, about: step.from, stage: step.name,
                at: step.from.place(entity: change.entity, property: change.property))
        }
    }

    /// Returns whether another rule reports the change as a possible rename or as replaced by another relationship.
    private func isAsked(_ judged: MigrationVerdict.ClassifiedChange, in step: UpgradeStep) -> Bool {
        let change = judged.change
        let isRenamed = step.inference.questions.contains { question in
            question.oldName == change.property ?? change.entity
                && question.entity == (change.property == nil ? nil : change.entity)
                && !step.effects.answer(question, of: step.old)
        }
        return isRenamed || step.replacement(of: judged) != nil
    }
}
