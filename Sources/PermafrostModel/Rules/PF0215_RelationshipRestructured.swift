/// PF0215: a relationship that can lose links, because it is replaced, or its cardinality or destination changes.
struct RelationshipRestructured: StepRule {
    static let needs: Set<Fact> = [.steps]
    static let page = RulePage(
        code: "PF0215", name: "RelationshipRestructured", severity: .warning, gates: [.lint, .plan],
        summary: """
            A stage replaces a relationship, or changes its cardinality or destination, and the migration deletes \
            links.
            """,
        failure: """
            If a to-many relationship with a different name replaces a to-one relationship, Core Data silently deletes \
            every link. If a to-many relationship becomes to-one, each row keeps at most one link. If a relationship \
            gets a new destination, every link is deleted. If a to-many relationship has no inverse, two rows can't \
            link to the same row.
            """,
        fix: """
            Keep the old relationship next to the new one for one version, copy the links in a custom stage's didMigrate, \
            and remove the old relationship in the next version. Or add a Reconnect operation to the stage of a \
            MigrationPlan. A to-one that becomes a to-many with the same name, or with originalName, keeps its link if the \
            to-many has an inverse.
            """,
        reads: ["the models of both versions", "the stage between them"],
        source: .lightweightMigration,
        assumption: "It assumes that rows have links.",
        examples: (
            reported: .change(
                from: """
                    @Model final class Note { var folder: Folder? }
                    @Model final class Folder { var name: String? }
                    """,
                to: """
                    @Model final class Note { var folders: [Folder] = [] }
                    @Model final class Folder { var name: String? }
                    """),
            accepted: .change(
                from: """
                    @Model final class Note { var folder: Folder? }
                    @Model final class Folder { var name: String? }
                    """,
                to: """
                    @Model final class Note { var folder: Folder?; var others: [Folder] = [] }
                    @Model final class Folder { var name: String? }
                    """)
        ))

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        replaced(in: step, of: group) + changed(in: step, of: group)
    }

    private func replaced(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.changes(.removedProperty).compactMap { removed in
            guard step.losesData(removed), let other = step.replacement(of: removed) else {
                return nil
            }
            return finding(
                .init(
                    what:
                        "\(other.change.subject) replaces \(removed.change.subject) in \(step.to.title)"
                        + manner(of: step),
                    affected:
                        "users with a \(step.from.name) store. The links of \(removed.change.subject) are silently deleted",
                    fix: group.isModelFile
                        ? ModelFileAdvice.replacedRelationship
                        : "Keep the old relationship next to the new one for one version, and copy the links in a "
                            + "custom stage"),
                in: step, of: group, about: other)
        }
    }

    private func changed(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.changes(.toOneBecameExclusiveToMany, .toManyBecameToOne, .changedDestination)
            .filter { !isCarried($0, in: step) }
            .map { judged in
                let (change, effect) = Self.texts(of: judged)
                return finding(
                    .init(
                        what: "\(judged.change.subject) \(change) in \(step.to.title)" + manner(of: step),
                        affected: "users with a \(step.from.name) store. \(effect)",
                        fix: judged.rule == .toOneBecameExclusiveToMany
                            ? "Give the relationship a to-many inverse"
                            : group.isModelFile
                                ? ModelFileAdvice.replacedRelationship
                                : "Add a new relationship next to the old one, and choose the links in a custom stage"),
                    in: step, of: group, about: judged)
            }
    }

    /// Returns descriptions of a change and of its effect on the links.
    private static func texts(of judged: ClassifiedChange) -> (change: String, effect: String) {
        switch judged.rule {
        case .toOneBecameExclusiveToMany:
            (
                "changed from to-one to to-many without an inverse",
                "The migration may fail, or delete links, if two rows refer to the same row"
            )
        case .toManyBecameToOne: ("changed from to-many to to-one", "Each row keeps at most one of its links")
        default:
            (
                "changed its destination from \(judged.change.before ?? "?") to \(judged.change.after ?? "?")",
                "The migration may fail, or delete the links"
            )
        }
    }

    private func isCarried(_ judged: ClassifiedChange, in step: UpgradeStep) -> Bool {
        step.effects.mayCarryLinks(judged.change.entity ?? "", judged.change.property)
    }

    private func manner(of step: UpgradeStep) -> String {
        step.isCustom ? ", and no operation of the stage keeps the links" : " in a lightweight migration"
    }
}
