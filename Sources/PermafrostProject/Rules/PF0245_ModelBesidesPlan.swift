import PermafrostModel
import PermafrostSource

/// PF0245: A container without a plan opens a class that differs from the class with the same name in the last version
/// of a plan, or no container opens the plan's models.
struct ModelBesidesPlan: ProjectRule {
    static let needs: Set<Fact> = [.code]
    static let page = RulePage(
        code: "PF0245", name: "ModelBesidesPlan", severity: .warning,
        summary: "A container without a plan opens other classes than a plan that no other container opens.",
        failure: """
            The store has the container's classes. If a migration plan has a different class with the same name, \
            users' stores match no version of the plan. If the plan has a stage, a container with the plan rejects such \
            a store (\(CoreDataFailure.unknownCoordinatorModelVersion.quotation)). If no container opens any of the plan's \
            models, its frozen versions describe no user's store.
            """,
        fix: """
            Add a version that lists the container's class to the plan, with a stage, and make the container with that \
            version and the plan. If no container needs the plan, delete the plan.
            """,
        reads: ["the classes of the container", "the last versions of the plans"],
        source: .unknownVersion,
        assumption: "It assumes that the plan is meant for the container's store.",
        examples: (
            reported: .app(
                """
                func openDrafts() throws -> ModelContainer { try ModelContainer(for: Note.self) }
                @Model final class Note { var text: String? }
                """),
            accepted: .app(
                """
                func openDrafts() throws -> ModelContainer { try ModelContainer(for: Note.self) }
                @Model final class Note { var title: String?; var isPinned: Bool = false }
                """)
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        let users = StoreContainers(facts.code)
        var reported: Set<SourceLocation> = []
        return users.all.flatMap { user -> [Finding] in
            guard user.container.plan == .none, case .models = user.content, facts.code.planned(user.content) == nil
            else {
                return []
            }
            let unopened = facts.groups.filter { $0.hasPlan && isUnopened($0) }
            if !unopened.isEmpty, user.entities.keys.allSatisfy({ name in !unopened.contains { $0.models(name) } }),
                reported.insert(user.container.location).inserted
            {
                return [finding(about: user, unopened)]
            }
            return facts.groups.filter(\.hasPlan).compactMap { group -> Finding? in
                guard let newest = group.newest, let plan = group.plan, !isApart(user, from: plan, users) else {
                    return nil
                }
                let hashes = group.newestHashes
                let differing = user.entities.filter { name, entity in
                    hashes[name].map { entity.hash != nil && $0 != entity.hash } ?? false
                }.sorted { $0.key < $1.key }
                guard let (name, entity) = differing.first, reported.insert(user.container.location).inserted else {
                    return nil
                }
                let names = differing.map(\.key).listed
                return finding(
                    .init(
                        what:
                            "\(user.container.title) opens \(name) (\(entity.location)), which differs from \(name) in "
                            + "\(newest.typeName), the last version of \(group.name)",
                        affected:
                            "users with a store of this container. No version of \(plan.name) describes the store"
                            + (plan.staging == .noStages
                                ? ". It \(Staging.opensToday)" : ", so the plan can't migrate it"),
                        fix:
                            "Add a version with the container's \(names) to \(plan.name), and make the container with the plan"
                    ),
                    in: group, at: user.container.location)
            }
        }
    }

    private func finding(about user: StoreContainers.User, _ groups: [LintGroup]) -> Finding {
        let plans = groups.compactMap(\.plan?.name).listed
        return finding(
            .init(
                what:
                    "\(user.container.title) opens \(user.entities.keys.sorted().listed) without a migration plan, and no "
                    + "container opens the models of \(plans)",
                affected:
                    "users with a store of this container. No version of \(plans) describes the store, so no fixture "
                    + "proves that it still opens",
                fix:
                    "Add a version with the container's models to \(plans), and make the container with the plan. If no "
                    + "container needs the plan, delete it"),
            in: groups.count == 1 ? groups[0] : nil, at: user.container.location)
    }

    /// Returns whether no container opens a plan's models, or is made with the plan.
    private func isUnopened(_ group: LintGroup) -> Bool {
        facts.code.unusedPlans[group.name] != nil
            && facts.code.containers.allSatisfy { container in
                ([container.content] + container.stores.compactMap(\.content)).allSatisfy { content in
                    content != .unknown && facts.code.planned(content) == nil
                }
            }
    }

    /// Returns whether every container with the plan is known to open a different store than `user`. Returns false if
    /// no container has the plan.
    private func isApart(_ user: StoreContainers.User, from plan: PlanDeclaration, _ users: StoreContainers) -> Bool {
        let own = users.all.filter { $0.container.plan == .type(plan.name) }
        return !own.isEmpty && own.allSatisfy { $0.relation(to: user) == .different }
    }
}

extension LintGroup {
    /// Returns whether the plan's last version has an entity with a name.
    fileprivate func models(_ entity: String) -> Bool { newest?.classes[entity] != nil }
}
