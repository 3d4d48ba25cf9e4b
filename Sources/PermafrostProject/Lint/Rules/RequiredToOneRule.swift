import PermafrostModel

/// PF0209: a required to-one relationship that rows cannot have yet.
struct RequiredToOneRule: LintStepRule {
    static let page = LintPage(
        code: "PF0209", name: "RequiredToOne", severity: .error,
        summary: "A version adds a required to-one relationship, or requires an optional one.",
        failure: """
            Rows that exist lead nowhere, and the migration stops with 134110 ("missing attribute values on mandatory \
            destination relationship"), with a default object on the property too.
            """,
        fix: """
            Make it optional and fill it in a custom stage. Require it in the version after, with a custom stage whose \
            willMigrate links what is left, or keep it optional.
            """)

    func findings(in step: LintStep, of group: LintGroup) -> [Finding] {
        step.changes(.addedRequiredToOne).filter {
            $0.change.aspect == .added || !step.changesOldRows(of: $0.change.entity)
        }.map { judged in
            let verb = judged.change.aspect == .added ? "is a new required to-one" : "was optional and is required"
            return finding(
                .init(
                    what: "\(judged.change.subject) \(verb) in \(step.to.title)",
                    affected:
                        "Users at \(step.from.version) with rows of \(judged.change.entity ?? "it"): the migration stops "
                        + "with 134110",
                    fix: "Make it optional and fill it in a custom stage"),
                in: step, of: group, about: judged)
        }
    }
}
