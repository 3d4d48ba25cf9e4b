/// PF0250: a backfill that replaces existing values without an `overwrite` argument.
struct UnwrittenOverwrite: StepRule {
    static let needs: Set<Fact> = [.stages, .steps]
    static let page = RulePage(
        code: "PF0250", name: "UnwrittenOverwrite", severity: .warning, gates: [.lint, .plan],
        summary: "A Backfill without an overwrite argument computes a property that the older version already has.",
        failure: """
            Backfill replaces the value of every row unless overwrite is false. If the older version has the property, the \
            values that users entered are replaced. This may be intended.
            """,
        fix: """
            To keep the values that rows already have, write overwrite: false. To replace them, write overwrite: true.
            """,
        reads: ["the operations of the stage", "the models of both versions"],
        source: .contract("a Backfill that replaces values says so"),
        assumption: "It assumes that the existing values are still needed.",
        examples: (
            reported: .change(
                from: "var size: Int?", to: "var size: Int?\nvar area: Int?",
                stage: "Backfill(\\AppV2.Note.size) { _ in 1 }"),
            accepted: .change(
                from: "var size: Int?", to: "var size: Int?\nvar area: Int?",
                stage: "Backfill(\\AppV2.Note.area) { _ in 1 }")
        ))

    func findings(in step: UpgradeStep, of group: RuleGroup) -> [Finding] {
        let continuity = ModelContinuity(path: [step.old, step.new])
        return step.effects.replacedProperties.compactMap { place -> Finding? in
            guard let source = continuity.propertySource[place] else { return nil }
            let name = "\(place.entity).\(place.property)"
            return finding(
                .init(
                    what:
                        "A Backfill without an overwrite argument replaces \(name), which \(step.from.title) already "
                        + "has",
                    affected:
                        "users with a \(step.from.name) store. Their values of \(source.entity).\(source.property) are replaced",
                    fix: "To keep the values, write overwrite: false. To replace them, write overwrite: true"),
                in: group, about: step.to, stage: step.name,
                at: call(on: place.entity, in: step, of: group)
                    ?? step.to.place(entity: place.entity, property: place.property))
        }
    }

    /// Returns the location where the stage's `Backfill` operation refers to an entity's class. Returns nil if the
    /// location isn't known, for example because the plan wasn't read from source.
    private func call(on entity: String, in step: UpgradeStep, of group: RuleGroup) -> SourceLocation? {
        let uses = group.stages.first { $0.name == step.name }?.uses ?? []
        return uses.first { $0.user == "Backfill" && $0.name.split(separator: ".").last.map(String.init) == entity }?
            .location
    }
}
