/// PF0218: missing, misordered, duplicate, or backward stages; version identifiers that don't increase.
struct StagesOutOfOrder: Rule {
    static let page = RulePage(
        code: "PF0218", name: "StagesOutOfOrder", severity: .error, gates: [.lint, .plan],
        summary: "A plan's stages have gaps, stand twice, lead backward or stand in another order than its versions.",
        failure: """
            Stages run in the plan's order. A version from which none leads on strands its users; one that leads backward stops \
            with \(CoreDataFailure.backwardMigration.quotation).
            """,
        fix: "One stage from each version to the next, in the order of the versions, oldest first.")

    func findings(in context: RuleContext) -> [Finding] {
        // A Core Data model's versions need no stages: changes without a mapping model are inferred.
        context.groups.flatMap { group in
            group.plan.map { plan in group.graph.problems.compactMap { finding($0, in: group, of: plan) } } ?? []
        }
    }

    private func finding(_ problem: PlanProblem, in group: RuleGroup, of plan: RuleGroup.Plan) -> Finding? {
        let words = group.words(of: problem)
        let severity: Finding.Severity = problem.isError ? .error : .warning
        switch problem {
        // Another rule finds these.
        case .equalHashes: return nil
        case .noStage where !plan.isComplete: return nil
        case .listedTwice, .noStage:
            return Finding(
                Self.page, words, severity: severity, subject: .plan(problem), group: group.name, at: plan.location)
        case .notIncreasing(let index):
            let version = group.graph.versions[index]
            return finding(
                words, severity: severity, subject: .plan(problem), in: group, about: version,
                at: version.versionLocation)
        case .unlisted(let stage, _), .backward(let stage), .outOfOrder(let stage), .repeatedStart(let stage, _),
            .skips(let stage, _):
            return Finding(
                Self.page, words, severity: severity, subject: .plan(problem), group: group.name,
                stage: group.stages[stage].name, at: group.stages[stage].location)
        }
    }
}
