import PermafrostModel
import SwiftData

/// What the new version has no place for is carried over, or deleted by an operation that says so.
struct LossValidator: PlanValidator {
    func findings(in input: PlanInput) -> [PlanFinding] {
        // A stage with code of the app's own may carry anything.
        input.stages.filter { !$0.isOpaque }.flatMap { step in
            let carried = Set(step.operations.flatMap(\.carried).flatMap { [$0] + inverse($0, step.oldModel) })
            let deleted = Set(
                step.operations.filter { $0 is DeleteAll }.flatMap(\.models).map { Schema.entityName(of: $0.type) })
            return (step.inference?.changes ?? []).filter { judged in
                judged.verdict == .losesData && !isCarried(judged.change, carried)
                    && !deleted.contains(judged.change.entity ?? "")
            }.map { judged in
                PlanFinding(
                    .lostValues, .warning, stage: step.name,
                    what: "\(judged.change.subject) goes with its values.",
                    fix: "Carry them over by a Rename, Transform, Split, Merge or Reconnect, "
                        + "or delete the rows by a DeleteAll.")
            }
        }
    }

    /// A class that goes is carried with any of its properties: one that only joined others has no more than links.
    private func isCarried(_ change: ModelChange, _ carried: Set<PropertyName>) -> Bool {
        carried.contains { $0.entity == change.entity && (change.property == nil || $0.property == change.property) }
    }

    /// A link that is carried over is so on both sides.
    private func inverse(_ name: PropertyName, _ model: SchemaModel?) -> [PropertyName] {
        guard case .relationship(let relationship)? = model?.entity(named: name.entity)?.property(named: name.property),
            let inverse = relationship.inverse
        else { return [] }
        return [PropertyName(entity: relationship.destination, property: inverse)]
    }
}
