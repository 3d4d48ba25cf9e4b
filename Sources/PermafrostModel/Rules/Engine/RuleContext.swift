/// The input of rules: groups of versions with their models, and the steps between the versions. The source of the
/// versions doesn't matter.
package struct RuleContext: Sendable {
    /// The versions of each plan, and the versions that no plan lists.
    package let groups: [RuleGroup]
    /// The stores that sync with CloudKit, or may sync.
    package let syncedStores: [SyncedStore]

    package init(groups: [RuleGroup], syncedStores: [SyncedStore] = []) {
        self.groups = groups
        self.syncedStores = syncedStores
    }
}

/// A group of versions with the steps between them. The versions belong to a plan, or no plan lists them.
package struct RuleGroup: Sendable {
    /// The plan itself.
    package struct Plan: Sendable {
        /// The type's name with its enclosing types.
        package let name: String
        /// The location of the declaration.
        package let location: SourceLocation?
        /// Whether all of its stages are known.
        package let isComplete: Bool

        package init(name: String, location: SourceLocation? = nil, isComplete: Bool) {
            self.name = name
            self.location = location
            self.isComplete = isComplete
        }
    }

    /// The information about a stage of the plan that the graph doesn't contain.
    package struct Stage: Sendable {
        /// The types that declare the stage's two versions.
        package let from: String
        package let to: String
        /// The stage's name, made from the names of its versions, such as `1.0.0 → 2.0.0`.
        package let name: String
        /// The location of the declaration.
        package let location: SourceLocation?
        /// The effects of the stage's code on rows and properties.
        package let effects: StageEffects
        /// The model classes that the stage's code refers to.
        package let uses: [ClassUse]

        package init(
            from: String, to: String, name: String, location: SourceLocation? = nil, effects: StageEffects,
            uses: [ClassUse]
        ) {
            self.from = from
            self.to = to
            self.name = name
            self.location = location
            self.effects = effects
            self.uses = uses
        }
    }

    /// A class that a stage's code refers to.
    package struct ClassUse: Sendable {
        /// The code that refers to the class: `willMigrate`, or the operation.
        package let user: String
        /// The class's name with its enclosing types.
        package let name: String
        /// The class's name as written in the source; nil if that isn't known.
        package let written: String?
        /// The type of the version that contains the class; nil if none does.
        package let owner: String?
        /// The types of the versions whose classes the code may use.
        package let allowed: [String]
        /// The location in the source.
        package let location: SourceLocation?

        package init(
            user: String, name: String, written: String?, owner: String?, allowed: [String],
            location: SourceLocation? = nil
        ) {
            self.user = user
            self.name = name
            self.written = written
            self.owner = owner
            self.allowed = allowed
            self.location = location
        }
    }

    /// The group's name.
    package let name: String
    /// The plan; nil for versions that no plan in Swift lists.
    package let plan: Plan?
    /// Whether the versions come from a Core Data model file.
    package let isModelFile: Bool
    /// The listed versions and the stages between them.
    package let graph: VersionGraph
    /// The stages, at the same positions as in the graph.
    package let stages: [Stage]
    /// The steps from version to version. They are the plan's forward stages, and adjacent versions without a stage.
    /// For models without a `VersionedSchema`, the step is from the frozen to the declared model.
    package let steps: [UpgradeStep]
    /// The steps from the frozen to the declared model of each version that was edited after it was frozen.
    package let edits: [UpgradeStep]
    /// The names of the group's frozen versions.
    package let frozenVersions: Set<String>

    /// Creates a group.
    ///
    /// - Parameter steps: the steps; nil to use the graph's steps, which requires decoding the models.
    package init(
        name: String, plan: Plan?, isModelFile: Bool = false, graph: VersionGraph, stages: [Stage],
        steps: [UpgradeStep]? = nil, edits: [UpgradeStep] = [], frozenVersions: Set<String> = []
    ) {
        self.name = name
        self.plan = plan
        self.isModelFile = isModelFile
        self.graph = graph
        self.stages = stages
        self.edits = edits
        self.frozenVersions = frozenVersions
        self.steps =
            steps
            ?? (isModelFile ? graph.inferredSteps : graph.steps).parallelMap { step in
                let isCustom = step.stage.map { graph.stages[$0].kind == .custom } ?? false
                return UpgradeStep(
                    from: graph.versions[step.from], to: graph.versions[step.to], isCustom: isCustom,
                    effects: step.stage.map { stages[$0].effects } ?? StageEffects([]))
            }.compactMap { $0 }
    }

    /// Returns the wording for a problem of the plan.
    package func words(of problem: PlanProblem) -> Finding.Words {
        let words = graph.words(of: problem, plan: plan?.name ?? name)
        return Finding.Words(what: words.what, affected: words.affected, fix: words.fix)
    }

    /// Returns the name of the version that a type declares, such as `1.0.0`, or the type's name if the group doesn't
    /// contain the version.
    package func versionName(of schema: String) -> String {
        graph.versions.first { $0.schema == schema }?.name ?? schema
    }

    /// The versions whose model is known, in order.
    package var evaluated: [SchemaVersion] { graph.versions.filter { $0.content != nil } }

    /// The newest version; nil if its model isn't known.
    package var newest: SchemaVersion? { graph.versions.last.flatMap { $0.content == nil ? nil : $0 } }
}

extension SchemaVersion {
    /// The model; nil if it couldn't be evaluated. The code that creates a ``RuleContext`` decodes the models first and
    /// reports errors.
    package var model: SchemaModel? { try? content?.decoded() }
}
