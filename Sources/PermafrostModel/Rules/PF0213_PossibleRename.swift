/// PF0213: a possible rename without `originalName`, or a second rename whose `originalName` isn't the first name.
struct PossibleRename: StepRule {
    static let needs: Set<Fact> = [.steps]
    static let page = RulePage(
        code: "PF0213", name: "PossibleRename", severity: .warning, gates: [.lint, .plan],
        summary:
            "A property or model was removed and a similar one was added, or a property is renamed twice. The values may be lost.",
        failure: """
            Without @Attribute(originalName:), a rename is a removal and an addition, and the old values are silently deleted. \
            SwiftData has no option for a renamed model. If a property is renamed twice, Apple's documentation of Core \
            Data requires the first name as the original name in both versions, because two properties correspond only \
            if their original names are equal. Permafrost assumes that this also applies to SwiftData.
            """,
        fix: """
            If a property was renamed, add @Attribute(originalName: "oldName") or @Relationship(originalName: \
            "oldName"), or a Rename operation to the stage of a MigrationPlan. If it is renamed again, keep the first \
            originalName. If a model was renamed, restore its \
            name. If the old values can be deleted, add a Drop operation to the stage of a MigrationPlan, or explain \
            why on the line before: // permafrost:ignore PF0213 because …
            """,
        reads: ["the models of both versions", "the stage between them"],
        source: .lightweightMigration,
        assumption: "It assumes that the new name replaces the old one.",
        examples: (
            reported: .change(from: "var title: String?", to: "var heading: String?"),
            accepted: .change(
                from: "var title: String?", to: "@Attribute(originalName: \"title\") var heading: String?")
        ))

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        questions(in: step, of: group) + secondRenames(in: step, of: group)
    }

    /// Returns findings about properties whose original name is that of a property with a different original name.
    private func secondRenames(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        guard !step.effects.isUnknown else { return [] }
        return step.changes(.renamed).compactMap { judged in
            guard let entity = judged.change.entity, let old = judged.change.property, let new = judged.change.after,
                let previous = step.old.properties(of: entity).first(where: { $0.name == old }),
                let renamed = step.new.properties(of: entity).first(where: { $0.name == new }),
                let first = previous.renamingIdentifier, renamed.renamingIdentifier == old, first != old,
                !step.effects.carries(entity, old)
            else { return nil }
            let option = group.isModelFile ? "renaming identifier" : "originalName"
            return finding(
                .init(
                    what:
                        "The \(option) of \(entity).\(new) in \(step.to.title) is \(old), but \(old) has the \(option) "
                        + "\(first). Both must have the first name, as Apple documents for Core Data",
                    affected: "users with a \(step.from.name) store. The values of \(old) may be silently deleted",
                    fix: group.isModelFile
                        ? ModelFileAdvice.renamed(from: first)
                        : "Change the originalName of \(new) to \"\(first)\""),
                severity: .warning, subject: .step(judged), in: group, about: step.to, stage: step.name,
                at: step.to.place(entity: entity, property: new))
        }
    }

    private func questions(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.likelyRenames.map { question in
            let oldName = [question.entity, question.oldName].compactMap { $0 }.joined(separator: ".")
            let verb = question.candidates.count == 1 ? "was" : "were"
            let place = step.to.place(
                entity: question.entity ?? question.candidates.first,
                property: question.entity == nil ? nil : question.candidates.first)
            let original =
                question.entity.map { step.old.originalName(afterRenaming: question.oldName, of: $0) }
                ?? question.oldName
            let fix =
                group.isModelFile
                ? ModelFileAdvice.renamed(from: original)
                : question.entity == nil
                    ? "If this is a rename, keep the name \(question.oldName): SwiftData has no option for a renamed model"
                    : "If this is a rename, add originalName: \"\(original)\" to the new property"
                        // Lightweight stages run as one migration, whose last version must also have the name.
                        + (group.graph.versions.last?.typeName == step.to.typeName
                            ? "" : ", in \(step.to.typeName) and every later version")
            return finding(
                .init(
                    what:
                        "\(oldName) was removed in \(step.to.title), and the similar \(question.candidates.listed) \(verb) added. This "
                        + "may be a rename",
                    affected:
                        "users with a \(step.from.name) store, if this is a rename. The old values are silently deleted",
                    fix: fix),
                subject: .question(question), in: group, about: step.to, stage: step.name, at: place)
        }
    }
}
