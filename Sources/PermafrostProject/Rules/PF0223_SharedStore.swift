import PermafrostModel
import PermafrostSource

/// PF0223: Containers with different models, or several configurations of one container, share the default store.
struct SharedStore: SourceRule {
    static let page = RulePage(
        code: "PF0223", name: "SharedStore", severity: .warning,
        summary: "Containers with different models, or several configurations, use the default URL.",
        failure: """
            A configuration without a name, URL or group uses the default URL, default.store. If two containers open it with \
            different models, each migrates it to its own models and deletes the tables it doesn't know, or fails. \
            Unsandboxed apps on macOS also share this folder.
            """,
        fix: """
            Give each configuration its own name or URL, such as ModelConfiguration("Trips", schema: …). If the app has shipped, \
            move its store there first.
            """)

    let input: LintInput

    func findings(in context: RuleContext) -> [Finding] {
        let unnamed = input.containers.filter { container in
            container.opensUsersStore
                && container.stores.filter { $0.isKnown && !$0.isInMemory && !$0.hasOwnPlace }.count > 1
        }.map { container in
            finding(
                .init(
                    what: "Several configurations of the container have neither a name nor a URL",
                    affected: "all users. The configurations may all open the same store at the default URL",
                    fix: "Name each configuration: ModelConfiguration(\"Trips\", schema: …)"),
                in: input.planned(container.content), at: container.location)
        }
        return unnamed + sharing()
    }

    /// Returns findings for containers that open the default store with different models than the first container of
    /// their module.
    private func sharing() -> [Finding] {
        var first: [String: (container: ContainerDeclaration, classes: Set<SourceLocation>)] = [:]
        return input.containers.filter(\.opensDefaultStore).compactMap { container in
            guard let classes = input.classes(of: container.content) else { return nil }
            guard let earlier = first[container.module ?? ""] else {
                first[container.module ?? ""] = (container, classes)
                return nil
            }
            guard earlier.classes != classes else { return nil }
            return finding(
                .init(
                    what: "\(container.title) opens the default store, which \(earlier.container.title) at "
                        + "\(earlier.container.location) opens with different models",
                    affected:
                        "users who have data from both containers. One container may delete the other's tables, or fail to open",
                    fix: "Give one of the two containers its own name or URL"),
                in: input.planned(container.content), at: container.location)
        }
    }
}
