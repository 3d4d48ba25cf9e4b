import PermafrostModel
import PermafrostSource

/// PF0223: Containers with different models, several configurations of one container, or several apps open the same
/// store.
struct SharedStore: ProjectRule {
    static let needs: Set<Fact> = [.code]
    static let page = RulePage(
        code: "PF0223", name: "SharedStore", severity: .warning,
        summary: "Containers with different models, several configurations, or several apps open the same store.",
        failure: """
            A store has the models of the container that opened it last. If a container with fewer models opens the \
            store, for example in an intent or a widget, the store is migrated to these models. This migration deletes \
            the tables of all other models, or fails. Containers open the same store if they have the same URL, or the \
            same name in the same app or app group. A configuration without a name, URL or group uses default.store. \
            On macOS, all unsandboxed apps share the folder of default.store.
            """,
        fix: """
            Declare the list of models once, and use it for every container of the store. If the models belong in different \
            stores, give each configuration its own name or URL, such as ModelConfiguration("Trips", schema: …). If the app has \
            shipped, first move the existing store to the new name or URL. For a Mac app, enable the sandbox before the \
            first release, or give the store its own URL.
            """,
        reads: ["the models of the containers", "the locations of their stores"],
        source: .reports([
            "https://developer.apple.com/forums/thread/759634",
            "https://github.com/macnev2013/macSCP/issues/29",
        ]),
        assumption: "It assumes that the containers run on the same device.",
        examples: (
            reported: .app(
                """
                func openApp() throws -> ModelContainer {
                    try ModelContainer(for: AppV2.Note.self, migrationPlan: AppPlan.self)
                }
                func openIntent() throws -> ModelContainer { try ModelContainer(for: Draft.self) }
                @Model final class Draft { var text: String? }
                """),
            accepted: .app(
                """
                func openApp() throws -> ModelContainer {
                    try ModelContainer(for: AppV2.Note.self, migrationPlan: AppPlan.self)
                }
                func openIntent() throws -> ModelContainer { try ModelContainer(for: Draft.self, configurations: ModelConfiguration("Drafts")) }
                @Model final class Draft { var text: String? }
                """)
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        let unnamed = facts.code.containers.filter { container in
            container.opensUsersStore
                && container.stores.filter { $0.isKnown && !$0.isInMemory && $0.place.isDefault }.count > 1
        }.map { container in
            finding(
                .init(
                    what: "Several configurations of the container have neither a name nor a URL",
                    affected: "all users. The configurations may all open the same store at the default URL",
                    fix: "Name each configuration: ModelConfiguration(\"Trips\", schema: …)"),
                in: facts.code.planned(container.content), at: container.location)
        }
        let found = Set(unnamed.map(\.location))
        let shared = unnamed + sharing().filter { !found.contains($0.location) }
        return shared + unsandboxed().filter { finding in !shared.contains { $0.location == finding.location } }
    }

    /// Returns findings for the containers of Mac apps without a sandbox that open the default store.
    private func unsandboxed() -> [Finding] {
        facts.code.containers.compactMap { container in
            guard container.opensDefaultStore, container.isReleased,
                container.platforms.isEmpty || container.platforms.contains(.macOS),
                let store = container.stores.first(where: { $0.isKnown && !$0.isInMemory && $0.place.isDefault }),
                let signing = container.entitlements.signings.first(where: {
                    $0.isSandboxed == false && !$0.isForDebugging
                })
            else { return nil }
            if case .group = store.place.root { return nil }
            let reason =
                signing.file.map { "\($0) doesn't enable the sandbox" }
                ?? "the target \(signing.target ?? "") doesn't enable the sandbox"
            return finding(
                .init(
                    what: "\(container.title) opens the default store, and \(reason)",
                    affected:
                        "Mac users with another app without the sandbox that opens the default store. Both apps open "
                        + "~/Library/Application Support/default.store, and each migrates it to its own models",
                    fix:
                        "Give the store its own file, with ModelConfiguration(url:). If the app has shipped, first move "
                        + "the existing store with its -wal and -shm"),
                in: facts.code.planned(container.content), at: container.location)
        }
    }

    /// Returns findings for containers that open a store with fewer models than another container, or with different
    /// classes.
    private func sharing() -> [Finding] {
        let users = StoreContainers(facts.code)
        return users.all.compactMap { user -> Finding? in
            guard let richest = users.richest(besides: user), !isOfNewerSystems(richest, than: user) else { return nil }
            let missing = richest.entities.keys.filter { user.entities[$0] == nil }.sorted()
            let other = "\(richest.container.title) at \(richest.container.location)"
            // A flag may decide at run time that the store is in memory.
            let verb = user.store.isKnown ? "opens" : "may open"
            let opens = "\(user.container.title) \(verb) \(user.store.place.title)"
            if missing.isEmpty {
                let changed = richest.entities.filter { name, entity in
                    user.entities[name].map { !$0.isSame(as: entity) } ?? false
                }.keys.sorted()
                guard user.entities.count == richest.entities.count, !changed.isEmpty, user.isAfter(richest) else {
                    return nil
                }
                return finding(
                    .init(
                        what: "\(opens) with different classes for \(changed.listed) than \(other)",
                        affected:
                            "users with data in the store. Each container migrates the store to its own classes, or "
                            + "fails",
                        fix:
                            "Use the same classes in both containers. Or rename the classes of one container, and give its store its own "
                            + "name or URL"
                    ),
                    in: facts.code.planned(user.container.content), at: user.container.location)
            }
            let names = missing.listed
            let rows = missing.count == 1 ? "its rows" : "their rows"
            return finding(
                .init(
                    what: "\(opens) without \(names), which \(other) stores there",
                    affected: "users with data in \(names). The container may delete \(rows), or fail to open",
                    fix: fix(user, richest)),
                in: facts.code.planned(user.container.content), at: user.container.location)
        }
    }

    /// Returns whether a container opens a version with an `@available` attribute, and another one an older version of the
    /// same plan.
    private func isOfNewerSystems(_ richest: StoreContainers.User, than user: StoreContainers.User) -> Bool {
        guard let group = facts.code.group(of: richest.container.plan), let last = group.schemas.last,
            richest.container.content == .schema(last.name), richest.container.plan == user.container.plan
        else { return false }
        return facts.code.opensOnNewerSystems(last, with: richest.container.plan)
    }

    /// Returns the fix for two containers that open a store with different models. If one of them has a plan, both need
    /// the plan's last version.
    private func fix(_ user: StoreContainers.User, _ richest: StoreContainers.User) -> String {
        let start = "Open the store with the same models everywhere: "
        guard let group = facts.code.group(of: richest.container.plan) ?? facts.code.group(of: user.container.plan),
            let plan = group.plan, let newest = group.newest
        else { return start + StoreContainers.list(for: user, richest) }
        let entities = Set(user.entities.keys).union(richest.entities.keys)
        let outside = entities.filter { newest.classes[$0] == nil }.sorted()
        let container = "Schema(versionedSchema: \(newest.typeName).self), migrationPlan: \(plan.name).self"
        return outside.isEmpty
            ? start + container
            : "List \(outside.listed) in \(newest.typeName), or in a new version if \(newest.name) has shipped. \(start)"
                + container
    }
}
