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
            isModelFile: group.plan?.isModelFile == true, migration: group.plan?.migration ?? .direct,
            current: group.plan?.currentSchema, graph: group.graph, log: log,
            stages: { Self.stages(of: group) }, steps: steps, edits: edits,
            openedSchemas: { opened.union([group.plan?.currentSchema].compactMap(\.self)) })
    }

    private static func stages(of group: VersionGroup) -> [Stage] {
        guard let plan = group.plan else { return [] }
        let owners = ClassOwners(of: plan, in: group)
        return plan.stages.map { stage in
            Stage(
                from: stage.from, to: stage.to,
                name: group.name(of: stage),
                location: stage.location, effects: StageEffects(stage, owners), uses: stage.uses(owners),
                deletions: stage.deletions(owners), acceptsOperations: stage.acceptsOperations)
        }
    }
}

// MARK: A stage's code

/// The versions of a plan that contain each class.
private struct ClassOwners {
    /// The names of the plan's versions.
    let versions: [String]
    private let places: [(version: String, classes: Set<SourceLocation>)]
    /// Whether the classes of all versions are known.
    let areComplete: Bool

    init(of plan: PlanDeclaration, in group: VersionGroup) {
        versions = plan.schemas
        areComplete = group.schemas.allSatisfy { $0.schemaVersion.content != nil && $0.issues.isEmpty }
        // The locations are decoded only for a plan whose stages have code.
        let hasCode = plan.stages.contains { !$0.hooks.isEmpty || !$0.operations.isEmpty }
        places =
            hasCode
            ? group.schemas.map { ($0.name, Set($0.schemaVersion.classes.values)) } : []
    }

    /// Returns the versions whose models include a class. A class that no version's model includes belongs to the version
    /// whose type encloses it, because the version's model may not be known. Returns an empty array for a type that isn't
    /// a model class.
    func versions(of type: DeclaredType) -> [String] {
        guard !type.models.isEmpty else { return [] }
        let found = places.filter { !$0.classes.isDisjoint(with: type.models) }.map(\.version)
        return found.isEmpty ? type.enclosingTypes.first(where: versions.contains).map { [$0] } ?? [] : found
    }

    /// Returns whether a class belongs to a version.
    func contains(_ type: DeclaredType, in version: String) -> Bool { versions(of: type).contains(version) }
}

extension StageEffects {
    /// Determines a stage's effects from its operations in the source. A lightweight stage has no effects. The hooks of
    /// a custom stage without operations may do anything, and so may a custom operation.
    fileprivate init(_ stage: DeclaredStage, _ owners: ClassOwners) {
        guard !stage.operations.isEmpty else {
            guard stage.kind == .custom else {
                self.init([])
                return
            }
            self.init(
                (stage.absentHooks.contains(.willMigrate) ? [] : [.anything(.before)])
                    + (stage.absentHooks.contains(.didMigrate)
                        ? [] : [stage.absentHooks.isEmpty ? .anything(.after) : .changesNewRows])
                    + stage.hooks.filter { $0.moment == .willMigrate }.flatMap(\.emptied).map(\.type).filter {
                        owners.contains($0, in: stage.from)
                    }.map { .empties($0.entity, .before) })
            return
        }
        self.init(stage.operations.flatMap { Self.effects(of: $0, in: stage, owners) })
    }

    /// The operations that set properties of new rows from values of old rows.
    private static let carrying: Set<String> = ["Rename", "Transform", "Split", "Merge", "Reconnect"]

    private static func effects(
        of operation: DeclaredOperation, in stage: DeclaredStage, _ owners: ClassOwners
    ) -> [Effect] {
        // A class of the newer version isn't a class of the older version, unless both versions list it.
        func isNewer(_ type: DeclaredType) -> Bool {
            owners.contains(type, in: stage.to) && !owners.contains(type, in: stage.from)
        }
        func properties(where isIncluded: (DeclaredType) -> Bool) -> [Place] {
            operation.keyPaths.compactMap { keyPath in
                guard let type = keyPath.type, isIncluded(type), let property = keyPath.names.first else { return nil }
                return Place(entity: type.entity, property: property)
            }
        }
        // The properties of the older version in the key paths.
        let places = properties { !isNewer($0) }
        let uses = operation.types.map(\.type).filter { !isNewer($0) }.map { Effect.uses($0.entity) }
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
            let replaced = properties { stage.from != stage.to && owners.contains($0, in: stage.to) }
            return uses + replaced.map { operation.labels.contains("overwrite") ? .sets($0) : .replaces($0) }
        case "Deduplicate": return uses + places.map { .deduplicates($0) }
        case "DeleteAll":
            return uses + operation.types.map { .empties($0.type.entity, isNewer($0.type) ? .after : .before) }
        case "DeleteWhere":
            return uses + operation.types.map { .deletes($0.type.entity, isNewer($0.type) ? .after : .before) }
        case let name where name.hasPrefix("Assert."): return uses
        // For a class of the newer version, the plan is rejected.
        case _ where operation.isDrop:
            guard !places.isEmpty || !uses.isEmpty, let loss = operation.declaredLoss else { return [] }
            return [.drops(loss)]
        default: return Self.unknown
        }
    }
}

extension DeclaredStage {
    /// Returns the deletions of all rows of a model by the stage's hooks. Empty if a hook may restore rows.
    fileprivate func deletions(_ owners: ClassOwners) -> [RuleGroup.RowDeletion] {
        guard operations.isEmpty, !hooks.contains(where: \.mayRestoreRows) else { return [] }
        return hooks.flatMap { hook in
            hook.emptied.filter { owners.contains($0.type, in: hook.moment == .willMigrate ? from : to) }.map {
                RuleGroup.RowDeletion(
                    entity: $0.type.entity, user: hook.moment.rawValue, location: $0.location)
            }
        }
    }

    /// Returns the model classes of the plan's versions that the stage's hooks and operations refer to. A class that a
    /// hook refers to several times is included once for that hook.
    fileprivate func uses(_ owners: ClassOwners) -> [RuleGroup.ClassUse] {
        func use(
            _ type: DeclaredType, _ use: DeclaredHook.TypeUse?, by user: String, allowed: [String],
            isOnlyContext: Bool = false, at place: SourceLocation
        ) -> RuleGroup.ClassUse? {
            let versions = owners.versions(of: type)
            // A class that isn't in any version may be in a container that the code itself makes.
            guard !versions.isEmpty || isOnlyContext && owners.areComplete && !type.models.isEmpty else { return nil }
            // A typealias in a version's type doesn't change when the next version is added.
            let isFixed = use?.aliasOwners.allSatisfy(owners.versions.contains) ?? true
            return RuleGroup.ClassUse(
                user: user, function: use?.function, name: type.name, written: use?.written ?? type.name,
                isThroughAlias: !isFixed,
                isAllowed: versions.contains(where: allowed.contains), allowed: allowed,
                location: use?.location ?? place)
        }
        let ofHooks = hooks.flatMap { hook in
            var seen: Set<DeclaredType> = []
            return hook.types.compactMap { found -> RuleGroup.ClassUse? in
                guard seen.insert(found.type).inserted else { return nil }
                return use(
                    found.type, found, by: hook.title, allowed: [hook.moment == .willMigrate ? from : to],
                    isOnlyContext: !hook.makesContainer && hook.operation == nil, at: found.location)
            }
        }
        let ofOperations = operations.flatMap { operation in
            var seen: Set<String> = []
            if operation.isDrop, operation.keyPaths.isEmpty, let found = operation.types.first {
                return [use(found.type, found, by: operation.name, allowed: [from], at: found.location)]
                    .compactMap(\.self)
            }
            return zip(operation.keyPaths, operation.sides).compactMap { keyPath, side -> RuleGroup.ClassUse? in
                guard let type = keyPath.type, seen.insert("\(side) \(type.name)").inserted else { return nil }
                return use(
                    type, operation.types.first { $0.type == type }, by: operation.name,
                    allowed: [side == .newer ? nil : from, side == .older ? nil : to].compactMap(\.self),
                    at: operation.location)
            }
        }
        return ofHooks + ofOperations
    }
}

extension DeclaredOperation {
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

extension DeclaredHook {
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
