import PermafrostModel
import PermafrostSource

/// PF0207: A container on disk is created without the migration plan for its models.
struct ContainerWithoutPlan: SourceRule {
    static let page = RulePage(
        code: "PF0207", name: "ContainerWithoutPlan", severity: .error,
        summary: "A container opens a store on disk without a plan, although there is one for its models.",
        failure: """
            The first to open a store migrates it: a widget, an intent or a second target that knows no plan brings it to the \
            newest models by inference alone, or fails. The plan's custom stages are then never run, for the store is at its end \
            already.
            """,
        fix: """
            Make every container in one place, ModelContainer(for:migrationPlan:configurations:), and use that from the app, its \
            widgets and its intents. .modelContainer(for:) takes no plan: give the view the container itself, \
            .modelContainer(container).
            """)

    let input: LintInput

    func findings(in context: RuleContext) -> [Finding] {
        input.containers.filter { $0.opensUsersStore && $0.plan == .none }.compactMap { container in
            guard let group = input.planned(container.content), let plan = group.plan else { return nil }
            let hasCustomStage = plan.stages.contains { $0.kind == .custom }
            // A store may be in memory if a flag or another file decides it.
            let isCertain = container.stores.isEmpty || container.stores.contains { $0.isKnown && !$0.isInMemory }
            let affected =
                hasCustomStage
                ? "Users at an older version: where this opens their store first, no custom stage of \(plan.name) is run"
                : "Nobody while inference does what \(plan.name) does: once it has a custom stage, users at an older version"
            return finding(
                .init(
                    what: "\(container.title) opens the models of \(group.name) without \(plan.name)",
                    affected: affected,
                    fix: container.form == .modifier
                        ? "Make the container with migrationPlan: \(plan.name).self, and use .modelContainer(container)"
                        : "Add migrationPlan: \(plan.name).self"),
                severity: hasCustomStage && isCertain ? .error : .warning, in: group, at: container.location)
        }
    }
}
