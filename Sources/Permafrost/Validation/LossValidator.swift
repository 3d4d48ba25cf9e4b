import PermafrostModel

/// What the new version has no place for is carried over, or deleted by an operation that says so.
struct LossValidator: PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding] {
        input.steps.flatMap { step in
            step.inference.changes.filter { step.effects.lose($0, of: step.old) }.map { judged in
                PlanFinding(
                    .lostValues, .warning, stage: step.name,
                    what: "\(judged.change.subject) goes with its values.",
                    fix: "Carry them over by a Rename, Transform, Split, Merge or Reconnect, "
                        + "or delete the rows by a DeleteAll.")
            }
        }
    }
}
