import PermafrostModel
import PermafrostSource
import PermafrostStore

/// PF0230: No plan lists a declared version, although a plan lists other versions of the same schema.
struct UnlistedVersion: SourceRule {
    static let page = RulePage(
        code: "PF0230", name: "UnlistedVersion", severity: .error,
        summary: "A plan lists versions of a schema, but leaves out a declared one.",
        failure: """
            SwiftData recognizes only the versions in the plan's list. If a store has a different version, the app \
            fails to launch with \(CoreDataFailure.unknownModelVersion.quotation). If a new version is missing from \
            the list, stores aren't migrated to it, and it is frozen separately from the others.
            """,
        fix: """
            Add the version to the plan's list of schemas, oldest first, with a stage to it. Remove a declaration that never \
            shipped. Rename a schema that doesn't belong to the plan.
            """)

    let input: LintInput

    func findings(in context: RuleContext) -> [Finding] {
        let planned = input.groups.filter(\.hasPlan)
        return input.groups.filter { $0.plan == nil }.flatMap { group in
            group.schemas.filter { !$0.isUnversioned }.compactMap { schema -> Finding? in
                let family = SchemaName.withoutVersion(schema.name)
                guard
                    let plan = planned.first(where: { group in
                        group.plan?.schemas.contains { SchemaName.withoutVersion($0) == family } ?? false
                    })
                else { return nil }
                return finding(
                    .init(
                        what: "\(schema.name) is declared, but no plan lists it. \(plan.name) lists "
                            + (plan.plan?.schemas ?? []).joined(separator: ", "),
                        affected: "users with a \(schema.name) store. \(plan.name) can't open it "
                            + "(\(CoreDataFailure.unknownModelVersion.code))",
                        fix:
                            "Add \(schema.name) and its stage to \(plan.name), or remove \(schema.name) if it never shipped"
                    ),
                    in: group, at: schema.location)
            }
        }
    }
}
