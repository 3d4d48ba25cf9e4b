import PermafrostModel
import PermafrostSource
import PermafrostStore

/// PF0230: A version is declared but no plan lists it, while a plan lists other versions of its family.
struct UnlistedVersion: SourceRule {
    static let page = RulePage(
        code: "PF0230", name: "UnlistedVersion", severity: .error,
        summary: "A version is declared and no plan lists it, while a plan lists others of its name.",
        failure: """
            A plan knows the versions in its list alone. A store of a version that is not in the list cannot be opened with the \
            plan: \(CoreDataFailure.unknownModelVersion.quotation), at launch. A version that is new and \
            missing in the list is not migrated to, and is frozen apart from the others.
            """,
        fix: """
            Add the version to the plan's list of schemas, oldest first, with a stage that leads to it. Remove a declaration that \
            has never shipped. Give a version of another family a name of its own.
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
                        what: "\(schema.name) is declared and in no plan's list; \(plan.name) lists "
                            + (plan.plan?.schemas ?? []).joined(separator: ", "),
                        affected: "Every user whose store is of \(schema.name): \(plan.name) cannot open it "
                            + "(\(CoreDataFailure.unknownModelVersion.code))",
                        fix:
                            "Add \(schema.name) to the list of \(plan.name), with a stage; or remove it if it never shipped"
                    ),
                    in: group, at: schema.location)
            }
        }
    }
}
