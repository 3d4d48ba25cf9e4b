import PermafrostModel

/// What is wrong with the list of versions and with the order of the stages, as the plan's graph knows it.
struct GraphValidator: PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding] {
        let graph = input.plan.graph
        return graph.problems.map { problem in
            let words = graph.words(of: problem, plan: input.plan.name)
            let affected = words.affected.map { ". \($0)" } ?? ""
            return PlanFinding(
                Self.kind(of: problem), problem.isError ? .error : .warning,
                stage: problem.stage.map { input.plan.stages[$0].name }, what: "\(words.what)\(affected).",
                fix: "\(words.fix).")
        }
    }

    private static func kind(of problem: PlanProblem) -> PlanFinding.Kind {
        switch problem {
        case .listedTwice, .equalHashes: .duplicateHashes
        case .sharedIdentifier, .notIncreasing: .versionsOutOfOrder
        case .unlisted: .unlistedVersion
        case .backward: .backwardStage
        case .outOfOrder: .stagesOutOfOrder
        case .repeatedStart: .repeatedStage
        case .skips: .skippedVersion
        case .noStage: .missingStage
        }
    }
}
