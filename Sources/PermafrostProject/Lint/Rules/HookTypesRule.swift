import PermafrostDeclarations

/// PF0216: a hook that uses the other version's types, or a typealias that will move.
struct HookTypesRule: LintRule {
    static let page = LintPage(
        code: "PF0216", name: "HookOfOtherVersion", severity: .error,
        summary:
            "A stage's willMigrate uses the newer version's types, its didMigrate the older one's, or either a typealias.",
        failure: """
            willMigrate sees the store with the older version's models alone, didMigrate with the newer one's. A fetch of any \
            other class fails or crashes on users' stores. A typealias names the newest version: right when the stage was \
            written, it names another version's class as soon as there is a newer one.
            """,
        fix: """
            Write the types with their version, AppSchemaV2.Post: the older version's in willMigrate, the newer one's in \
            didMigrate. Of a stage's operations, Deduplicate takes the older one's, Backfill and Assert the newer one's.
            """)

    func findings(in input: LintInput) -> [Finding] {
        input.groups.flatMap { group -> [Finding] in
            guard let plan = group.plan else { return [] }
            return plan.stages.flatMap { stage in
                stage.hooks.flatMap { hook in
                    var told: Set<String> = []
                    return hook.types.compactMap { use in
                        told.insert(use.name).inserted ? finding(about: use, hook, stage, plan, group) : nil
                    }
                }
            }
        }
    }

    private func finding(
        about use: PlanDeclaration.Stage.Hook.TypeUse, _ hook: PlanDeclaration.Stage.Hook,
        _ stage: PlanDeclaration.Stage,
        _ plan: PlanDeclaration, _ group: LintGroup
    ) -> Finding? {
        guard let schema = plan.schemas.first(where: { use.name.hasPrefix($0 + ".") }) else { return nil }
        let own = hook.moment == .willMigrate ? stage.from : stage.to
        if schema != own {
            return finding(
                .init(
                    what: "\(hook.title) of the stage from \(stage.from) to \(stage.to) uses \(use.name)"
                        + (use.written == use.name ? "" : " (as \(use.written))")
                        + ", and sees the models of \(own) alone",
                    affected: "Users at \(stage.from): the migration fails or crashes in the stage",
                    fix: "Use the class of \(own)"), in: group, at: use.location)
        }
        let schemaName = schema.split(separator: ".").last.map(String.init) ?? schema
        guard !use.written.split(separator: ".").contains(Substring(schemaName)) else { return nil }
        return finding(
            .init(
                what: "\(hook.title) of the stage from \(stage.from) to \(stage.to) names \(use.name) by the "
                    + "typealias \(use.written)",
                affected: "Nobody yet: users at \(stage.from), once the typealias names a newer version",
                fix: "Write \(use.name)"), severity: .warning, in: group, at: use.location)
    }
}

extension PlanDeclaration.Stage.Hook {
    /// `willMigrate`, or the operation that the code belongs to: `Backfill`, `willMigrate of CustomOperation`.
    fileprivate var title: String {
        switch operation {
        case nil: moment.rawValue
        case "CustomOperation"?: "\(moment.rawValue) of a CustomOperation"
        case let operation?: operation
        }
    }
}
