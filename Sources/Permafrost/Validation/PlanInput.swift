import Foundation
import PermafrostModel
import SwiftData

/// Looks for one kind of thing that can be wrong with a plan.
protocol PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding]
}

/// What validators read: the plan with its graph, and its stages with what the framework makes of each.
struct PlanInput {
    /// A stage.
    struct Step {
        let stage: LivePlan.Stage
        /// The model of the version that it leads from; nil if that cannot be read.
        let oldModel: SchemaModel?
        /// What the framework makes of the difference; nil if a version cannot be read.
        let inference: LightweightInference?
        var name: String { stage.name }

        /// Whether code of the app's can do what no operation tells.
        var isOpaque: Bool {
            stage.isCustom
                && (stage.operations.isEmpty
                    || stage.operations.contains { $0 is CustomOperation || !($0 is any StageOperation) })
        }

        var operations: [any StageOperation] { stage.operations.compactMap { $0 as? any StageOperation } }
    }

    let plan: LivePlan
    let stages: [Step]

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
        let steps = live.stages.map { stage in
            let (old, new) = (try? VersionIdentity.of(stage.from).model, try? VersionIdentity.of(stage.to).model)
            return Step(
                stage: stage, oldModel: old,
                inference: old.flatMap { old in new.map { LightweightInference(from: old, to: $0) } })
        }
        return (PlanInput(plan: live, stages: steps), findings)
    }
}
