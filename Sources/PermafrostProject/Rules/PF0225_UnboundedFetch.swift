import PermafrostModel
import PermafrostSource

/// PF0225: A hook fetches every row of a model at once.
struct UnboundedFetch: SourceRule {
    static let page = RulePage(
        code: "PF0225", name: "UnboundedFetch", severity: .warning,
        summary: "A stage's hook, or a function that it calls, fetches every row of a model at once.",
        failure: """
            A migration runs at launch, on stores of any size. A fetch of everything holds every row in memory until the stage \
            is done: on a large store the system ends the app for its memory or for the time that it takes, at each launch anew.
            """,
        fix: """
            Take the rows in batches: context.enumerate(descriptor, batchSize: 500) { … }, or a fetchLimit with a save after each \
            batch. A predicate that leaves out what is done already does as well, and lets an interrupted stage go on.
            """)

    let input: LintInput

    func findings(in context: RuleContext) -> [Finding] {
        var reported: Set<SourceLocation> = []
        return input.groups.flatMap { group in
            (group.plan?.stages ?? []).flatMap { stage in
                stage.hooks.flatMap { hook in
                    hook.fetches.filter { reported.insert($0.location).inserted }.map { fetch in
                        finding(about: fetch, hook, stage, group)
                    }
                }
            }
        }
    }

    private func finding(
        about fetch: PlanDeclaration.Stage.Hook.Fetch, _ hook: PlanDeclaration.Stage.Hook,
        _ stage: PlanDeclaration.Stage, _ group: LintGroup
    ) -> Finding {
        let rows = fetch.model.isEmpty ? "all rows of a model" : "all rows of \(fetch.model)"
        let whose = "\(hook.moment.rawValue) of the stage from \(stage.from) to \(stage.to)"
        return finding(
            .init(
                what: fetch.function.map { "\($0), which \(whose) calls, fetches \(rows) at once" }
                    ?? "\(whose) fetches \(rows) at once",
                affected: "Users at \(stage.from) with a large store: the migration may run out of memory or time",
                fix: "Take the rows in batches: context.enumerate(…, batchSize: 500), or a fetchLimit"),
            in: group, at: fetch.location)
    }
}
