import PermafrostModel
import PermafrostSource

/// PF0206: A container's schema isn't the last version of its plan.
struct SchemaNotLast: ProjectRule {
    static let needs: Set<Fact> = [.code]
    static let page = RulePage(
        code: "PF0206", name: "SchemaNotLast", severity: .error,
        summary: "A container with a plan is made with a schema other than the plan's last version.",
        failure: """
            SwiftData rejects a container whose models aren't a version of a plan with stages, such as some models of \
            the last version: \(CoreDataFailure.unknownCoordinatorModelVersion.quotation). Developers report that \
            SwiftData opens a container with an older version of the plan. It then migrates stores only to that version, \
            and rejects stores of later versions: \(CoreDataFailure.backwardMigration.quotation). This isn't verified, \
            so it is a warning. If the plan has no stage, an older version isn't reported, and models that no version has \
            are a warning: the store matches no version. It \(Staging.opensToday). A last version with an @available \
            attribute isn't reported if another container opens it.
            """,
        fix:
            "Make the container from the plan's last version, such as Schema(versionedSchema: AppSchemaV3.self).",
        reads: ["the models of the container", "the versions of its plan", "the stages of the plan"],
        source: .unknownCoordinator,
        assumption: """
            A container with an older version of the plan is a warning that assumes that SwiftData opens it, as \
            developers report. If the plan has no stage, the warning about models that no version has assumes that it \
            gets one.
            """,
        examples: (
            reported: .versions(
                [
                    "@Model final class Note { var title: String? }",
                    """
                    @Model final class Note { var title: String? }
                    @Model final class Tag { var name: String? }
                    """,
                ],
                app: """
                    let container = try ModelContainer(
                        for: AppV2.Note.self, migrationPlan: AppPlan.self)
                    """),
            accepted: .versions(
                [
                    "@Model final class Note { var title: String? }",
                    """
                    @Model final class Note { var title: String? }
                    @Model final class Tag { var name: String? }
                    """,
                ],
                app: """
                    let container = try ModelContainer(
                        for: AppV2.Note.self, AppV2.Tag.self, migrationPlan: AppPlan.self)
                    """)
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        facts.code.containers.filter(\.opensUsersStore).compactMap { container in
            guard let group = facts.code.group(of: container.plan), let last = group.schemas.last,
                let message = message(container.content, group, last),
                !facts.code.opensOnNewerSystems(last, with: container.plan)
            else { return nil }
            let isOlder = Self.isOlderVersion(container.content, of: group)
            return finding(
                message, severity: isOlder ? .warning : group.staging.severity ?? .warning, in: group,
                at: container.location)
        }
    }

    private func message(
        _ content: ContainerDeclaration.Content, _ group: LintGroup, _ last: DeclaredVersion
    ) -> Finding.Message? {
        let isOlder = Self.isOlderVersion(content, of: group)
        guard
            let affected = isOlder
                ? ContainerMessage.opensOlderVersion(group.staging) : ContainerMessage.cannotBeMade(group.staging),
            group.isLastVersion(content) == false
        else { return nil }
        let made: String
        switch content {
        case .unknown: return nil
        case .schema(let name): made = name
        case .models(let listed, _):
            let known = group.classes
            // Models that aren't in any of the plan's versions are reported by a different rule.
            guard listed.allSatisfy({ known.contains($0.location) }) else { return nil }
            made = listed.map(\.name).sorted().joined(separator: ", ")
        }
        return Finding.Message(
            what: isOlder
                ? "The container is made with \(made), but the last version of \(group.name) is \(last.name)"
                : "The container is made with \(made), but \(group.name) migrates to all models of \(last.name)",
            affected: affected,
            fix: "Make the container with Schema(versionedSchema: \(last.name).self)")
    }

    /// Returns whether a container has exactly the models of a version of the plan.
    private static func isOlderVersion(_ content: ContainerDeclaration.Content, of group: LintGroup) -> Bool {
        switch content {
        case .unknown: return false
        case .schema(let name): return group.schemas.contains { $0.name == name }
        case .models(_, let closure):
            let places = Set(closure.map(\.location))
            return group.rules.evaluated.contains { Set($0.classes.values) == places }
        }
    }
}
