import PermafrostModel
import SwiftData

extension RuleGroup {
    /// Creates the input for the lint rules from a plan. The models are the ones that SwiftData makes from the
    /// versions' classes. The input has no source locations, and assumes that hooks can change anything.
    init(_ plan: LivePlan) {
        let stages = plan.stages.map { stage in
            Stage(
                from: plan.typeName(stage.from), to: plan.typeName(stage.to), name: stage.name,
                effects: StageEffects(stage), uses: plan.uses(of: stage), acceptsOperations: plan.acceptsOperations)
        }
        self.init(
            name: plan.name, plan: Plan(name: plan.name, isComplete: plan.isComplete), graph: plan.graph,
            stages: { stages })
    }
}

// MARK: Effects of a stage's operations

extension StageEffects {
    /// Creates the effects of a stage's operations on rows and properties. Assumes that the hooks of the app's own
    /// plan, and operations of types that the app declares, can change anything.
    init(_ stage: LivePlan.Stage) {
        guard !stage.operations.isEmpty else {
            guard stage.isCustom else {
                self.init([])
                return
            }
            self.init(
                (stage.hooks.contains("willMigrate") ? [.anything(.before)] : [])
                    + (stage.hooks.contains("didMigrate") ? [.anything(.after)] : []))
            return
        }
        let old = VersionModels(stage.from)
        self.init(stage.operations.flatMap { ($0 as? any StageOperation)?.effects(over: old) ?? Self.unknown })
    }
}

extension StageOperation {
    /// Returns the operation's effects on rows and properties.
    ///
    /// - Parameter old: the classes of the older version. An operation that uses any other class is assumed to change
    ///   rows of the newer version.
    fileprivate func effects(over old: VersionModels) -> [StageEffects.Effect] {
        if let operation = self as? CustomOperation {
            return (operation.willMigrate == nil ? [] : [.anything(.before)])
                + (operation.didMigrate == nil ? [] : [.anything(.after)])
        }
        func moment(_ use: ModelUse) -> StageEffects.Moment { use.isContained(in: old) ? .before : .after }
        func entity(_ use: ModelUse) -> String { Schema.entityName(of: use.type) }
        let uses = models.filter { moment($0) == .before }.map { StageEffects.Effect.uses(entity($0)) }
        switch self {
        // For a class of the newer version, the plan is rejected.
        case let operation as Drop: return uses.isEmpty ? [] : [.drops(operation.loss)]
        case is DeleteAll: return uses + models.map { .empties(entity($0), moment($0)) }
        case is DeleteWhere: return uses + models.map { .deletes(entity($0), moment($0)) }
        case let operation as Deduplicate:
            // For a class of the newer version, the operation has no effect, because the plan is rejected.
            return uses.isEmpty ? [] : uses + [.deduplicates(operation.property.place)]
        case let operation as Backfill:
            // For a class of the older version, the plan is rejected.
            guard uses.isEmpty else { return uses }
            if let property = operation.replacedProperty { return [.replaces(property.place)] }
            return operation.effects.compactMap { if case .made(let name) = $0 { .sets(name.place) } else { nil } }
        case let operation as Transform where operation.snapshots != nil:
            let kept = models.prefix(operation.snapshots == .memory ? 1 : 0)
            return uses + [.anything(.after)] + kept.map { .keepsInMemory(entity($0)) }
        default: return uses + carried.map { .carries($0.place) }
        }
    }
}

extension ModelUse {
    /// Returns whether the class belongs to a version, or is a superclass of a class that does.
    fileprivate func isContained(in models: VersionModels) -> Bool {
        func contains<Model: PersistentModel>(_ type: Model.Type) -> Bool { models.contains(type) }
        return contains(self.type)
    }
}

extension PropertyName {
    fileprivate var place: ModelContinuity.Place { .init(entity: entity, property: property) }
}

// MARK: Classes that operations use

extension LivePlan {
    /// Returns the model classes that a stage's operations use, with the versions that each class may belong to.
    fileprivate func uses(of stage: Stage) -> [RuleGroup.ClassUse] {
        typealias Side = (name: String, models: VersionModels)
        let old: Side = (typeName(stage.from), VersionModels(stage.from))
        let new: Side = (typeName(stage.to), VersionModels(stage.to))
        func use(_ use: ModelUse, by operation: any StageOperation) -> RuleGroup.ClassUse {
            let allowed: [Side] =
                switch use.side {
                case .old: [old]
                case .new: [new]
                case .either: [old, new]
                }
            return RuleGroup.ClassUse(
                user: String(operation.name.prefix { $0 != " " }), name: Self.nestedName(use.type), written: nil,
                isAllowed: allowed.contains { use.isContained(in: $0.models) }, allowed: allowed.map(\.name))
        }
        return stage.operations.compactMap { $0 as? any StageOperation }.flatMap { operation in
            operation.models.map { use($0, by: operation) }
        }
    }
}
