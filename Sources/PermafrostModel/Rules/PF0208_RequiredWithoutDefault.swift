/// PF0208: a new required attribute, or an attribute that becomes required, without a default on the property, or with a
/// default that all existing rows share although it is meant to differ.
struct RequiredWithoutDefault: StepRule {
    static let needs: Set<Fact> = [.steps]
    static let page = RulePage(
        code: "PF0208", name: "RequiredWithoutDefault", severity: .error, gates: [.freeze, .lint, .plan],
        summary: """
            A version adds a required attribute, or makes an optional attribute required, without a default on the \
            property, or with a default such as UUID() that all existing rows share.
            """,
        failure: """
            Existing rows have no value for the attribute, and the migration fails with error \
            \(CoreDataFailure.migrationFailed.code) \
            ("Validation error \(CoreDataFailure.missingValues(of: .attribute))"). A default in the initializer doesn't \
            count, because the migration creates no objects. A custom stage doesn't help with an added attribute, because \
            Core Data checks for missing values before didMigrate runs. A default such as UUID() or Date.now is \
            evaluated only once, so every existing row gets the same value.
            """,
        fix: """
            Give the property a default (var slug: String = ""), or make it optional. You can then set the values in a \
            custom stage. If an optional attribute becomes required, you can instead set the missing values in the \
            willMigrate of a custom stage. A Backfill operation runs too late for this. If the default is evaluated only \
            once, set a different value in each row in the didMigrate of a custom stage, or with a Backfill operation.
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
        missing(in: step, of: group) + shared(in: step, of: group)
    }

    /// Returns findings about defaults that are evaluated once for all rows. Omits a property if the stage's code may set
    /// it, and a unique property, which PF0219 reports.
    private func shared(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        let constraints = step.changes(.addedUniqueness, .filledUniqueProperty).flatMap {
            [$0.change.property].compactMap(\.self) + step.new.constraint(of: $0.change)
        }
        return step.changes(.addedWithGeneratedDefault, .addedWithDefault, .becameRequiredWithDefault).compactMap {
            judged in
            guard judged.change.element.isEmpty, let entity = judged.change.entity,
                let property = judged.change.property, !constraints.contains(property),
                case .attribute(let attribute)? = step.new.entity(named: entity)?.property(named: property),
                !attribute.isOptional, let value = attribute.defaultValue,
                let kind = value.generated ?? step.to.followedDefault(of: property, in: entity)?.generated,
                !step.effects.maySetValues(of: .init(entity: entity, property: property))
            else { return nil }
            let isAdded = judged.rule != .becameRequiredWithDefault
            guard isAdded || !step.effects.mayRewriteRows(of: entity, of: step.old) else { return nil }
            let text = if case .expression(let text) = value { " \(text)" } else { "" }
            let isIdentity = kind == .random && ["id", "uuid", "identifier", "guid"].contains(property.lowercased())
            return finding(
                .init(
                    what:
                        "\(judged.change.subject) \(isAdded ? "is new and required" : "becomes required") in "
                        + "\(step.to.title), and its default\(text) is evaluated only once, so every existing row"
                        + "\(isAdded ? "" : " without a value") gets the same value",
                    affected:
                        "users with a \(step.from.name) store that contains two rows of \(entity)"
                        + (isIdentity
                            ? ". Code and views that identify rows by \(property) can't tell these rows apart" : ""),
                    fix: kind == .time
                        ? "If the rows need different values, set them in the didMigrate of a custom stage"
                        : "Set a different value in each row in the didMigrate of a custom stage"),
                severity: kind == .time ? .note : .warning, in: step, of: group, about: judged)
        }
    }

    private func missing(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        let added = step.changes(.addedWithoutDefault).filter { !step.isField($0.change) }
        return (added + step.changes(.becameRequiredWithoutDefault)).compactMap { judged in
            let isAdded = judged.rule == .addedWithoutDefault
            let entity = judged.change.entity ?? "the model"
            let property = judged.change.property ?? "it"
            let mayBeFilled = !isAdded && step.effects.mayRewriteRows(of: entity, of: step.old)
            // Without rows, no row lacks a value.
            guard !step.effects.deletesAllRows(of: entity, in: step.old) else { return nil }
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
        step.likelyRenames.first { $0.entity == entity && $0.candidates.contains(property) }.map { question in
            let original = step.old.originalName(afterRenaming: question.oldName, of: entity)
            return "If this is the renamed \(question.oldName), "
                + (group.isModelFile
                    ? "set the renaming identifier to \(original) in Xcode"
                    : "add originalName: \"\(original)\" to the property, which keeps the values")
        }
    }
}

extension SchemaVersion {
    /// The expression that a default refers to through constants and functions. Nil if it isn't known.
    fileprivate func followedDefault(of property: String, in entity: String) -> DefaultValue? {
        places?.parts.defaultTexts[entity]?[property].map { .expression($0) }
    }
}
