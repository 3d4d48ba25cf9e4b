import PermafrostModel
import PermafrostSource

/// PF0205: A container with a plan has a model that isn't in the plan's last version.
struct ModelOutsidePlan: SourceRule {
    static let page = RulePage(
        code: "PF0205", name: "ModelOutsidePlan", severity: .error,
        summary: "A container is made with a model that the last version of its plan neither lists nor leads to.",
        failure: """
            A plan leads to its last version and nowhere else. Where the container's models are others, no store can be brought to \
            them: \(CoreDataFailure.unknownCoordinatorModelVersion.quotation), at launch.
            """,
        fix: """
            List the model in the plan's last version, or in a new version with a stage to it where the last one has shipped. \
            Make the container of the version itself, Schema(versionedSchema:), so that the two cannot come apart.
            """)

    let input: LintInput

    func findings(in context: RuleContext) -> [Finding] {
        input.containers.filter(\.opensUsersStore).compactMap { container in
            guard let group = input.group(of: container.plan), let newest = group.newest,
                case .models(let listed, _) = container.content
            else { return nil }
            // Another rule reports a class of an older version.
            let known = group.classes
            let outside = listed.filter { !known.contains($0.location) }.map(\.name).sorted()
            guard !outside.isEmpty else { return nil }
            let names = outside.joined(separator: ", ")
            return finding(
                .init(
                    what:
                        "The container is made with \(names), and \(newest.title), the last version of \(group.name), "
                        + "neither lists \(outside.count == 1 ? "it" : "them") nor leads there",
                    affected: ContainerWording.cannotBeMade,
                    fix: "List \(names) in \(newest.typeName), or in a new version where \(newest.name) has shipped"),
                in: group, at: container.location)
        }
    }
}
