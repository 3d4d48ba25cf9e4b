/// The versions and synced stores that rules check. Rules don't depend on whether the versions were read from source or
/// from a live plan.
package struct RuleContext: Sendable {
    /// The groups. There is one for each plan, and others for versions that no plan lists.
    package let groups: [RuleGroup]
    /// The log of the facts that rules ask for, or nil to keep none.
    private let log: FactLog?
    private let stores: OnDemand<[SyncedStore], Never>

    /// Creates a context.
    ///
    /// - Parameter syncedStores: a function that finds the stores that sync with CloudKit, or may sync.
    package init(
        groups: [RuleGroup], log: FactLog? = nil, syncedStores: @escaping @Sendable () -> [SyncedStore] = { [] }
    ) {
        self.groups = groups
        self.log = log
        stores = OnDemand(syncedStores)
    }

    /// The stores that sync with CloudKit, or may sync.
    package var syncedStores: [SyncedStore] {
        log?.note(.syncedStores)
        return stores.get()
    }
}

/// A group of versions, with the steps between them. The group contains either the versions of one plan, or versions
/// that no plan lists.
package struct RuleGroup: Sendable {
    /// A group's migration plan.
    package struct Plan: Sendable {
        /// The name of the plan's type, with its enclosing types.
        package let name: String
        /// The location of the declaration, or nil if the declaration wasn't read from source.
        package let location: SourceLocation?
        /// Whether all of the plan's stages are known.
        package let isComplete: Bool

        package init(name: String, location: SourceLocation? = nil, isComplete: Bool) {
            self.name = name
            self.location = location
            self.isComplete = isComplete
        }
    }

    /// A stage of a plan, with its source location and the effects of its code. The group's ``VersionGraph`` doesn't
    /// contain this information.
    package struct Stage: Sendable {
        /// The name of the type that declares the version where the stage starts.
        package let from: String
        /// The name of the type that declares the version where the stage ends.
        package let to: String
        /// The stage's name, such as `1.0.0 → 2.0.0`.
        package let name: String
        /// The location of the declaration, or nil if the declaration wasn't read from source.
        package let location: SourceLocation?
        /// The effects of the stage's code on rows and properties.
        package let effects: StageEffects
        /// The model classes that the stage's code refers to.
        package let uses: [ClassUse]
        /// The deletions of all rows of a model by the stage's hooks. Empty if a hook may restore rows.
        package let deletions: [RowDeletion]
        /// Whether the stage accepts operations. Only a `Stage` of a `MigrationPlan` does.
        package let acceptsOperations: Bool

        package init(
            from: String, to: String, name: String, location: SourceLocation? = nil, effects: StageEffects,
            uses: [ClassUse], deletions: [RowDeletion] = [], acceptsOperations: Bool = false
        ) {
            self.from = from
            self.to = to
            self.name = name
            self.location = location
            self.effects = effects
            self.uses = uses
            self.deletions = deletions
            self.acceptsOperations = acceptsOperations
        }
    }

    /// A hook's deletion of all rows of a model.
    package struct RowDeletion: Sendable {
        /// The entity's name in the version that the hook works with.
        package let entity: String
        /// The name of the hook.
        package let user: String
        package let location: SourceLocation?

        package init(entity: String, user: String, location: SourceLocation?) {
            self.entity = entity
            self.user = user
            self.location = location
        }
    }

    /// A class that a stage's code refers to.
    package struct ClassUse: Sendable {
        /// The name of the hook or operation that refers to the class, such as `willMigrate` or `Backfill`.
        package let user: String
        /// The name of the function that refers to the class and that the hook calls. Nil if the hook or operation itself
        /// refers to the class.
        package let function: String?
        /// The class's name with its enclosing types.
        package let name: String
        /// The class's name as written in the source, or nil if it isn't known.
        package let written: String?
        /// Whether the written name passes through a typealias whose type may change when a version is added.
        package let isThroughAlias: Bool
        /// Whether the class belongs to one of the ``allowed`` versions.
        package let isAllowed: Bool
        /// The types of the versions whose classes the code is allowed to use.
        package let allowed: [String]
        package let location: SourceLocation?

        package init(
            user: String, function: String? = nil, name: String, written: String?, isThroughAlias: Bool = false,
            isAllowed: Bool, allowed: [String], location: SourceLocation? = nil
        ) {
            self.user = user
            self.function = function
            self.name = name
            self.written = written
            self.isThroughAlias = isThroughAlias
            self.isAllowed = isAllowed
            self.allowed = allowed
            self.location = location
        }
    }

    /// A group's frozen versions, and the steps from them to the declared versions.
    package struct FrozenEdits: Sendable {
        package let steps: [UpgradeStep]
        /// The names of the group's frozen versions.
        package let frozenVersions: Set<String>

        package init(steps: [UpgradeStep] = [], frozenVersions: Set<String> = []) {
            self.steps = steps
            self.frozenVersions = frozenVersions
        }
    }

    package let name: String
    /// The plan, or nil for versions that no plan in Swift lists.
    package let plan: Plan?
    /// Whether the versions come from a Core Data model file.
    package let isModelFile: Bool
    /// The code that migrates the stores of a Core Data model file.
    package let migration: ModelMigration
    /// The versions and the stages between them.
    package let graph: VersionGraph
    /// The position of the newest version, or -1 without versions. For a Core Data model file, it is the current version,
    /// even if later ones are in preparation.
    private let newestIndex: Int
    /// The log of the facts that rules ask for, or nil to keep none.
    private let log: FactLog?
    private let knownStages: OnDemand<[Stage], Never>
    private let knownSteps: OnDemand<[UpgradeStep], Never>
    private let knownEdits: OnDemand<FrozenEdits, Never>
    private let knownSchemas: OnDemand<Set<String>, Never>
    private let knownInferences = Locked<[Route.Leg: LightweightInference?]>([:])

    /// Creates a group.
    ///
    /// - Parameters:
    ///   - current: the current version of a Core Data model file. If nil, the last version.
    ///   - log: the log of the facts that rules ask for.
    ///   - stages: a function that returns the stages, in the order of the graph's stages.
    ///   - steps: a function that returns the steps, or nil to derive them from the graph and the stages.
    ///   - edits: a function that compares the group with its fixtures.
    ///   - openedSchemas: a function that returns the type names of the versions that the app opens.
    package init(
        name: String, plan: Plan?, isModelFile: Bool = false, migration: ModelMigration = .direct,
        current: String? = nil, graph: VersionGraph, log: FactLog? = nil,
        stages: @escaping @Sendable () -> [Stage], steps: (@Sendable () -> [UpgradeStep])? = nil,
        edits: @escaping @Sendable () -> FrozenEdits = { FrozenEdits() },
        openedSchemas: @escaping @Sendable () -> Set<String> = { [] }
    ) {
        self.name = name
        self.plan = plan
        self.isModelFile = isModelFile
        self.migration = migration
        let last = graph.versions.count - 1
        newestIndex = current.flatMap { name in graph.versions.firstIndex { $0.schema == name } } ?? last
        self.graph = graph
        self.log = log
        let known = OnDemand(stages)
        knownStages = known
        let knownEdits = OnDemand(edits)
        knownSteps = OnDemand(
            steps ?? { [newestIndex] in
                let steps = isModelFile ? graph.inferredSteps(migration, to: newestIndex) : graph.steps
                return Self.steps(steps, of: graph, known.get(), edits: knownEdits.get().steps)
            })
        self.knownEdits = knownEdits
        knownSchemas = OnDemand(openedSchemas)
    }

    private static func steps(
        _ steps: [VersionGraph.Step], of graph: VersionGraph, _ stages: [Stage], edits: [UpgradeStep]
    ) -> [UpgradeStep] {
        // An edit of a frozen version isn't the fault of the versions after it, so their steps start at what was frozen.
        let edited = Dictionary(
            edits.filter { $0.old.versionChecksum != $0.new.versionChecksum }.map { ($0.from.schema, $0) }
        ) { first, _ in first }
        return steps.parallelMap { step in
            let isCustom = step.stage.map { graph.stages[$0].kind == .custom } ?? false
            let from = graph.versions[step.from]
            return UpgradeStep(
                from: edited[from.schema].map { from.with($0.old) } ?? from, to: graph.versions[step.to],
                isCustom: isCustom,
                effects: step.stage.map { stages[$0].effects } ?? StageEffects([]))
        }.compactMap { $0 }
    }

    /// The stages, in the order of the graph's stages.
    package var stages: [Stage] {
        log?.note(.stages)
        return knownStages.get()
    }

    /// The steps from version to version. A step is omitted if the model of either version isn't known.
    ///
    /// If the older version was frozen and edited afterwards, the step starts at the frozen model.
    ///
    /// - For a plan, there is a step for each forward stage. A version where no such stage starts has a step to the
    ///   next version.
    /// - For a Core Data model file, these are the graph's ``VersionGraph/inferredSteps(_:to:)``.
    /// - For models without a `VersionedSchema`, there is a step from each frozen model to the declared model.
    package var steps: [UpgradeStep] {
        log?.note(.steps)
        return knownSteps.get()
    }

    /// The type names of the versions that the app opens: the schemas of its containers, and the current version of a
    /// Core Data model file. A store may migrate to one of these versions even if there are newer ones.
    package var openedSchemas: Set<String> {
        log?.note(.steps)
        return knownSchemas.get()
    }

    /// For each version that may have been edited after it was frozen, the step from the frozen to the declared model.
    /// Empty for a live plan, and for models without a `VersionedSchema`, whose ``steps`` already contain these
    /// changes.
    package var edits: [UpgradeStep] {
        log?.note(.edits)
        return knownEdits.get().steps
    }

    /// The names of the group's frozen versions.
    package var frozenVersions: Set<String> {
        log?.note(.edits)
        return knownEdits.get().frozenVersions
    }

    /// Returns the positions of the versions from `start` to `end`, including both, if the framework migrates a store
    /// between these two versions in one migration.
    ///
    /// Returns nil if the framework needs several migrations, if there is no route, if the route is a single stage of a
    /// plan, if the app's code migrates the stores of a Core Data model step by step, or if the model has a mapping model
    /// for the route. If a plan has no stage, every route to a later
    /// version is one migration.
    ///
    /// - Parameter end: the last version of the route, or nil for the newest version.
    package func stopsOfSingleMigration(from start: Int, to end: Int? = nil) -> [Int]? {
        let end = end ?? destination(from: start)
        guard isModelFile || graph.staging == .noStages else {
            return graph.singleMigration(from: start, to: end)?.stops
        }
        if case .stepwise = migration { return nil }
        // Core Data infers one migration from a store's version to the app's version, unless there is a mapping model.
        guard start < end, (try? graph.inferredRoute(from: start, to: end)) != nil else { return nil }
        return Array(start...end)
    }

    /// Returns the position of the version that stores of an older version migrate to: the newest version, or the last
    /// one for stores of the newest version.
    func destination(from start: Int) -> Int { start < newestIndex ? newestIndex : graph.versions.count - 1 }

    /// Returns the changes that the framework infers between two versions, without the versions in between. Nil if
    /// either version's model isn't known.
    package func directInference(from start: Int, to end: Int) -> LightweightInference? {
        let leg = Route.Leg(from: start, to: end)
        if let known = knownInferences.withLock({ $0[leg] }) { return known }
        let version = graph.versions[end]
        let inference = graph.versions[start].model.flatMap { old in
            version.model.map { LightweightInference(from: old, to: $0, valueTypes: version.valueTypes) }
        }
        knownInferences.withLock { $0[leg] = .some(inference) }
        return inference
    }

    /// Returns the texts for a problem in the plan.
    package func message(of problem: PlanProblem) -> Finding.Message {
        let message = graph.message(of: problem, plan: plan?.name ?? name)
        return Finding.Message(what: message.what, affected: message.affected, fix: message.fix)
    }

    /// Returns the name of the version that a type declares, such as `1.0.0`. Returns the type's name if the group
    /// doesn't contain the version.
    package func versionName(of schema: String) -> String {
        graph.versions.first { $0.schema == schema }?.name ?? schema
    }

    /// The versions whose models are known, in order.
    package var evaluated: [SchemaVersion] { graph.versions.filter { $0.content != nil } }

    /// The newest version, or nil if its model isn't known.
    package var newest: SchemaVersion? {
        guard graph.versions.indices.contains(newestIndex) else { return nil }
        return graph.versions[newestIndex].content == nil ? nil : graph.versions[newestIndex]
    }
}

extension SchemaVersion {
    /// The model, or nil if it couldn't be evaluated or decoded.
    ///
    /// Rules of `check` and `freeze` must not use this property, because these commands don't report models that can't
    /// be decoded. `lint` reports such models before it applies the rules.
    package var model: SchemaModel? { try? content?.decoded() }
}

extension SchemaVersion.Variant {
    /// The model, or nil if it can't be evaluated or decoded. Code that skips such a variant must report it.
    package var model: SchemaModel? { try? content?.decoded() }
}
