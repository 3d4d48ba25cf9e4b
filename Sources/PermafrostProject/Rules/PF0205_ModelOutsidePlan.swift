import PermafrostModel
import PermafrostSource

/// PF0205: A container with a plan has a model that isn't in any of the plan's versions.
struct ModelOutsidePlan: ProjectRule {
    static let needs: Set<Fact> = [.code]
    static let page = RulePage(
        code: "PF0205", name: "ModelOutsidePlan", severity: .error,
        summary: "A container is made with a model that isn't in the last version of its plan.",
        failure: """
            A plan with stages migrates stores to its last version. If the container has other models, no store can be \
            migrated to these models, and the app fails to launch with \
            \(CoreDataFailure.unknownCoordinatorModelVersion.quotation). If the plan has no stage, the store of the \
            container matches no version. It \(Staging.opensToday).
            """,
        fix: """
            If the plan's last version hasn't shipped, list the model in it. Otherwise, list the model in a new \
            version, with a stage. Make the container with Schema(versionedSchema:), so that it always has the \
            version's models.
            """,
        reads: ["the models of the container", "the last version of its plan", "the stages of the plan"],
        source: .unknownCoordinator,
        assumption: """
            If the plan has no stage, or if that isn't known, the finding is a warning that assumes that it has or gets one.
            """,
        examples: (
            reported: .app(
                """
                let container = try ModelContainer(
                    for: AppV2.Note.self, Draft.self, migrationPlan: AppPlan.self)
                @Model final class Draft { var text: String? }
                """),
            accepted: .app(
                """
                let container = try ModelContainer(for: AppV2.Note.self, migrationPlan: AppPlan.self)
                """)
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        facts.code.containers.filter(\.opensUsersStore).compactMap { container in
            guard let group = facts.code.group(of: container.plan), let newest = group.newest,
                case .models(let listed, let closure) = container.content
            else { return nil }
            // A class of an older version is reported by a different rule.
            let outside = group.unlisted(listed)
            guard !outside.isEmpty else { return nil }
            let names = outside.joined(separator: ", ")
            let missing = newest.classes.keys.filter { name in !closure.contains { $0.entity == name } }.sorted()
            return finding(
                .init(
                    what:
                        "The container is made with \(names), but \(newest.title), the last version of \(group.name), "
                        + "doesn't include \(outside.count == 1 ? "it" : "them")"
                        + (missing.isEmpty ? "" : ". The container lacks \(missing.listed)"),
                    affected: ContainerMessage.cannotBeMade(group.staging),
                    fix: "List \(names) in \(newest.typeName), or in a new version if \(newest.name) has shipped"),
                severity: group.staging.severity ?? .warning, in: group, at: container.location)
        }
    }
}

extension LintGroup {
    /// Returns the sorted names of the given models that no version lists. A model also counts as listed if the plan's
    /// last version has an entity with the same name and version hash.
    func unlisted(_ models: [ContainerDeclaration.Model]) -> [String] {
        let known = classes
        return models.filter { model in
            !known.contains(model.location) && (model.hash == nil || newestHashes[model.entity] != model.hash)
        }.map(\.name).sorted()
    }
}
