import PermafrostModel

/// A custom stage is a lightweight one with code around it: what the framework does not infer, no stage can do.
struct InferenceValidator: PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding] {
        input.stages.flatMap { step in
            (step.inference?.changes ?? []).filter { Self.rules.contains($0.rule) }.map { judged in
                let change = judged.change
                return PlanFinding(
                    .notInferable, judged.rule.isInferred ? .warning : .error, stage: step.name,
                    what: judged.rule == .addedRequiredToOne
                        ? "\(change.subject) is a required to-one that old rows do not have (134110)."
                        : "\(change.subject) was \(change.before ?? "another") and is \(change.after ?? "another") (134140).",
                    fix: judged.rule == .addedRequiredToOne
                        ? "Make it optional, and set it by a Backfill."
                        : "Add a property of the new type under another name, and carry the values over by a Transform."
                )
            }
        }
    }

    private static let rules: Set<JudgedChange.Rule> = [
        .changedType, .widenedInteger, .addedRequiredToOne, .changedDestination,
    ]
}
