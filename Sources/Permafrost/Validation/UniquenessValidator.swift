import PermafrostModel

/// A property becomes unique after its equal values have gone.
struct UniquenessValidator: PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding] {
        input.stages.filter { !$0.isOpaque }.flatMap { step in
            let deduplicated = Set(step.operations.compactMap { ($0 as? Deduplicate)?.property.description })
            return (step.inference?.changes ?? []).filter {
                $0.rule == .addedUniqueness && !deduplicated.contains($0.change.subject)
            }.map { judged in
                PlanFinding(
                    .newUniqueness, .warning, stage: step.name,
                    what: "\(judged.change.subject) becomes unique: a store with equal values fails (134111).",
                    fix: "Remove equal values before by a Deduplicate.")
            }
        }
    }
}
