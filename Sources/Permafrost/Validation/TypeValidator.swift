/// Every operation works with classes of its stage's versions.
struct TypeValidator: PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding] {
        input.stages.flatMap { step in
            let (old, new) = (VersionModels(step.stage.from), VersionModels(step.stage.to))
            return step.operations.flatMap { operation in
                operation.models.compactMap { WrongVersion($0, old, new, from: step.stage.from, to: step.stage.to) }.map
                { wrong in
                    PlanFinding(
                        .wrongVersion, stage: step.name, what: "\(operation.name): \(wrong.sentence)",
                        fix: "Name the class of that version.")
                }
            }
        }
    }
}
