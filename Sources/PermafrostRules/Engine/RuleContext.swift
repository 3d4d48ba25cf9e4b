import PermafrostModel

/// What rules look at: versions with their models and the steps between them, in groups, wherever they were read.
package struct RuleContext: Sendable {
    /// A plan's versions, or versions that no plan lists.
    package let groups: [RuleGroup]
    /// Whether the stores are synced with CloudKit.
    package let checksCloudKit: Bool

    package init(groups: [RuleGroup], checksCloudKit: Bool = false) {
        self.groups = groups
        self.checksCloudKit = checksCloudKit
    }
}

/// One version of a schema with its model.
package struct ModelVersion: Sendable {
    /// The type that declares it, with its nesting.
    package let schema: String
    /// What people call it: `1.0.0`.
    package let name: String
    /// Whether the name is one that the version declares. Otherwise it only stands for it.
    package let isNamed: Bool
    /// Whether it is of models without a `VersionedSchema`, which have no version of their own.
    package let isUnversioned: Bool
    /// The model; nil if it could not be evaluated.
    package let model: SchemaModel?
    /// Where it is declared; nil if it is not read from source.
    package let location: SourceLocation?
    /// Where its version is given.
    package let versionLocation: SourceLocation?
    /// Where the model's parts are declared.
    package let places: ModelPlaces

    package init(
        schema: String, name: String, isNamed: Bool = true, isUnversioned: Bool = false, model: SchemaModel?,
        location: SourceLocation? = nil, versionLocation: SourceLocation? = nil, places: ModelPlaces = ModelPlaces()
    ) {
        self.schema = schema
        self.name = name
        self.isNamed = isNamed
        self.isUnversioned = isUnversioned
        self.model = model
        self.location = location
        self.versionLocation = versionLocation
        self.places = places
    }

    /// `PostsSchemaV1 1.0.0`
    package var title: String { isUnversioned ? name : "\(schema) \(name)" }

    /// The same version with another model.
    package func with(_ model: SchemaModel, name: String? = nil) -> ModelVersion {
        ModelVersion(
            schema: schema, name: name ?? self.name, isNamed: isNamed, isUnversioned: isUnversioned, model: model,
            location: location,
            versionLocation: versionLocation, places: places)
    }

    /// Where a property is declared, else its entity, else the version.
    package func place(entity: String?, property: String?) -> SourceLocation? {
        guard let entity else { return location }
        if let property {
            let owners = [entity] + (model?.superentities(of: entity).map(\.name) ?? [])
            if let place = owners.lazy.compactMap({ places.properties[$0]?[property] }).first { return place }
        }
        return places.entities[entity] ?? location
    }
}

/// A plan's versions and the steps between them, or versions that no plan lists.
package struct RuleGroup: Sendable {
    /// The plan itself.
    package struct Plan: Sendable {
        /// The type's name with its nesting.
        package let name: String
        /// Where it is declared.
        package let location: SourceLocation?
        /// Whether all of its stages are known.
        package let isComplete: Bool

        package init(name: String, location: SourceLocation? = nil, isComplete: Bool) {
            self.name = name
            self.location = location
            self.isComplete = isComplete
        }
    }

    /// A stage of the plan beside what the graph knows of it.
    package struct Stage: Sendable {
        /// The types that declare its versions.
        package let from: String
        package let to: String
        /// The stage by the names of its versions: `1.0.0 → 2.0.0`.
        package let name: String
        /// Where it is declared.
        package let location: SourceLocation?
        /// What its code does to rows and properties.
        package let effects: StageEffects
        /// The model classes that its code names.
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

    /// A class that a stage's code names.
    package struct ClassUse: Sendable {
        /// What names it: `willMigrate`, or the operation.
        package let user: String
        /// The class with its nesting.
        package let name: String
        /// The class as it is written; nil if that is not known.
        package let written: String?
        /// The type of the version that has the class; nil if none has it.
        package let owner: String?
        /// The types of the versions whose classes may be named there.
        package let allowed: [String]
        /// Where it is written.
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
    /// Whether the versions are those of a Core Data model file.
    package let isModelFile: Bool
    /// The listed versions and the stages between them. The arrays beside it have the same positions.
    package let graph: VersionGraph
    /// The versions; nil for one that nothing declares.
    package let versions: [ModelVersion?]
    /// The stages.
    package let stages: [Stage]
    /// The steps from version to version: the plan's stages that lead forward, and neighbours that no stage joins. For models
    /// without a `VersionedSchema`, from what is frozen to what is declared.
    package let steps: [UpgradeStep]
    /// What was edited in versions since they were frozen, from the frozen to the declared model.
    package let edits: [UpgradeStep]
    /// The names of the group's frozen versions.
    package let frozenVersions: Set<String>

    /// - Parameters:
    ///   - steps: the steps; nil for those of the graph.
    package init(
        name: String, plan: Plan?, isModelFile: Bool = false, graph: VersionGraph, versions: [ModelVersion?],
        stages: [Stage],
        steps: [UpgradeStep]? = nil, edits: [UpgradeStep] = [], frozenVersions: Set<String> = []
    ) {
        self.name = name
        self.plan = plan
        self.isModelFile = isModelFile
        self.graph = graph
        self.versions = versions
        self.stages = stages
        self.edits = edits
        self.frozenVersions = frozenVersions
        self.steps =
            steps
            ?? graph.steps.parallelMap { step in
                guard let from = versions[step.from], let to = versions[step.to] else { return nil }
                let isCustom = step.stage.map { graph.stages[$0].kind == .custom } ?? false
                return UpgradeStep(
                    from: from, to: to, isCustom: isCustom,
                    effects: step.stage.map { stages[$0].effects } ?? StageEffects([]))
            }.compactMap { $0 }
    }

    /// What is wrong with the plan, in words.
    package func words(of problem: PlanProblem) -> Finding.Words {
        let words = graph.words(of: problem, plan: plan?.name ?? name)
        return Finding.Words(what: words.what, affected: words.affected, fix: words.fix)
    }

    /// The versions whose model is known, in order.
    package var evaluated: [ModelVersion] { versions.compactMap { $0?.model == nil ? nil : $0 } }

    /// The newest version, if its model is known.
    package var newest: ModelVersion? { versions.last.flatMap { $0 }.flatMap { $0.model == nil ? nil : $0 } }
}
