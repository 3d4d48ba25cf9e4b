import PermafrostModel
import SwiftData

extension LivePlan.Stage {
    /// What its operations do to rows and properties; anything for a custom stage of the app's own plan.
    var effects: StageEffects {
        guard isCustom else { return StageEffects([]) }
        guard !operations.isEmpty else { return StageEffects([.anything]) }
        let old = VersionModels(from)
        return StageEffects(
            operations.flatMap { ($0 as? any StageOperation)?.effects(over: old) ?? [.anything] })
    }
}

extension StageOperation {
    /// What it does to rows and properties.
    ///
    /// - Parameter old: the classes of the older version. Rows of another class are of the newer one.
    fileprivate func effects(over old: VersionModels) -> [StageEffects.Effect] {
        if self is CustomOperation { return [.anything] }
        func moment(_ use: ModelUse) -> StageEffects.Moment {
            func isContained<Model: PersistentModel>(_ type: Model.Type) -> Bool { old.contains(type) }
            return isContained(use.type) ? .before : .after
        }
        func entity(_ use: ModelUse) -> String { Schema.entityName(of: use.type) }
        switch self {
        case is DeleteAll: return models.map { .empties(entity($0), moment($0)) }
        case is DeleteWhere: return models.map { .deletes(entity($0), moment($0)) }
        case let operation as Deduplicate:
            // Of a class of the newer version it does nothing: it is refused.
            return models.allSatisfy { moment($0) == .before } ? [.deduplicates(operation.property.place)] : []
        default: return carried.map { .carries($0.place) }
        }
    }
}

extension PropertyName {
    fileprivate var place: ModelContinuity.Place { .init(entity: entity, property: property) }
}
