import PermafrostModel
import PermafrostSource

/// PF0226: A stage passes values from `willMigrate` to `didMigrate` in a variable.
struct StateBetweenHooks: ProjectRule {
    static let needs: Set<Fact> = [.stages]
    static let page = RulePage(
        code: "PF0226", name: "StateBetweenHooks", severity: .warning,
        summary: "A stage passes values from willMigrate to didMigrate in a variable.",
        failure: """
            A long migration can be interrupted between the two hooks. Values that are only in memory are then lost, \
            and the next launch may find a store that already has the new models. The variable also keeps the values \
            of all rows in memory at once.
            """,
        fix: """
            Keep the values in the store: in the newer version, add an optional property whose originalName is the old \
            property's name. Clear this property in didMigrate, and remove it in the next version. Or write the values \
            to a file that didMigrate deletes.
            """,
        reads: ["the variables that the stage's code sets and reads"],
        source: .inference,
        assumption: "It assumes that the app ends between the two hooks.",
        examples: (
            reported: .change(
                from: "var title: String?", to: "var title: String?\nvar size: Int?",
                stage: "willMigrate: { _ in sizes.append(1) }, didMigrate: { _ in print(sizes) }",
                app: "nonisolated(unsafe) var sizes: [Int] = []"),
            accepted: .change(
                from: "var title: String?", to: "var title: String?\nvar size: Int?",
                stage: "willMigrate: { _ in sizes.append(1) }, didMigrate: { _ in print(0) }",
                app: "nonisolated(unsafe) var sizes: [Int] = []")
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        facts.groups.flatMap { group in
            group.stages.compactMap { stage -> Finding? in
                let reads = stage.hooks.filter { $0.moment == .didMigrate }.flatMap(\.reads)
                let writes = stage.hooks.filter { $0.moment == .willMigrate }.flatMap(\.writes)
                guard
                    let write = writes.first(where: { write in
                        reads.contains { ($0.path + ".").hasPrefix(write.path + ".") }
                    })
                else { return nil }
                return finding(
                    .init(
                        what:
                            "willMigrate in the stage from \(stage.from) to \(stage.to) sets \(write.path), which "
                            + "didMigrate also uses",
                        affected:
                            "users with a \(group.declared.versionName(of: stage.from)) store whose app ends between the hooks. didMigrate then runs without the values, or doesn't run",
                        fix: "Keep the values in a property that the next version removes, or in a file"),
                    in: group, stage: stage, at: write.location)
            }
        }
    }
}
