import PermafrostModel
import PermafrostSource

/// PF0207: A container opens a store on disk without the migration plan for its models.
struct ContainerWithoutPlan: ProjectRule {
    static let needs: Set<Fact> = [.code]
    static let page = RulePage(
        code: "PF0207", name: "ContainerWithoutPlan", severity: .error,
        summary: "A container opens a store on disk without its models' migration plan.",
        failure: """
            The first process that opens a store migrates it. In a widget, an intent or a second target \
            without the plan, Core Data infers the migration, which may fail. The plan's custom stages then never run, because \
            the store already has the newest version. A test that opens a copied store without the plan doesn't test the \
            app's migration (lint reports it with --include-tests).
            """,
        fix: """
            Make the container in one place with ModelContainer(for:migrationPlan:configurations:), and use it in the app, its \
            widgets and its intents. .modelContainer(for:) doesn't accept a plan: pass the container to the view with \
            .modelContainer(container).
            """,
        reads: [
            "the models and the stores of the container",
            "the plan for the models",
            "the containers with the plan",
        ],
        source: .modelContainer,
        assumption: """
            The finding is a warning if the plan has no custom stage, or if no container with the plan is known to \
            open the same store. It then assumes that the plan gets a custom stage, or that the store needs the plan.
            """,
        examples: (
            reported: .app(
                """
                func openApp() throws -> ModelContainer {
                    try ModelContainer(for: AppV2.Note.self, migrationPlan: AppPlan.self)
                }
                func openWidget() throws -> ModelContainer { try ModelContainer(for: AppV2.Note.self) }
                """),
            accepted: .app(
                """
                func open() throws -> ModelContainer {
                    try ModelContainer(for: AppV2.Note.self, migrationPlan: AppPlan.self)
                }
                """)
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        // A second attempt after the plan failed is reported by a different rule.
        let retries = Set(facts.code.retries.map(\.location))
        return facts.code.containers.filter { container in
            container.opensUsersStore && container.plan == .none && !retries.contains(container.location)
        }.compactMap { container in
            guard let group = facts.code.planned(container.content), let plan = group.plan else { return nil }
            let hasCustomStage = plan.stages.contains { $0.kind == .custom }
            // If a flag or a different file determines the store's location, the store may be in memory.
            let isOnDisk = container.stores.isEmpty || container.stores.contains { $0.isKnown && !$0.isInMemory }
            let sharesStore = self.sharesStore(container, with: plan)
            let affected =
                hasCustomStage
                ? "users with an older store. If this container opens the store first, no custom stage of "
                    + "\(plan.name) runs"
                    + (sharesStore
                        ? ""
                        : ". This assumes that the store needs the plan, although no "
                            + "container is known to open it with the plan")
                : "no users yet. When \(plan.name) gets a custom stage, this affects users with an older store"
            return finding(
                .init(
                    what: "\(container.title) opens the models of \(group.name) without this migration plan"
                        + (group.difference(of: container.content).map { ", and \($0)" } ?? ""),
                    affected: affected,
                    fix: Self.fix(container, group, plan)),
                severity: hasCustomStage && isOnDisk && sharesStore ? .error : .warning, in: group,
                at: container.location)
        } + facts.code.containers.compactMap(finding(aboutTest:))
    }

    /// Returns the finding about a test that opens a store of an older version with the models of the plan's last
    /// version, but without the plan.
    private func finding(aboutTest container: ContainerDeclaration) -> Finding? {
        guard let reopening = container.reopening, container.plan == .none,
            container.stores.contains(where: { !$0.isInMemory }), let group = facts.code.planned(container.content),
            let plan = group.plan, group.isLastVersion(container.content) == true
        else { return nil }
        if case .containers(let places) = reopening {
            let older = facts.code.containers.filter { places.contains($0.location) }.contains { earlier in
                facts.code.planned(earlier.content)?.name == group.name && group.isLastVersion(earlier.content) == false
            }
            guard older else { return nil }
        }
        let store = reopening == .copy ? "a copy of a store" : "a store that it made with an older version"
        return finding(
            .init(
                what: "The test opens \(store) with the models of \(group.name), but without this migration plan",
                affected:
                    "no users. If the store has an older version, the test runs a different migration than the app",
                fix: Self.fix(container, group, plan)), severity: .warning, in: group, at: container.location)
    }

    /// Returns whether a container with a plan is known to open one of a container's stores. Also returns true if no
    /// container uses the plan.
    private func sharesStore(_ container: ContainerDeclaration, with plan: PlanDeclaration) -> Bool {
        let planned = facts.code.containers.filter { other in
            other.opensUsersStore && [.type(plan.name), .value].contains(other.plan)
        }
        return planned.isEmpty
            || planned.contains { other in
                container.stores.contains { store in
                    other.stores.contains { container.relation(of: store, to: $0, of: other) == .same }
                }
            }
    }

    /// Returns the fix: add the plan, and make the container from the plan's last version. If no version lists some of
    /// the container's models, the fix also adds them to a version.
    private static func fix(_ container: ContainerDeclaration, _ group: LintGroup, _ plan: PlanDeclaration) -> String {
        var fix = "Add migrationPlan: \(plan.name).self"
        if let last = group.schemas.last, container.form == .modifier {
            fix =
                "Make the container with ModelContainer(for: Schema(versionedSchema: \(last.name).self), "
                + "migrationPlan: \(plan.name).self), and pass it to .modelContainer(container)"
        } else if let last = group.schemas.last, group.isLastVersion(container.content) == false {
            fix = "Make the container with Schema(versionedSchema: \(last.name).self), migrationPlan: \(plan.name).self"
        }
        guard case .models(let listed, _) = container.content, let newest = group.newest else { return fix }
        let outside = group.unlisted(listed)
        return outside.isEmpty
            ? fix
            : "List \(outside.listed) in \(newest.typeName), or in a new version if \(newest.name) has shipped. \(fix)"
    }
}

extension LintGroup {
    /// Returns a clause about the models that a container has and the plan's last version lacks, and the other way
    /// around. Nil if there are none, or if the models aren't known.
    fileprivate func difference(of content: ContainerDeclaration.Content) -> String? {
        guard case .models(let listed, let closure) = content, let newest else { return nil }
        let outside = unlisted(listed)
        let missing = newest.classes.keys.filter { name in !closure.contains { $0.entity == name } }.sorted()
        let parts = [
            outside.isEmpty ? nil : "with \(outside.listed)", missing.isEmpty ? nil : "without \(missing.listed)",
        ]
        .compactMap(\.self)
        return parts.isEmpty ? nil : "\(parts.joined(separator: " and ")), unlike \(newest.typeName)"
    }
}
