import PermafrostDeclarations
import PermafrostModel

/// A version and the one after it, with what the framework makes of the difference.
struct LintStep: Sendable {
    /// The older version.
    let from: LintVersion
    /// The newer version.
    let to: LintVersion
    /// The stage of the plan that leads from one to the other; nil where none does, which is a lightweight migration.
    let stage: PlanDeclaration.Stage?
    /// The difference, judged.
    let inference: LightweightInference
    /// What the stage's code does to rows and properties.
    let effects: StageEffects

    init(from: LintVersion, to: LintVersion, stage: PlanDeclaration.Stage?) {
        self.from = from
        self.to = to
        self.stage = stage
        inference = LightweightInference(from: from.model, to: to.model)
        effects = StageEffects(stage, to: to.schema)
    }

    /// Whether a custom stage can rewrite rows before or after the change.
    var isCustom: Bool { stage?.kind == .custom }

    /// The changes under the given rules.
    func changes(_ rules: JudgedChange.Rule...) -> [JudgedChange] {
        inference.changes.filter { rules.contains($0.rule) }
    }

    /// Where a change is declared: in the newer version, or for what is gone the place of what held it there.
    func place(of change: ModelChange) -> SourceLocation {
        if change.aspect == .removed, let entity = change.entity, to.model.entity(named: entity) == nil {
            return to.location
        }
        return to.place(entity: change.entity, property: change.property)
    }

    /// `from PostsSchemaV1 1.0.0 to PostsSchemaV2 2.0.0`
    var path: String { "from \(from.title) to \(to.title)" }
}
