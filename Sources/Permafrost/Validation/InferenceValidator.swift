import PermafrostModel

/// A custom stage is a lightweight one with code around it: what the framework does not infer, no stage can do.
struct InferenceValidator: PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding] {
        input.steps.flatMap { step in step.inference.changes.compactMap { finding($0, in: step) } }
    }

    private func finding(_ judged: JudgedChange, in step: PlanInput.Step) -> PlanFinding? {
        let change = judged.change
        switch judged.rule {
        case .addedRequiredToOne: return requiredToOne(judged, in: step)
        case .changedType, .widenedInteger:
            return PlanFinding(
                .notInferable, judged.rule.isInferred ? .warning : .error, stage: step.name,
                what:
                    "\(change.subject) was \(change.before ?? "another") and is \(change.after ?? "another") (134140).",
                fix: "Add a property of the new type under another name, and carry the values over by a Transform.")
        case .toManyBecameToOne, .changedDestination:
            guard !step.effects.mayCarryLinks(change.entity ?? "", change.property) else { return nil }
            return PlanFinding(
                .notInferable, .warning, stage: step.name,
                what: judged.rule == .toManyBecameToOne
                    ? "\(change.subject) was to-many and is to-one: one link of several stays at most."
                    : "\(change.subject) led to \(change.before ?? "another") and leads to \(change.after ?? "another"): "
                        + "the migration may stop, or drop the links.",
                fix: "Add the new relationship under another name, and carry the links over by a Reconnect.")
        default: return nil
        }
    }

    private func requiredToOne(_ judged: JudgedChange, in step: PlanInput.Step) -> PlanFinding? {
        let fix = "Make it optional, and set it by a Backfill."
        guard judged.change.aspect != .added, let entity = judged.change.entity,
            step.effects.mayRewriteRows(of: entity, of: step.old)
        else {
            return PlanFinding(
                .notInferable, stage: step.name,
                what: "\(judged.change.subject) is a required to-one that old rows do not have (134110).", fix: fix)
        }
        guard !step.effects.empty(entity, of: step.old) else { return nil }
        return PlanFinding(
            .notInferable, .warning, stage: step.name,
            what: "\(judged.change.subject) becomes a required to-one: that the stage leaves no row without one "
                + "was not proved (134110).", fix: fix)
    }
}
