/// Every version that a stage names is listed.
struct ListedVersionValidator: PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding] {
        input.stages.flatMap { step in
            [(step.stage.from, step.from), (step.stage.to, step.to)].filter { $0.1 == nil }.map { version, _ in
                PlanFinding(
                    .unlistedVersion, stage: step.name, what: "\(version) is not among the plan's versions.",
                    fix: "List it.")
            }
        }
    }
}
