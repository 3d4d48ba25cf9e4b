import Foundation
import PermafrostModel
import SwiftData

/// Looks for one kind of thing that can be wrong with a plan.
protocol PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding]
}

/// What validators look at: the plan's versions with their models, and its stages with what the framework makes of each.
struct PlanInput {
    /// A listed version.
    struct Version {
        let type: any VersionedSchema.Type
        let identity: VersionIdentity
        var name: String { "\(type) (\(type.versionIdentifier))" }
    }

    /// A stage.
    struct Step {
        let stage: Stage
        let isLightweight: Bool
        /// The places of its versions in the plan; nil where a version is not listed.
        let from: Int?
        let to: Int?
        /// The model of the version that it leads from; nil where that cannot be read.
        let oldModel: SchemaModel?
        /// What the framework makes of the difference; nil where a version cannot be read.
        let inference: LightweightInference?
        var name: String { stage.name }

        /// Whether code of the app's can do what no operation tells.
        var isOpaque: Bool {
            !isLightweight
                && (stage.operations.isEmpty
                    || stage.operations.contains { $0 is CustomOperation || !($0 is any StageOperation) })
        }

        var operations: [any StageOperation] { stage.operations.compactMap { $0 as? any StageOperation } }
    }

    let versions: [Version]
    let stages: [Step]

    static func read(_ plan: MigrationPlan) -> (input: PlanInput, findings: [PlanFinding]) {
        var findings: [PlanFinding] = []
        var versions: [Version] = []
        for type in plan.schemas {
            do { versions.append(Version(type: type, identity: try VersionIdentity.of(type))) } catch {
                findings.append(
                    PlanFinding(
                        .unreadableVersion, what: "No store can be made of \(type): \(error.localizedDescription)",
                        fix: "Correct its classes."))
            }
        }
        let stages: [(Stage, Bool)] =
            switch plan.source {
            case .stages(let stages): stages.map { ($0, $0.isLightweight) }
            case .type(let type): read(DeclaredStages(type), &findings)
            }
        let steps = stages.map { stage, isLightweight in
            let (old, new) = (try? VersionIdentity.of(stage.from).model, try? VersionIdentity.of(stage.to).model)
            return Step(
                stage: stage, isLightweight: isLightweight, from: place(stage.from, versions),
                to: place(stage.to, versions),
                oldModel: old, inference: old.flatMap { old in new.map { LightweightInference(from: old, to: $0) } })
        }
        return (PlanInput(versions: versions, stages: steps), findings)
    }

    private static func read(_ stages: DeclaredStages, _ findings: inout [PlanFinding]) -> [(Stage, Bool)] {
        findings += stages.findings
        return stages.known.map { (Stage(from: $0.from, to: $0.to), $0.hooks == nil) }
    }

    /// SwiftData knows a version by its hashes, whatever its type.
    private static func place(_ type: any VersionedSchema.Type, _ versions: [Version]) -> Int? {
        if let same = versions.firstIndex(where: { $0.type == type }) { return same }
        guard let hashes = try? VersionIdentity.of(type).hashes else { return nil }
        return versions.firstIndex { $0.identity.hashes == hashes }
    }
}
