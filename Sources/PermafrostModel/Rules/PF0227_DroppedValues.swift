/// PF0227: a removed property or model whose values are deleted.
struct DroppedValues: StepRule {
    static let page = RulePage(
        code: "PF0227", name: "DroppedValues", severity: .warning, gates: [.lint, .plan],
        summary: "A version removes a property or model of the previous version, and its values are deleted.",
        failure: """
            The migration silently deletes the values, and they can't be restored because the migration replaces the store. This \
            may be intended.
            """,
        fix: """
            To keep the values, add a Rename, Transform, Split, Merge or Reconnect operation to the stage of a MigrationPlan, or \
            copy them in the hooks of a custom stage. If they can be deleted, explain why at the property's last declaration: \
            // permafrost:ignore PF0227 because …
            """, acceptance: "If they can be deleted")

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.inference.changes.filter { step.effects.losesData($0, of: step.old) && !isReportedElsewhere($0, in: step) }
            .map {
                judged in
                let change = judged.change
                let isModel = change.property == nil
                return finding(
                    .init(
                        what: "\(change.subject) was removed in \(step.to.title)",
                        affected:
                            "users with a \(step.from.name) store. The \(isModel ? "rows" : "values") of \(change.subject) are silently "
                            + "deleted",
                        fix: group.isModelFile
                            ? "To keep the \(isModel ? "rows" : "values"), \(ModelFileAdvice.droppedValues)"
                            : "To keep the \(isModel ? "rows" : "values"), copy them in the hooks of a custom stage, or with an "
                                + "operation of a MigrationPlan"
                    ),
                    subject: .step(judged), in: group, about: step.from, stage: step.name,
                    at: step.from.place(entity: change.entity, property: change.property))
            }
    }

    /// Returns whether another rule reports the change as a possible rename or as a replaced relationship.
    private func isReportedElsewhere(_ judged: MigrationVerdict.ClassifiedChange, in step: UpgradeStep) -> Bool {
        let change = judged.change
        let isRenamed = step.inference.questions.contains { question in
            question.oldName == change.property ?? change.entity
                && question.entity == (change.property == nil ? nil : change.entity)
                && !step.effects.answers(question, of: step.old)
        }
        return isRenamed || step.replacement(of: judged) != nil
    }
}
