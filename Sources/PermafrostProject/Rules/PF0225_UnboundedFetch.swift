import PermafrostModel
import PermafrostSource

/// PF0225: A stage's hook, or a function that it calls, fetches every row of a model at once.
struct UnboundedFetch: ProjectRule {
    static let needs: Set<Fact> = [.stages]
    static let page = RulePage(
        code: "PF0225", name: "UnboundedFetch", severity: .warning,
        summary: "A stage's hook, or a function that the hook calls, fetches every row of a model at once.",
        failure: """
            A migration runs at launch, on stores of any size. Fetching all rows keeps them in memory until the stage ends. On a \
            large store, the app uses too much memory or time, and the system ends it at every launch.
            """,
        fix: """
            Process the rows in batches. Either call context.enumerate(descriptor, batchSize: 500) { … }, or fetch \
            with a fetchLimit and save after each batch. With a fetchLimit, add a predicate that excludes the \
            processed rows, because every fetch would otherwise return the same rows. With this predicate, an \
            interrupted stage can also continue with the remaining rows.
            """,
        reads: ["the fetches in the stage's code"],
        source: .inference,
        assumption: "It assumes that a store has many rows.",
        examples: (
            reported: .change(
                from: "var title: String?", to: "var title: String?\nvar size: Int?",
                stage: """
                    willMigrate: nil, didMigrate: { context in
                        for note in try context.fetch(FetchDescriptor<AppV2.Note>()) { note.size = 1 }
                    }
                    """),
            accepted: .change(
                from: "var title: String?", to: "var title: String?\nvar size: Int?",
                stage: """
                    willMigrate: nil, didMigrate: { context in
                        try context.enumerate(FetchDescriptor<AppV2.Note>(), batchSize: 500) { $0.size = 1 }
                    }
                    """)
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        var reported: Set<SourceLocation> = []
        return facts.groups.flatMap { group in
            group.stages.flatMap { stage in
                stage.hooks.flatMap { hook in
                    hook.fetches.filter { reported.insert($0.location).inserted }.map { fetch in
                        finding(about: fetch, hook, stage, group)
                    }
                }
            }
        }
    }

    private func finding(
        about fetch: DeclaredHook.Fetch, _ hook: DeclaredHook,
        _ stage: DeclaredStage, _ group: LintGroup
    ) -> Finding {
        let rows = fetch.model.isEmpty ? "all rows of a model" : "all rows of \(fetch.model)"
        let whose = "\(hook.moment.rawValue) in the stage from \(stage.from) to \(stage.to)"
        return finding(
            .init(
                what: fetch.function.map { "\($0), which \(whose) calls, fetches \(rows) at once" }
                    ?? "\(whose) fetches \(rows) at once",
                affected:
                    "users with a large \(group.declared.versionName(of: stage.from)) store. The migration may run out of memory or time",
                fix:
                    "Process the rows in batches, with context.enumerate(…, batchSize: 500), or with a fetchLimit, a "
                    + "predicate that excludes the processed rows, and a save after each batch"),
            in: group, stage: stage, at: fetch.location)
    }
}
