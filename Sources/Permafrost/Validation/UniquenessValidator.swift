import PermafrostModel

/// Properties become unique after rows that agree in all of them have gone.
struct UniquenessValidator: PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding] {
        input.steps.flatMap { step in step.inference.changes.compactMap { finding($0, in: step) } }
    }

    private func finding(_ judged: JudgedChange, in step: PlanInput.Step) -> PlanFinding? {
        switch step.effects.duplicates(under: judged, in: step.inference, from: step.old, to: step.new) {
        case nil: return nil
        case .sameDefault?:
            return PlanFinding(
                .newUniqueness, stage: step.name,
                what: "\(judged.change.subject) is new and unique, and every old row gets the same default (134111).",
                fix: "Fill it by a Backfill, and make it unique in the version after.")
        case .notRemoved?:
            let entity = judged.change.entity ?? "it"
            return PlanFinding(
                .newUniqueness, stage: step.name,
                what: "\(entity) becomes \(judged.change.after ?? "unique"): a store with equal values fails (134111).",
                fix: "Remove equal values before by a Deduplicate of a property that becomes unique.")
        }
    }
}
