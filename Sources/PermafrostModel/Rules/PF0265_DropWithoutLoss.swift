/// PF0265: a `Drop` operation for data that the stage doesn't delete, without a reason, or with a different reason than
/// an earlier `Drop` of the same data.
struct DropWithoutLoss: StepRule {
    static let needs: Set<Fact> = [.steps]
    static let page = RulePage(
        code: "PF0265", name: "DropWithoutLoss", severity: .error, gates: [.freeze, .lint, .plan],
        summary: """
            A Drop operation names a property or model that the stage doesn't delete, gives no reason, or contradicts \
            another Drop.
            """,
        failure: """
            Drop only declares that values are lost: it deletes nothing. If the new version still has the property, or \
            has it under a new name, the values stay in users' stores although the plan says that they are deleted. A \
            Drop that doesn't match the stage would also accept a loss that a later edit causes by accident.
            """,
        fix: """
            Remove the Drop, or name the property or model that the new version removes, as it is named in the older \
            version. To delete the values, remove the property or model from the new version before it ships. If two \
            Drops name the same property or model, keep the Drop with the correct reason.
            """,
        reads: ["the operations of the stage", "the models of both versions"],
        source: .contract("a declared loss is a loss of the stage"),
        examples: (
            reported: .change(
                from: "var size: Int?", to: "@Attribute(originalName: \"size\") var area: Int?",
                stage: "Drop(\\AppV1.Note.size, because: \"unused\")"),
            accepted: .change(
                from: "var size: Int?\nvar area: Int?", to: "var area: Int?",
                stage: "Drop(\\AppV1.Note.size, because: \"unused\")")
        ))

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.mistakenLosses.map { loss, mistake in
            finding(
                message(of: loss.part, mistake, in: step), in: group, about: step.to, stage: step.name,
                at: loss.location ?? step.from.place(entity: loss.part.entity, property: loss.part.property))
        }
    }

    private func message(
        of part: DeclaredLoss.Part, _ mistake: DeclaredLoss.Mistake, in step: UpgradeStep
    ) -> Finding.Message {
        let values = part.property == nil ? "rows" : "values"
        let users = "users with a \(step.from.name) store."
        let kept =
            "\(users) The \(values) of \(part.path) stay in their stores, although the plan declares that they are deleted"
        let schema = step.from.schema.map { "\($0)." } ?? ""
        let (affected, fix): (String, String) =
            switch mistake {
            case .kept, .renamed, .carried: (kept, "Remove the Drop from the stage")
            case .unknown:
                (
                    "no users. The Drop has no effect",
                    "Name a property or model that \(step.from.title) stores, or remove the Drop from the stage"
                )
            case .removedWithEntity:
                (
                    "\(users) All rows of \(part.entity) are deleted",
                    "Write Drop(\(schema)\(part.entity).self, because: \"…\") to drop the model"
                )
            case .inherited(let entity):
                (
                    "no users. The Drop has no effect",
                    "Write Drop(\\\(schema)\(entity).\(part.property ?? ""), because: \"…\")"
                )
            case .noReason:
                (
                    "no users. Later, nobody knows whether the \(values) could be deleted",
                    "State the reason in the because: argument of the Drop"
                )
            case .declaredTwice:
                (
                    "no users. Later, nobody knows why the \(values) could be deleted",
                    "Remove one of the Drops from the stage"
                )
            }
        return Finding.Message(
            what: "\(part.path) is declared as dropped in \(step.to.title), but \(mistake.clause(about: part))",
            affected: affected, fix: fix)
    }
}
