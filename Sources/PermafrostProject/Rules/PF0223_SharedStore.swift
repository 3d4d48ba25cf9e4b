import PermafrostModel
import PermafrostSource

/// PF0223: Containers with different models, or several configurations of one container, share the default store.
struct SharedStore: SourceRule {
    static let page = RulePage(
        code: "PF0223", name: "SharedStore", severity: .warning,
        summary: "Containers of different models, or several configurations of one, lie at the default URL.",
        failure: """
            A configuration without a name, URL or group uses the default URL, default.store. If two containers open it with \
            different models, each migrates it to its own and drops the tables that it does not know, or is refused. Apps on \
            macOS that are not sandboxed share the folder with each other, too.
            """,
        fix: """
            Give each configuration a name or a URL of its own: ModelConfiguration("Trips", schema: …). An app that has shipped \
            moves its store there first.
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
                    affected: "Everybody: they may all open the one store at the default URL",
                    fix: "Name each: ModelConfiguration(\"Trips\", schema: …)"),
                in: input.planned(container.content), at: container.location)
        }
        return unnamed + sharing()
    }

    /// Finds containers that open the default store with other models than the first container of their module.
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
                        + "\(earlier.container.location) opens with other models",
                    affected: "Users with data in either: one may drop the other's tables, or be refused",
                    fix: "Give one of them a name or a URL of its own"),
                in: input.planned(container.content), at: container.location)
        }
    }
}
