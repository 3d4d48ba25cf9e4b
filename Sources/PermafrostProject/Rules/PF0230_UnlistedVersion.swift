import PermafrostModel
import PermafrostSource
import PermafrostStore

/// PF0230: No plan lists a declared version, although a plan lists other versions of the same schema.
struct UnlistedVersion: ProjectRule {
    static let needs: Set<Fact> = []
    static let page = RulePage(
        code: "PF0230", name: "UnlistedVersion", severity: .warning,
        summary: "A declared version isn't in the plan that lists the schema's other versions.",
        failure: """
            SwiftData recognizes only the versions in the plan's list. If a store has a different version and the plan has a \
            stage, the app fails to launch with \(CoreDataFailure.unknownModelVersion.quotation). If the plan has no \
            stage, the store \(Staging.opensToday). If the plan's list lacks a new version, the plan doesn't migrate \
            stores to it, and freeze puts its fixture in a group of its own.
            """,
        fix: """
            If the version has shipped or will ship, add it to the plan's list of schemas, oldest first, and add a stage that \
            migrates to it. If it never shipped and you don't need it, remove its declaration. If the schema doesn't belong to \
            the plan, rename it.
            """,
        reads: ["the names of the declared versions", "the lists of the plans"],
        source: .unknownVersion,
        assumption: "It assumes that versions whose names differ only in their number belong to the same plan.",
        examples: (
            reported: .app(
                """
                enum AppV3: VersionedSchema {
                    static let versionIdentifier = Schema.Version(3, 0, 0)
                    static var models: [any PersistentModel.Type] { [Note.self] }
                    @Model final class Note { var text: String? }
                }
                """),
            accepted: .app(
                """
                enum CacheV3: VersionedSchema {
                    static let versionIdentifier = Schema.Version(3, 0, 0)
                    static var models: [any PersistentModel.Type] { [Note.self] }
                    @Model final class Note { var text: String? }
                }
                """)
        ))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        let planned = facts.groups.filter(\.hasPlan)
        return facts.groups.filter { $0.plan == nil }.flatMap { group in
            group.schemas.filter { !$0.isUnversioned }.compactMap { schema -> Finding? in
                let family = SchemaName.withoutVersion(schema.name)
                guard
                    let plan = planned.first(where: { group in
                        group.plan?.schemas.contains { SchemaName.withoutVersion($0) == family } ?? false
                    })
                else { return nil }
                let effect = plan.staging.effectOnUnknownStore("It matches no version of \(plan.name)")
                let stage = plan.staging == .noStages ? "" : " and its stage"
                return finding(
                    .init(
                        what: "\(schema.name) is declared, but no plan lists it. \(plan.name) lists "
                            + (plan.plan?.schemas ?? []).joined(separator: ", "),
                        affected:
                            "users with a \(schema.name) store, if \(schema.name) belongs to the plan, as its name "
                            + "suggests" + (effect.map { ". \($0)" } ?? ""),
                        fix:
                            "Add \(schema.name)\(stage) to \(plan.name), or remove \(schema.name) if the version never "
                            + "shipped"
                    ),
                    in: group, at: schema.location)
            }
        }
    }
}
