import PermafrostDeclarations
import PermafrostModel

/// PF0218: gaps, wrong order, duplicate or backward stages; version identifiers that do not increase.
struct StageOrderRule: LintRule {
    static let page = LintPage(
        code: "PF0218", name: "StagesOutOfOrder", severity: .error,
        summary: "A plan's stages have gaps, stand twice, lead backward or stand in another order than its versions.",
        failure: """
            Stages run in the plan's order. A version from which none leads on strands its users; one that leads backward stops \
            with "A store file cannot be migrated backwards with staged migration." (134506).
            """,
        fix: "One stage from each version to the next, in the order of the versions, oldest first.")

    func findings(in input: LintInput) -> [Finding] {
        // A Core Data model's versions need no stages: what no mapping model covers is inferred.
        input.groups.filter(\.hasPlan).flatMap { group in
            group.plan.map { plan in group.graph.problems.compactMap { finding($0, in: group, of: plan) } } ?? []
        }
    }

    private func finding(_ problem: PlanProblem, in group: LintGroup, of plan: PlanDeclaration) -> Finding? {
        let words = group.graph.words(of: problem, plan: plan.name)
        let problemWords = LintProblem.Words(what: words.what, affected: words.affected, fix: words.fix)
        switch problem {
        // Rules of their own find these.
        case .equalHashes, .sharedIdentifier: return nil
        case .noStage where plan.issues.contains { $0.severity == .error }: return nil
        case .listedTwice, .noStage:
            return finding(problemWords, in: group, at: plan.location)
        case .notIncreasing(let index):
            guard let version = group.schemas.first(where: { $0.name == group.graph.versions[index].schema }) else {
                return nil
            }
            return Finding(
                .lint(LintProblem(code: Self.page.code, words: problemWords)), severity: .warning, group: group.name,
                version: version.version, schema: version.name, location: version.versionLocation)
        case .unlisted(let stage, _), .backward(let stage), .outOfOrder(let stage), .repeatedStart(let stage, _),
            .skips(let stage, _):
            return finding(
                problemWords, severity: problem.isError ? .error : .warning, in: group,
                at: plan.stages[stage].location)
        }
    }
}
