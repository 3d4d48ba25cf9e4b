import PermafrostModel

/// PF0219: a new uniqueness constraint over rows that may agree.
struct UniquenessRule: LintStepRule {
    static let page = LintPage(
        code: "PF0219", name: "UniqueWithoutDeduplication", severity: .error,
        summary: "A version makes properties unique, and nothing removes duplicates first.",
        failure: """
            The migration stops with 134111 on the first store that holds two equal values. A new property with a default gives \
            every row the same one, also where the default is UUID(), which is made once. Afterwards, inserting an equal value \
            replaces the row.
            """,
        fix: """
            Remove duplicates in the willMigrate of a custom stage, or by Deduplicate among the operations of the stage in a \
            MigrationPlan. For a new property: add it in one version, fill it in that \
            stage's didMigrate, and make it unique in the next.
            """)

    func findings(in step: LintStep, of group: LintGroup) -> [Finding] {
        step.changes(.addedUniqueness).compactMap { judged in
            guard let entity = judged.change.entity, step.from.model.entity(named: entity) != nil else { return nil }
            let isNew = step.inference.changes.contains {
                $0.rule == .addedWithDefault && $0.change.entity == entity
                    && $0.change.property == judged.change.property
                    && $0.change.element.isEmpty
            }
            let constraint = judged.change.after ?? "unique"
            if isNew, !constraint.contains(",") {
                return finding(
                    .init(
                        what:
                            "\(judged.change.subject) is new in \(step.to.title) and unique, and every old row gets the same "
                            + "default",
                        affected:
                            "Users at \(step.from.version) with two rows of \(entity): the migration stops with 134111",
                        fix: "Fill it in a custom stage, and make it unique in the version after"),
                    in: step, of: group, about: judged)
            }
            let property = constraint.contains(",") ? nil : judged.change.property
            guard !step.removesDuplicates(of: entity, in: property) else { return nil }
            return finding(
                .init(
                    what: "\(entity) becomes \(constraint) in \(step.to.title), "
                        + (step.isCustom
                            ? "and no operation of the stage removes duplicates" : "in a lightweight migration"),
                    affected: "Users at \(step.from.version) with two rows that agree: the migration stops with 134111",
                    fix: "Remove duplicates in the willMigrate of a custom stage"),
                in: step, of: group, about: judged)
        }
    }
}
