import PermafrostModel
import PermafrostSource

/// PF0252: A stage's hook uses state or a function of the main actor.
struct MainActorInHook: ProjectRule {
    static let needs: Set<Fact> = [.stages]
    static let page = RulePage(
        code: "PF0252", name: "MainActorInHook", severity: .warning,
        summary: "A stage's hook uses a class or function of the main actor, such as the state of the interface.",
        failure: """
            A hook runs on the thread that creates the container, and the app has no container until the migration \
            ends. On any thread except the main thread, MainActor.assumeIsolated stops the app. On the main thread, \
            DispatchQueue.main.sync never returns. A Task for the main actor may run only after the migration.
            """,
        fix: """
            In the hook, use only the context. Change the state of the interface where the container is created: \
            before the call, and after it returns or throws. To show that a migration runs, create the container in a \
            task, and show a view until the task ends.
            """,
        reads: ["the types and functions that the stage's code uses"],
        source: .documentation("MainActor.assumeIsolated(_:file:line:)"),
        assumption: "It assumes that the container may be made on any thread.",
        examples: (
            reported: .change(
                from: "var title: String?", to: "var title: String?\nvar size: Int?",
                stage: "willMigrate: nil, didMigrate: { _ in Progress.count = 1 }",
                app: "@MainActor final class Progress { static var count = 0 }"),
            accepted: .change(
                from: "var title: String?", to: "var title: String?\nvar size: Int?",
                stage: "willMigrate: nil, didMigrate: { _ in Progress.count = 1 }",
                app: "final class Progress { nonisolated(unsafe) static var count = 0 }")
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        facts.groups.flatMap { group in
            group.stages.flatMap { stage in
                stage.hooks.compactMap { hook -> Finding? in
                    guard let first = hook.mainActorUses.first else { return nil }
                    let names = hook.mainActorUses.map(\.path).listed
                    let isOne = hook.mainActorUses.count == 1
                    return finding(
                        .init(
                            what:
                                "\(hook.moment.rawValue) in the stage from \(stage.from) to \(stage.to) uses \(names), which "
                                + "\(isOne ? "belongs" : "belong") to the main actor",
                            affected:
                                "users with a \(group.declared.versionName(of: stage.from)) store. The hook runs on the thread that "
                                + "creates the container: the app may crash or stop responding, or its state changes "
                                + "at the wrong time",
                            fix: "Remove this code from the hook, and change the state where the container is created"),
                        in: group, stage: stage, at: first.location)
                }
            }
        }
    }
}
