/// PF0215: a relationship that a lightweight stage replaces with one of another shape.
struct RelationshipRestructured: StepRule {
    static let page = RulePage(
        code: "PF0215", name: "RelationshipRestructured", severity: .warning, gates: [.lint, .plan],
        summary: "A lightweight stage replaces a relationship by one of another shape, and its links go.",
        failure: """
            A to-one that makes room for a to-many of another name is removed and the other added: every link is dropped, without \
            an error. To-many to to-one keeps one link at most, and a changed destination none.
            """,
        fix: """
            Keep the old relationship beside the new one for one version, copy the links in a custom stage's didMigrate, and \
            remove it in the version after. Or let Reconnect among the operations of the stage in a MigrationPlan take them over. \
            A to-one that becomes a to-many under its own name, or with originalName, keeps its \
            link.
            """)

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        replaced(in: step, of: group) + changed(in: step, of: group)
    }

    private func replaced(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.changes(.removedProperty).compactMap { removed in
            guard step.effects.lose(removed, of: step.old), let other = step.replacement(of: removed) else {
                return nil
            }
            return finding(
                .init(
                    what:
                        "\(removed.change.subject) made room for \(other.change.subject) in \(step.to.title), "
                        + manner(of: step),
                    affected: "Users at \(step.from.name): every link of it is dropped, without an error",
                    fix: group.isModelFile
                        ? ModelFileAdvice.replacedRelationship
                        : "Keep it beside the new one for one version, and copy the links in a custom stage"),
                in: step, of: group, about: other)
        }
    }

    private func changed(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.changes(.toManyBecameToOne, .changedDestination).filter { !isCarried($0, in: step) }.map { judged in
            let isCount = judged.rule == .toManyBecameToOne
            return finding(
                .init(
                    what: "\(judged.change.subject) "
                        + (isCount
                            ? "was to-many and is to-one"
                            : "led to \(judged.change.before ?? "?") and leads to \(judged.change.after ?? "?")")
                        + " in \(step.to.title), " + manner(of: step),
                    affected: "Users at \(step.from.name): "
                        + (isCount ? "one link of several stays at most" : "the migration may stop, or drop the links"),
                    fix: group.isModelFile
                        ? ModelFileAdvice.replacedRelationship
                        : "Add the new relationship beside it, and choose the links in a custom stage"),
                in: step, of: group, about: judged)
        }
    }

    private func isCarried(_ judged: MigrationVerdict.ClassifiedChange, in step: UpgradeStep) -> Bool {
        step.effects.mayCarryLinks(judged.change.entity ?? "", judged.change.property)
    }

    private func manner(of step: UpgradeStep) -> String {
        step.isCustom ? "and no operation of the stage takes its links over" : "in a lightweight migration"
    }
}
