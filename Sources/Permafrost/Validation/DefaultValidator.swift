import PermafrostModel

/// What old rows must have, the property's declaration gives them: operations that run afterwards come too late.
struct DefaultValidator: PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding] {
        input.steps.flatMap { step in
            step.changes(.addedWithoutDefault, .becameRequiredWithoutDefault).compactMap { finding($0, in: step) }
        }
    }

    private func finding(_ judged: JudgedChange, in step: PlanInput.Step) -> PlanFinding? {
        let subject = judged.change.subject
        let fix = "Give the property an initial value in its declaration, and each row its own by a Backfill."
        guard judged.rule == .becameRequiredWithoutDefault, let entity = judged.change.entity,
            step.effects.mayRewriteRows(of: entity, of: step.old)
        else {
            return PlanFinding(
                .missingDefault, stage: step.name, what: "\(subject) is required and has no default (134110).", fix: fix
            )
        }
        guard !step.effects.empty(entity, of: step.old) else { return nil }
        return PlanFinding(
            .missingDefault, .warning, stage: step.name,
            what: "\(subject) becomes required and has no default: that the stage leaves no row without a value "
                + "was not proved (134110).", fix: fix)
    }
}
