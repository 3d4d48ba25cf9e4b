import PermafrostModel
import PermafrostSource

/// PF0207: A container on disk is created without the migration plan for its models.
struct ContainerWithoutPlan: SourceRule {
    static let page = RulePage(
        code: "PF0207", name: "ContainerWithoutPlan", severity: .error,
        summary: "A container opens a store on disk without its models' migration plan.",
        failure: """
            The first process that opens a store migrates it. A widget, an intent or a second target without the plan \
            migrates it by inference, or fails. The plan's custom stages then never run, because the store already has the \
            newest version.
            """,
        fix: """
            Make the container in one place with ModelContainer(for:migrationPlan:configurations:), and use it in the app, its \
            widgets and its intents. .modelContainer(for:) doesn't accept a plan: pass the container to the view with \
            .modelContainer(container).
            """)

    let input: LintInput

    func findings(in context: RuleContext) -> [Finding] {
        // A second attempt after the plan failed is reported by a different rule.
        let retries = Set(input.retries.map(\.location))
        return input.containers.filter { container in
            container.opensUsersStore && container.plan == .none && !retries.contains(container.location)
        }.compactMap { container in
            guard let group = input.planned(container.content), let plan = group.plan else { return nil }
            let hasCustomStage = plan.stages.contains { $0.kind == .custom }
            // If a flag or a different file determines it, the store may be in memory.
            let isCertain = container.stores.isEmpty || container.stores.contains { $0.isKnown && !$0.isInMemory }
            let affected =
                hasCustomStage
                ? "users with an older store. If this container opens it first, no custom stage of \(plan.name) runs"
                : "no users yet. When \(plan.name) gets a custom stage, it affects users with an older store"
            return finding(
                .init(
                    what: "\(container.title) opens the models of \(group.name) without \(plan.name)",
                    affected: affected,
                    fix: container.form == .modifier
                        ? "Make the container with migrationPlan: \(plan.name).self, and pass it to .modelContainer(container)"
                        : "Add migrationPlan: \(plan.name).self"),
                severity: hasCustomStage && isCertain ? .error : .warning, in: group, at: container.location)
        }
    }
}
