import PermafrostModel
import PermafrostSource

/// PF0242: If the migration plan fails, code opens the same store without the plan.
struct RetryWithoutPlan: ProjectRule {
    static let needs: Set<Fact> = [.code]
    static let page = RulePage(
        code: "PF0242", name: "RetryWithoutPlan", severity: .error,
        summary: "If a container with a migration plan can't be made, the code opens the store without the plan.",
        failure: """
            The second attempt migrates the store by inference. Custom stages never run, because the store then has the \
            newest version: values that a stage would have copied are lost, and the failure stays hidden.
            """,
        fix: """
            If the plan fails, keep the store unchanged and report the error. Until a fix ships, the app can continue \
            with a container in memory. Correct the stage in the next release, which then migrates the store.
            """,
        reads: ["the container with the plan", "the code that handles its failure", "the stages of the plan"],
        source: .modelContainer,
        assumption: """
            If the plan isn't known to have a custom stage, the finding is a warning that assumes that a stage would \
            have failed for a reason.
            """,
        examples: (
            reported: .app(
                """
                func open() throws -> ModelContainer {
                    do {
                        return try ModelContainer(for: AppV2.Note.self, migrationPlan: AppPlan.self)
                    } catch {
                        return try ModelContainer(for: AppV2.Note.self)
                    }
                }
                """),
            accepted: .app(
                """
                func open() throws -> ModelContainer {
                    do {
                        return try ModelContainer(for: AppV2.Note.self, migrationPlan: AppPlan.self)
                    } catch {
                        return try ModelContainer(for: AppV2.Note.self, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
                    }
                }
                """)
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        var reported: Set<SourceLocation> = []
        return facts.code.retries.compactMap { container, location, isCertain in
            guard reported.insert(location).inserted else { return nil }
            let group = facts.code.group(of: container.plan)
            let name = group?.plan?.name ?? "the plan"
            let hasCustomStage = group?.plan.map { $0.stages.contains { $0.kind == .custom } }
            let lost =
                hasCustomStage == true
                ? "Their store is migrated by inference: the custom stages of \(name) never run, and values that they "
                    + "would have copied are lost"
                : "Their store is migrated by inference, and the error that needs a correction stays hidden"
            return finding(
                .init(
                    what:
                        "If a migration with \(name) fails, the code \(isCertain ? "opens" : "may open") the same store "
                        + "without the plan",
                    affected: "users whose migration fails\(isCertain ? "" : ", if it is the same store"). \(lost)",
                    fix:
                        "Leave the store unchanged and report the error, or continue with a container in memory and show that. "
                        + "Then correct the stage that fails"),
                severity: hasCustomStage == true && isCertain ? nil : .warning, in: group, at: location)
        }
    }
}
