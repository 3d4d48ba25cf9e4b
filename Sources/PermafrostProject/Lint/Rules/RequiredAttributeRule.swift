import PermafrostModel

/// PF0208: a required attribute without a default on the property.
struct RequiredAttributeRule: LintStepRule {
    static let page = LintPage(
        code: "PF0208", name: "RequiredWithoutDefault", severity: .error,
        summary: "A version adds a required attribute, or requires an optional one, without a default on the property.",
        failure: """
            Rows that exist have no value for it, and the migration stops with 134110 ("Validation error missing attribute \
            values on mandatory destination attribute"). A default in the initializer does not count: the migration makes no \
            objects. A custom stage does not help with an added attribute, since the check comes before didMigrate.
            """,
        fix: """
            Give the property a default (var slug: String = ""), or make it optional. A custom stage may then fill it in. For an \
            attribute that was optional, a custom stage can also fill the gaps in willMigrate; Backfill comes too late.
            """)

    func findings(in step: LintStep, of group: LintGroup) -> [Finding] {
        let added = step.changes(.addedWithoutDefault).filter(\.change.element.isEmpty)
        let required = step.changes(.becameRequiredWithoutDefault).filter {
            !step.changesOldRows(of: $0.change.entity)
        }
        return (added + required).map { judged in
            let verb = judged.rule == .addedWithoutDefault ? "is new and required" : "was optional and is required"
            let rows = judged.rule == .addedWithoutDefault ? "any row" : "a row without a value"
            return finding(
                .init(
                    what: "\(judged.change.subject) \(verb) in \(step.to.title), and has no default on the property",
                    affected:
                        "Users at \(step.from.version) with \(rows) of \(judged.change.entity ?? "it"): the migration "
                        + "stops with 134110",
                    fix: "Give the property itself a default (one in init does not count), or make it optional"),
                in: step, of: group, about: judged)
        }
    }
}
