/// Every operation works with classes of its stage's versions.
struct TypeValidator: PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding] {
        input.plan.stages.flatMap { stage in
            let (old, new) = (VersionModels(stage.from), VersionModels(stage.to))
            return stage.operations.compactMap { $0 as? any StageOperation }.flatMap { operation in
                operation.models.compactMap { WrongVersion($0, old, new, from: stage.from, to: stage.to) }.map {
                    wrong in
                    PlanFinding(
                        .wrongVersion, stage: stage.name, what: "\(operation.name): \(wrong.sentence)",
                        fix: "Name the class of that version.")
                }
            }
        }
    }
}
