/// PF0209: a new required to-one relationship, or a to-one relationship that becomes required.
struct RequiredToOne: StepRule {
    static let needs: Set<Fact> = [.steps]
    static let page = RulePage(
        code: "PF0209", name: "RequiredToOne", severity: .error, gates: [.freeze, .lint, .plan],
        summary: "A version adds a required to-one relationship, or makes an optional to-one relationship required.",
        failure: """
            Existing rows have no destination, and the migration fails with error \(CoreDataFailure.migrationFailed.code) \
            ("\(CoreDataFailure.missingValues(of: .relationship))"), even if the property has a default object.
            """,
        fix: """
            Make the relationship optional in this version, and set it in a custom stage. To make it required, add another \
            version with a custom stage. In that stage's willMigrate, set the relationship of the rows that don't have one \
            yet.
            """,
        reads: ["the models of both versions", "the stage between them"],
        source: .reports([
            "https://stackoverflow.com/questions/79304215",
            "https://twelvescompany.co.uk/post/swift-data-migration-error-missing-attribute-values-on",
        ]),
        assumption: """
            If the stage's code may link the rows first, the finding is a warning that assumes that a row stays \
            without a destination.
            """,
        examples: (
            reported: .change(
                from: """
                    @Model final class Note { var title: String? }
                    @Model final class Folder { var name: String? }
                    """,
                to: """
                    @Model final class Note { var folder: Folder }
                    @Model final class Folder { var name: String? }
                    """),
            accepted: .change(
                from: """
                    @Model final class Note { var title: String? }
                    @Model final class Folder { var name: String? }
                    """,
                to: """
                    @Model final class Note { var folder: Folder? }
                    @Model final class Folder { var name: String? }
                    """)
        ))

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        step.changes(.addedRequiredToOne).compactMap { judged in
            let isAdded = judged.change.aspect == .added
            let entity = judged.change.entity ?? "the model"
            let mayBeLinked = !isAdded && step.effects.mayRewriteRows(of: entity, of: step.old)
            guard !mayBeLinked || !step.effects.deletesAllRows(of: entity, in: step.old) else { return nil }
            return finding(
                .init(
                    what:
                        "\(judged.change.subject) \(isAdded ? "is a new required to-one relationship" : "changed from optional to required") "
                        + "in \(step.to.title)"
                        + (mayBeLinked ? ". Permafrost can't verify that the stage links every row" : ""),
                    affected:
                        "users with a \(step.from.name) store"
                        + (mayBeLinked
                            ? ", if a row of \(entity) is still unlinked after the stage's code runs"
                            : " that contains a row of \(entity)")
                        + ". The migration fails with error \(CoreDataFailure.migrationFailed.code)",
                    fix: (group.isModelFile
                        ? ModelFileAdvice.requiredToOne
                        : "Make the relationship optional, and set it in a custom stage")
                        + (mayBeLinked
                            ? ". If the stage's code links every row before the migration, ignore this warning" : "")),
                severity: mayBeLinked ? .warning : .error, in: step, of: group, about: judged)
        }
    }
}
