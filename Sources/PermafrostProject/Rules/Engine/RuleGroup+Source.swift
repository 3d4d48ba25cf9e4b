import PermafrostModel
import PermafrostSource

extension RuleGroup {
    /// Creates the group that rules examine from a declared group.
    ///
    /// - Parameters:
    ///   - log: the log of the facts that rules ask for.
    ///   - steps: a function that returns the steps, or nil to derive them from the graph, which requires decoding the
    ///     models.
    ///   - edits: a function that compares the group with its fixtures.
    ///   - opened: the types of the versions that containers open.
    init(
        _ group: VersionGroup, log: FactLog? = nil, steps: (@Sendable () -> [UpgradeStep])? = nil,
        edits: @escaping @Sendable () -> FrozenEdits = { FrozenEdits() }, opening opened: Set<String> = []
    ) {
        self.init(
            name: group.name,
            plan: group.plan.flatMap { plan in
                plan.isModelFile
                    ? nil
                    : Plan(
                        name: plan.name, location: plan.location,
                        isComplete: !plan.issues.contains { $0.severity == .error })
            },
            isModelFile: group.plan?.isModelFile == true, graph: group.graph, log: log,
            stages: { Self.stages(of: group) }, steps: steps, edits: edits,
            openedSchemas: { opened.union([group.plan?.currentSchema].compactMap(\.self)) })
    }

    private static func stages(of group: VersionGroup) -> [Stage] {
        guard let plan = group.plan else { return [] }
        return plan.stages.map { stage in
            Stage(
                from: stage.from, to: stage.to,
                name: "\(group.versionName(of: stage.from)) → \(group.versionName(of: stage.to))",
                location: stage.location, effects: StageEffects(stage), uses: stage.uses(in: plan),
                acceptsOperations: stage.acceptsOperations)
        }
    }
}

// MARK: A stage's code

extension StageEffects {
    /// Determines a stage's effects from its operations in the source. A lightweight stage has no effects. The hooks of
    /// a custom stage without operations may do anything, and so may a custom operation.
    fileprivate init(_ stage: PlanDeclaration.Stage) {
        guard !stage.operations.isEmpty else {
            guard stage.kind == .custom else {
                self.init([])
                return
            }
            self.init(
                (stage.absentHooks.contains(.willMigrate) ? [] : [.anything(.before)])
                    + (stage.absentHooks.contains(.didMigrate) ? [] : [.anything(.after)]))
            return
        }
        // A class of the newer version isn't a class of the older version, unless both are the same version.
        let newer = stage.from == stage.to ? nil : stage.to
        self.init(stage.operations.flatMap { Self.effects(of: $0, newer: newer) })
    }

    /// The operations that set properties of new rows from values of old rows.
    private static let carrying: Set<String> = ["Rename", "Transform", "Split", "Merge", "Reconnect"]

    private static func effects(of operation: PlanDeclaration.Stage.Operation, newer: String?) -> [Effect] {
        func isNewer(_ type: String) -> Bool { newer.map { type.hasPrefix($0 + ".") } ?? false }
        func entity(_ type: String) -> String { type.split(separator: ".").last.map(String.init) ?? type }
        // The properties of the older version in the key paths.
        let places = operation.keyPaths.compactMap { keyPath -> Place? in
            guard let type = keyPath.type, !isNewer(type), let property = keyPath.names.first else { return nil }
            return Place(entity: entity(type), property: property)
        }
        let newerPlaces = operation.keyPaths.compactMap { keyPath -> Place? in
            guard let type = keyPath.type, isNewer(type), let property = keyPath.names.first else { return nil }
            return Place(entity: entity(type), property: property)
        }
        let uses = operation.types.map(\.name).filter { !isNewer($0) }.map { Effect.uses(entity($0)) }
        switch operation.name {
        // A transform from model to model can keep any value of the rows. Its code runs after the rows are migrated.
        case "Transform" where places.isEmpty: return uses + [.anything(.after)]
        case "CustomOperation":
            let effects: [Effect] =
                (operation.labels.contains("willMigrate") ? [.anything(.before)] : [])
                + (operation.labels.contains("didMigrate") ? [.anything(.after)] : [])
            return effects.isEmpty ? Self.unknown : effects
        case let name where carrying.contains(name): return uses + places.map { .carries($0) }
        case "Backfill":
            return uses + (operation.labels.contains("overwrite") ? [] : newerPlaces.map { .replaces($0) })
        case "Deduplicate": return uses + places.map { .deduplicates($0) }
        case "DeleteAll":
            return uses + operation.types.map { .empties(entity($0.name), isNewer($0.name) ? .after : .before) }
        case "DeleteWhere":
            return uses + operation.types.map { .deletes(entity($0.name), isNewer($0.name) ? .after : .before) }
        case let name where name.hasPrefix("Assert."): return uses
        // For a class of the newer version, the plan is rejected.
        case _ where operation.isDrop:
            guard !places.isEmpty || !uses.isEmpty, let loss = operation.declaredLoss else { return [] }
            return [.drops(loss)]
        default: return Self.unknown
        }
    }
}

extension PlanDeclaration.Stage {
    /// Returns the model classes of the plan's versions that the stage's hooks and operations refer to. A class that a
    /// hook refers to several times is included once for that hook.
    fileprivate func uses(in plan: PlanDeclaration) -> [RuleGroup.ClassUse] {
        func owner(_ name: String) -> String? { plan.schemas.first { name.hasPrefix($0 + ".") } }
        let ofHooks = hooks.flatMap { hook in
            var seen: Set<String> = []
            return hook.types.compactMap { use -> RuleGroup.ClassUse? in
                guard seen.insert(use.name).inserted, let owner = owner(use.name) else { return nil }
                return RuleGroup.ClassUse(
                    user: hook.title, name: use.name, written: use.written, owner: owner,
                    allowed: [hook.moment == .willMigrate ? from : to], location: use.location)
            }
        }
        let ofOperations = operations.flatMap { operation in
            var seen: Set<String> = []
            if operation.isDrop, operation.keyPaths.isEmpty, let use = operation.types.first,
                let owner = owner(use.name)
            {
                return [
                    RuleGroup.ClassUse(
                        user: operation.name, name: use.name, written: use.written, owner: owner, allowed: [from],
                        location: use.location)
                ]
            }
            return zip(operation.keyPaths, operation.sides).compactMap { keyPath, side -> RuleGroup.ClassUse? in
                guard let name = keyPath.type, seen.insert("\(side) \(name)").inserted, let owner = owner(name) else {
                    return nil
                }
                let use = operation.types.first { $0.name == name }
                return RuleGroup.ClassUse(
                    user: operation.name, name: name, written: use?.written ?? name, owner: owner,
                    allowed: [side == .newer ? nil : from, side == .older ? nil : to].compactMap { $0 },
                    location: use?.location ?? operation.location)
            }
        }
        return ofHooks + ofOperations
    }
}

extension PlanDeclaration.Stage.Operation {
    fileprivate enum Side {
        case older
        case newer
        case either
    }

    /// The versions that the key paths' classes belong to, in the order of the key paths. Empty for an operation on a
    /// single version, because its closures are treated as a hook.
    fileprivate var sides: [Side] {
        switch name {
        case "Drop": keyPaths.map { _ in .older }
        case "Rename", "Transform", "Split": [.older] + keyPaths.dropFirst().map { _ in .newer }
        case "Merge": keyPaths.dropLast().map { _ in .older } + [.newer]
        // A relationship that the newer version keeps in addition to its replacement may belong to either version.
        case "Reconnect":
            keyPaths.count < 2 ? keyPaths.map { _ in .either } : keyPaths.dropLast().map { _ in .either } + [.newer]
        default: []
        }
    }
}

extension PlanDeclaration.Stage.Hook {
    /// The name of the hook or operation that contains the code, such as `willMigrate`, `Backfill` or `willMigrate of a
    /// CustomOperation`.
    fileprivate var title: String {
        switch operation {
        case nil: moment.rawValue
        case "CustomOperation"?: "\(moment.rawValue) of a CustomOperation"
        case let operation?: operation
        }
    }
}
