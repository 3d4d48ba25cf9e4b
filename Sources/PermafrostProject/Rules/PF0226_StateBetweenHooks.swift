import PermafrostModel
import PermafrostSource

/// PF0226: A stage passes values from `willMigrate` to `didMigrate` in a variable.
struct StateBetweenHooks: SourceRule {
    static let page = RulePage(
        code: "PF0226", name: "StateBetweenHooks", severity: .warning,
        summary: "A stage hands values from willMigrate to didMigrate through a variable.",
        failure: """
            What is only in memory is gone when the app ends between the two, as it may in a long migration: the next launch can \
            find a store that has the new models already, and the values are lost. All rows are in memory at once, too.
            """,
        fix: """
            Carry the values in the store: an optional property of the newer version under the old one's originalName, which \
            didMigrate empties and the version after removes. Or write them to a file, which didMigrate removes.
            """)

    let input: LintInput

    func findings(in context: RuleContext) -> [Finding] {
        input.groups.flatMap { group in
            (group.plan?.stages ?? []).compactMap { stage -> Finding? in
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
                            "willMigrate of the stage from \(stage.from) to \(stage.to) keeps values in \(write.path), which "
                            + "didMigrate reads",
                        affected: "Users at \(stage.from) whose app ends in between: the values are lost",
                        fix: "Carry them in the store, in a property that the version after removes, or in a file"),
                    in: group, at: write.location)
            }
        }
    }
}
