import PermafrostModel

/// What old rows must have, the property's declaration gives them: operations come too late.
struct DefaultValidator: PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding] {
        input.stages.flatMap { step in
            (step.inference?.changes ?? []).filter { $0.verdict == .needsDefault }.map { judged in
                PlanFinding(
                    .missingDefault, stage: step.name,
                    what: "\(judged.change.subject) is required and has no default (134110).",
                    fix: "Give the property an initial value in its declaration, and each row its own by a Backfill.")
            }
        }
    }
}
