import Foundation
import PermafrostModel
import SwiftData

/// Looks for one kind of thing that can be wrong with a plan.
protocol PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding]
}

/// What validators read: the plan with its graph, and its steps with what the framework makes of each.
struct PlanInput {
    /// A step from a listed version to a later one: a stage's, or one that no stage takes, which would be lightweight.
    struct Step {
        let from: Int
        let to: Int
        /// `1.0.0 → 2.0.0`
        let name: String
        /// What the stage's code does.
        let effects: StageEffects
        let old: SchemaModel
        let new: SchemaModel
        /// What the framework makes of the difference.
        let inference: LightweightInference

        /// The changes under the given rules.
        func changes(_ rules: JudgedChange.Rule...) -> [JudgedChange] {
            inference.changes.filter { rules.contains($0.rule) }
        }
    }

    let plan: LivePlan
    /// The steps between versions that can be read.
    let steps: [Step]

    /// Reads a plan.
    ///
    /// - Returns: what is read, and a finding for each part that cannot be read.
    static func read(_ plan: MigrationPlan) -> (input: PlanInput, findings: [PlanFinding]) {
        let live = LivePlan(plan)
        var findings: [PlanFinding] = []
        for version in live.versions {
            if case .failure(let error) = version.identity {
                findings.append(
                    PlanFinding(
                        .unreadableVersion,
                        what: "No store can be made of \(version.type): \(error.localizedDescription)",
                        fix: "Correct its classes."))
            }
        }
        if case .type(let type) = plan.source { findings += DeclaredStages(type).findings }
        let models = live.versions.map { try? $0.identity.get().model }
        let steps = live.graph.steps.compactMap { step -> Step? in
            guard let old = models[step.from], let new = models[step.to] else { return nil }
            let (from, to) = (live.versions[step.from].type, live.versions[step.to].type)
            let stage = step.stage.map { live.stages[$0] }
            return Step(
                from: step.from, to: step.to,
                name: stage?.name ?? "\(from.versionIdentifier) → \(to.versionIdentifier)",
                effects: stage?.effects ?? StageEffects([]), old: old, new: new,
                inference: LightweightInference(from: old, to: new))
        }
        return (PlanInput(plan: live, steps: steps), findings)
    }
}
