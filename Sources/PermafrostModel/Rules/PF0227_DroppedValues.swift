/// PF0227: a removed property or model whose values are deleted, or a hook that deletes the rows of a model that stays.
struct DroppedValues: StepRule {
    static let needs: Set<Fact> = [.stages, .steps]
    static let page = RulePage(
        code: "PF0227", name: "DroppedValues", severity: .warning, gates: [.lint, .plan],
        summary: "The migration deletes values: of a removed property or model, or rows that a hook deletes.",
        failure: """
            The migration silently deletes the values, and they can't be restored because the migration replaces the store. This \
            may be intended. A hook that deletes all rows of a model is reported if the migration can keep the rows, because \
            the model doesn't change, or only by changes that the framework infers.
            """,
        fix: """
            To keep the values, add a Rename, Transform, Split, Merge or Reconnect operation to the stage of a \
            MigrationPlan, or copy the values in the hooks of a custom stage. If the values can be deleted, add a Drop \
            operation with the reason to the stage of a MigrationPlan. For any other plan, explain why at the \
            property's last declaration: // permafrost:ignore PF0227 because …
            """, acceptance: "If the values can be deleted",
        reads: ["the models of both versions", "the stage between them, with its hooks"],
        source: .lightweightMigration,
        assumption: "It assumes that the values are still needed.",
        examples: (
            reported: .change(from: "var title: String?\nvar image: Data?", to: "var title: String?"),
            accepted: .change(
                from: "var title: String?\nvar image: Data?", to: "var title: String?",
                stage: "willMigrate: { context in try exportImages(context) }, didMigrate: nil")
        ))

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.inference.changes.filter { step.losesData($0) && !isReportedElsewhere($0, in: step) }
            .map {
                judged in
                let change = judged.change
                let values = change.property == nil ? "rows" : "values"
                let drop = step.drop(of: change, in: group)
                var finding = finding(
                    .init(
                        what: "\(change.subject) was removed in \(step.to.title)",
                        affected:
                            "users with a \(step.from.name) store. The \(values) of \(change.subject) are silently deleted",
                        fix: group.isModelFile
                            ? "To keep the \(values), \(ModelFileAdvice.droppedValues)"
                            : drop.map { drop in
                                "To keep the \(values), add an operation to the stage, such as Rename or Transform. "
                                    + "If the values can be deleted, add \(drop) to the stage"
                            }
                                ?? "To keep the \(values), copy them in the hooks of a custom stage, or with an operation of a "
                                + "MigrationPlan"
                    ),
                    subject: .step(judged), in: group, about: step.from, stage: step.name,
                    at: step.from.place(entity: change.entity, property: change.property))
                if drop != nil { finding.acceptance = nil }
                return finding
            }
            + unneededDeletions(in: step, of: group)
    }

    /// Returns findings about hooks that delete all rows of a model although the framework can migrate the rows.
    private func unneededDeletions(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        let stage = group.stages.first { $0.from == step.from.schema && $0.to == step.to.schema }
        return (stage?.deletions ?? []).filter { step.canKeepRows(of: $0.entity) }.map { deletion in
            finding(
                .init(
                    what:
                        "\(deletion.user) deletes all rows of \(deletion.entity), although the migration to "
                        + "\(step.to.title) can keep them",
                    affected:
                        "users with a \(step.from.name) store. They lose all rows of \(deletion.entity). This assumes "
                        + "that no server or file has the same rows",
                    fix: "Remove the deletion. The framework migrates the rows"),
                in: group, about: step.from, stage: step.name, at: deletion.location)
        }
    }

    /// Returns whether another rule reports the change as a possible rename or as a replaced relationship.
    private func isReportedElsewhere(_ judged: ClassifiedChange, in step: UpgradeStep) -> Bool {
        let change = judged.change
        let isRenamed = step.likelyRenames.contains { question in
            question.oldName == change.property ?? change.entity
                && question.entity == (change.property == nil ? nil : change.entity)
        }
        return isRenamed || step.replacement(of: judged) != nil
    }
}

extension UpgradeStep {
    /// Returns the source code of the `Drop` operation that declares the loss of a removed property or model. Returns
    /// nil if the step isn't a stage that accepts operations, or if only a part of a value was removed.
    fileprivate func drop(of change: ModelChange, in group: RuleGroup) -> String? {
        guard let entity = change.entity, change.element.isEmpty, let schema = from.schema,
            group.stages.contains(where: { $0.acceptsOperations && $0.from == schema && $0.to == to.schema })
        else { return nil }
        let name = "\(schema).\(entity)"
        return "Drop(\(change.property.map { "\\\(name).\($0)" } ?? "\(name).self"), because: \"…\")"
    }
}

extension UpgradeStep {
    /// Returns whether both versions have an entity with the same name, and the framework infers all of its changes. A change
    /// of another entity that needs values or code may also concern the entity's rows.
    fileprivate func canKeepRows(of entity: String) -> Bool {
        old.entity(named: entity) != nil && new.entity(named: entity) != nil
            && !inference.changes.contains { judged in
                judged.verdict > .losesData || judged.change.entity == entity && judged.verdict > .lightweight
            }
    }
}
