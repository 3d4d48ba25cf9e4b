/// PF0208: a new required attribute, or an attribute that becomes required, without a default on the property.
struct RequiredWithoutDefault: StepRule {
    static let needs: Set<Fact> = [.steps]
    static let page = RulePage(
        code: "PF0208", name: "RequiredWithoutDefault", severity: .error, gates: [.freeze, .lint, .plan],
        summary: """
            A version adds a required attribute, or makes an optional attribute required, without a default on the \
            property.
            """,
        failure: """
            Existing rows have no value for the attribute, and the migration fails with error \
            \(CoreDataFailure.migrationFailed.code) \
            ("Validation error \(CoreDataFailure.missingValues(of: .attribute))"). A default in the initializer doesn't \
            count, because the migration creates no objects. A custom stage doesn't help with an added attribute, because \
            Core Data checks for missing values before didMigrate runs.
            """,
        fix: """
            Give the property a default (var slug: String = ""), or make it optional. You can then set the values in a \
            custom stage. If an optional attribute becomes required, you can instead set the missing values in the \
            willMigrate of a custom stage. A Backfill operation runs too late for this.
            """,
        reads: ["the models of both versions", "the stage between them"],
        source: .lightweightMigration,
        assumption: """
            If the stage's code may fill the rows first, the finding is a warning that assumes that a row stays \
            without a value.
            """,
        examples: (
            reported: .change(from: "var title: String?", to: "var title: String"),
            accepted: .change(from: "var title: String?", to: "var title: String = \"\"")
        ))

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        let added = step.changes(.addedWithoutDefault).filter { !step.isField($0.change) }
        return (added + step.changes(.becameRequiredWithoutDefault)).compactMap { judged in
            let isAdded = judged.rule == .addedWithoutDefault
            let entity = judged.change.entity ?? "the model"
            let property = judged.change.property ?? "it"
            let mayBeFilled = !isAdded && step.effects.mayRewriteRows(of: entity, of: step.old)
            guard !mayBeFilled || !step.effects.deletesAllRows(of: entity, in: step.old) else { return nil }
            let renamed = isAdded ? Self.rename(to: property, of: entity, in: step, group) : nil
            let advice =
                group.isModelFile
                ? ModelFileAdvice.requiredAttribute
                : "Give the property itself a default (a default in init doesn't count), or make the property optional"
            let what =
                "\(judged.change.subject) \(isAdded ? "is new and required" : "changed from optional to required") in "
                + "\(step.to.title), but the property has no default"
                + (mayBeFilled ? ". Permafrost can't verify that the stage fills every row" : "")
            let rows =
                mayBeFilled
                ? ", if a row of \(entity) still has no value for \(property) after the stage's code runs"
                : " that contains a row of \(entity)" + (isAdded ? "" : " without a value for \(property)")
            let fix = renamed.map { "\($0). Otherwise, \(advice.lowercasedFirst)" } ?? advice
            return finding(
                .init(
                    what: what,
                    affected: "users with a \(step.from.name) store\(rows). The migration fails with error "
                        + "\(CoreDataFailure.migrationFailed.code)",
                    fix: fix
                        + (mayBeFilled
                            ? ". If the stage's code sets every missing value before the migration, ignore this warning"
                            : "")),
                severity: mayBeFilled ? .warning : .error, in: step, of: group, about: judged)
        }
    }

    /// Returns the fix for a property that may be a renamed one. Nil if no removed property is similar.
    private static func rename(
        to property: String, of entity: String, in step: UpgradeStep, _ group: RuleGroup
    ) -> String? {
        step.inference.questions.first {
            $0.entity == entity && $0.candidates.contains(property) && !step.answers($0)
        }.map { question in
            let original = step.old.originalName(afterRenaming: question.oldName, of: entity)
            return "If this is the renamed \(question.oldName), "
                + (group.isModelFile
                    ? "set the renaming identifier to \(original) in Xcode"
                    : "add originalName: \"\(original)\" to the property, which keeps the values")
        }
    }
}
