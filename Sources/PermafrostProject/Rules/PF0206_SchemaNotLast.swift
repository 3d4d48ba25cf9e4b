import PermafrostModel
import PermafrostSource

/// PF0206: A container's schema is not the last version of its plan.
struct SchemaNotLast: SourceRule {
    static let page = RulePage(
        code: "PF0206", name: "SchemaNotLast", severity: .error,
        summary: "A container with a plan is made with another schema than the plan's last version.",
        failure: """
            A plan leads to its last version. A container that asks for an older one, or for a part of the last one, is refused: \
            \(CoreDataFailure.unknownCoordinatorModelVersion.quotation).
            """,
        fix:
            "Make the container of the plan's last version: Schema(versionedSchema: AppSchemaV3.self), and move on with it."
    )

    let input: LintInput

    func findings(in context: RuleContext) -> [Finding] {
        input.containers.filter(\.opensUsersStore).compactMap { container in
            guard let group = input.group(of: container.plan), let last = group.schemas.last,
                let words = words(container.content, group, last)
            else { return nil }
            return finding(words, in: group, at: container.location)
        }
    }

    private func words(
        _ content: ContainerDeclaration.Content, _ group: LintGroup, _ last: DeclaredVersion
    ) -> Finding.Words? {
        let made: String
        switch content {
        case .unknown: return nil
        case .schema(let name):
            guard name != last.name else { return nil }
            made = name
        case .models(let listed, let closure):
            guard let newest = group.newest else { return nil }
            let own = Set(newest.classes.values)
            guard Set(closure) != own else { return nil }
            let known = group.classes
            // Another rule reports models that no version of the plan has.
            guard listed.allSatisfy({ known.contains($0.location) }) else { return nil }
            made = listed.map(\.name).sorted().joined(separator: ", ")
        }
        return Finding.Words(
            what: "The container is made with \(made), and \(group.name) leads to \(last.name) as a whole",
            affected: ContainerWording.cannotBeMade,
            fix: "Make it with Schema(versionedSchema: \(last.name).self)")
    }
}
