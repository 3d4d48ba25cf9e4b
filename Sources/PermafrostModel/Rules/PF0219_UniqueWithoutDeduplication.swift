/// PF0219: a new uniqueness constraint, or a unique property that becomes required, if rows may have equal values.
struct UniqueWithoutDeduplication: StepRule {
    static let needs: Set<Fact> = [.steps]
    static let page = RulePage(
        code: "PF0219", name: "UniqueWithoutDeduplication", severity: .error, gates: [.freeze, .lint, .plan],
        summary: "A version makes properties unique without removing duplicates first.",
        failure: """
            The migration fails with error \(CoreDataFailure.constraintViolated.code) on every store with two rows \
            that have equal values. A new property has the same default in every row, even if the default is UUID(), \
            which is evaluated once. If a unique property becomes required, rows without a value get the same default, \
            so the migration presumably fails too. After the migration, inserting an equal value replaces the existing \
            row.
            """,
        fix: """
            Remove duplicates in the willMigrate of a custom stage, or add a Deduplicate operation to the stage of a \
            MigrationPlan. If the property is new, first add it without the constraint, and set its values in the \
            didMigrate of a custom stage. Add the constraint in the next version.
            """,
        reads: ["the models of both versions", "the stage between them"],
        source: .fix("https://github.com/kasianov-mikhail/scout/pull/1191"),
        assumption: "A unique property that becomes required is a warning that assumes that two rows have no value.",
        examples: (
            reported: .change(from: "var title: String?", to: "@Attribute(.unique) var title: String?"),
            accepted: .change(
                from: "var title: String?", to: "@Attribute(.unique) var title: String?",
                stage: "willMigrate: { context in try removeDuplicates(context) }, didMigrate: nil")
        ))

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        added(in: step, of: group) + filled(in: step, of: group)
    }

    /// Returns findings about unique properties that become required. Omits a property if the stage's code can change
    /// the rows first.
    private func filled(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.changes(.filledUniqueProperty).compactMap { judged in
            guard let entity = judged.change.entity,
                !step.effects.mayRewriteRows(of: step.continuity.entitySource[entity] ?? entity, of: step.old)
            else { return nil }
            return finding(
                .init(
                    what:
                        "\(judged.change.subject) becomes required in \(step.to.title) and is in "
                        + "\(Entity.noun(ofConstraint: judged.change.after)), but rows without a value get the same default",
                    affected:
                        "users with a \(step.from.name) store that contains two rows of \(entity) without a value. The migration "
                        + "presumably fails with error \(CoreDataFailure.constraintViolated.code)",
                    fix: group.isModelFile
                        ? "Set different values before the migration"
                        : "Set different values in the willMigrate of a custom stage"),
                severity: .warning, in: step, of: group, about: judged)
        }
    }

    private func added(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.changes(.addedUniqueness).compactMap { judged in
            let entity = judged.change.entity ?? "the model"
            switch step.effects.duplicates(
                under: judged, from: step.old, to: step.new)
            {
            case nil: return nil
            case .sameDefault?:
                return finding(
                    .init(
                        what:
                            "\(judged.change.subject) is new and unique in \(step.to.title), but every existing row gets the same "
                            + "default",
                        affected:
                            "users with a \(step.from.name) store that contains two rows of \(entity). The migration fails with error "
                            + "\(CoreDataFailure.constraintViolated.code)",
                        fix: group.isModelFile
                            ? ModelFileAdvice.newAndUnique
                            : "Set different values in a custom stage, and make the property unique in the next version"
                    ),
                    in: step, of: group, about: judged)
            case .notRemoved?:
                return finding(
                    .init(
                        what: "\(entity) gains \(Entity.noun(ofConstraint: judged.change.after)) in \(step.to.title)"
                            + (step.isCustom
                                ? ", but no operation of the stage removes duplicates" : " in a lightweight migration"),
                        affected:
                            "users with a \(step.from.name) store that contains two rows of \(entity) with equal values of the unique "
                            + "properties. The migration fails with error \(CoreDataFailure.constraintViolated.code)",
                        fix: group.isModelFile
                            ? ModelFileAdvice.unique
                            : "Remove duplicates in the willMigrate of a custom stage, or with a Deduplicate operation of a "
                                + "MigrationPlan"),
                    in: step, of: group, about: judged)
            }
        }
    }
}
