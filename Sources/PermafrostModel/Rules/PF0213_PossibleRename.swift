/// PF0213: a possible rename without `originalName`.
struct PossibleRename: StepRule {
    static let page = RulePage(
        code: "PF0213", name: "PossibleRename", severity: .warning, gates: [.lint, .plan],
        summary: "A property or model is gone and one like it is new: perhaps it was renamed.",
        failure: """
            Without @Attribute(originalName:) a rename is a removal and an addition: the old values are dropped, without an error. \
            SwiftData has no option for a renamed model.
            """,
        fix: """
            If it was renamed: @Attribute(originalName: "oldName") or @Relationship(originalName: "oldName"), or Rename among the \
            operations of the stage in a MigrationPlan; a model keeps its name. If the old values may go: // permafrost:ignore PF0213 because …
            """)

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.inference.questions.filter { !step.effects.answer($0, of: step.old) }.map { question in
            let oldName = [question.entity, question.oldName].compactMap { $0 }.joined(separator: ".")
            let candidates = question.candidates.joined(separator: " or ")
            let place = step.to.place(
                entity: question.entity ?? question.candidates.first,
                property: question.entity == nil ? nil : question.candidates.first)
            let fix =
                group.isModelFile
                ? ModelFileAdvice.renamed(from: question.oldName)
                : question.entity == nil
                    ? "If it was, keep the name \(question.oldName): SwiftData has no option for a renamed model"
                    : "If it was, say so with originalName: \"\(question.oldName)\""
            return finding(
                .init(
                    what:
                        "\(oldName) is gone in \(step.to.title) and \(candidates) is new and similar: perhaps it was renamed",
                    affected:
                        "If it was, every user at \(step.from.name): the old values are lost, without an error",
                    fix: fix),
                subject: .question(question), in: group, about: step.to, stage: step.name, at: place)
        }
    }
}
