import PermafrostModel
import PermafrostSource

/// PF0243: Containers of one process open different stores with different classes that have the same entity name.
struct NameInTwoStores: ProjectRule {
    static let needs: Set<Fact> = [.code]
    static let page = RulePage(
        code: "PF0243", name: "NameInTwoStores", severity: .warning,
        summary: "Containers of one process open different stores with different classes of the same name.",
        failure: """
            In a process, SwiftData connects an entity name to the first class with that name. If an app opens an old \
            and a new store, each with a class of the same name, a fetch of the second class may return objects of the \
            first class, or crash. Apple doesn't document this.
            """,
        fix: """
            Give the classes different names, but don't rename a class whose store has shipped. If both classes have \
            shipped, read the old store in a separate process, at a separate launch, or with Core Data instead.
            """,
        reads: ["the classes of the containers", "the locations of their stores"],
        source: .fix("https://github.com/dashpay/platform/pull/4644"),
        assumption: "It assumes that both stores are open in one process.",
        examples: (
            reported: .app(
                """
                func openOld() throws {
                    _ = try ModelContainer(for: Old.Draft.self, configurations: ModelConfiguration("Old"))
                }
                func openNew() throws {
                    _ = try ModelContainer(for: New.Draft.self, configurations: ModelConfiguration("New"))
                }
                enum Old { @Model final class Draft { var a: Int? } }
                enum New { @Model final class Draft { var b: Int? } }
                """),
            accepted: .app(
                """
                func openOld() throws {
                    _ = try ModelContainer(for: Old.Draft.self, configurations: ModelConfiguration("Old"))
                }
                func openNew() throws {
                    _ = try ModelContainer(for: New.Letter.self, configurations: ModelConfiguration("New"))
                }
                enum Old { @Model final class Draft { var a: Int? } }
                enum New { @Model final class Letter { var b: Int? } }
                """)
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        let users = StoreContainers(facts.code)
        var first: [String: [Use]] = [:]
        var found: [Finding] = []
        for user in users.all {
            let plan = facts.code.planned(user.container.content)?.name
            for (name, entity) in user.entities.sorted(by: { $0.key < $1.key }) {
                let own = Use(user: user, entity: entity, plan: plan)
                let others = first[name] ?? []
                if let other = others.first(where: own.isNamesake) {
                    found.append(finding(name, own, other))
                } else if others.count < Self.limit {
                    first[name, default: []].append(own)
                }
            }
        }
        return found
    }

    /// The maximum number of uses to compare for each entity name.
    private static let limit = 32

    private struct Use {
        var user: StoreContainers.User
        var entity: StoredEntity
        /// The name of the group whose plan contains the container's models, or nil if there is no such plan.
        var plan: String?

        /// Returns whether one process can open both stores, each with its own class. Returns false for versions of one
        /// plan and for containers of one store, because other rules check them.
        func isNamesake(of other: Use) -> Bool {
            entity.location != other.entity.location && user.relation(to: other.user) != .same
                && user.container.sharesProcess(with: other.user.container) == true
                && user.container.canBeCompiled(with: other.user.container) && (plan == nil || plan != other.plan)
        }
    }

    private func finding(_ name: String, _ own: Use, _ other: Use) -> Finding {
        finding(
            .init(
                what: "\(own.user.container.title) opens a class \(name) (\(own.entity.location)), and "
                    + "\(other.user.container.title) at \(other.user.container.location) opens a different class \(name) "
                    + "(\(other.entity.location))",
                affected:
                    "users for whom both containers are open. A fetch of one class may return objects of the other "
                    + "class, or end the app",
                fix: "Give the classes different names, or open only one of the stores while the app runs"),
            in: facts.code.planned(own.user.container.content), at: own.user.container.location)
    }
}
