import PermafrostDeclarations
import PermafrostModel

/// What the lint rules look at: a project's versions with their models decoded, in groups.
struct LintInput: Sendable {
    /// The groups that were chosen.
    let groups: [LintGroup]
    /// Whether the stores are synced with CloudKit.
    let checksCloudKit: Bool
    /// Where containers are made, where code was read.
    let containers: [ContainerDeclaration]
    /// Copies of stores' files alone, where code was read.
    let storeCopies: [StoreCopyDeclaration]
}

/// A group's versions and the steps between them.
struct LintGroup: Sendable {
    /// The group's name.
    let name: String
    /// The plan, if there is one.
    let plan: PlanDeclaration?
    /// Every version in order, those whose model could not be told too.
    let schemas: [DeclaredSchema]
    /// The listed versions and the stages between them.
    let graph: VersionGraph
    /// The versions whose model is known, in order.
    let versions: [LintVersion]
    /// The steps from version to version: the plan's stages that lead forward, and neighbours that no stage joins. For models
    /// without a `VersionedSchema`, from what is frozen to what is declared.
    let steps: [LintStep]
    /// What was edited in versions since they were frozen, from the frozen to the declared model.
    let edits: [LintStep]
    /// The names of the group's frozen versions.
    let frozenVersions: Set<String>

    /// Whether its stores migrate by a migration plan in Swift.
    var hasPlan: Bool { plan.map { !$0.isModelFile } ?? false }

    /// The version of a schema's name.
    func version(of schema: String) -> LintVersion? { versions.first { $0.schema == schema } }

    /// The newest version, where its model is known.
    var newest: LintVersion? { schemas.last.flatMap { version(of: $0.name) } }
}

extension LintGroup {
    /// - Parameters:
    ///   - frozen: the group's fixtures with what declares them, oldest first.
    ///   - frozenVersions: the names of the group's fixtures.
    ///   - name: the version that a declaration is.
    init(
        _ group: VersionGroup, frozen: [(state: FrozenState, declared: DeclaredSchema)], frozenVersions: Set<String>,
        name: @Sendable (DeclaredSchema) -> String
    ) {
        let versions = group.schemas.parallelMap { schema -> LintVersion? in
            guard let model = try? schema.model?.decoded() else { return nil }
            return LintVersion(
                schema: schema.name, version: name(schema), model: model, declared: schema, places: schema.places)
        }.compactMap { $0 }
        let frozenPairs = frozen.filter { !$0.state.matches($0.declared) }.compactMap {
            state, declared -> (LintVersion, LintVersion)? in
            // A store's model has no Swift types: what it lacks is no difference.
            guard let earlier = state.frozen, !earlier.isOfStore, let model = earlier.model,
                let version = versions.first(where: { $0.schema == declared.name })
            else { return nil }
            let before = LintVersion(
                schema: version.schema, version: earlier.version.description, model: model, declared: version.declared,
                places: version.places)
            guard SchemaDrift(EarlierModel(earlier), version.declared).formerMapping != nil,
                let former = try? version.declared.model(by: .former)
            else { return (before, version) }
            // What the mapping of an earlier release got wrong is no edit.
            let after = LintVersion(
                schema: version.schema, version: version.version, model: former, declared: version.declared,
                places: version.places)
            return (before, after)
        }
        let isUnversioned = versions.contains { $0.declared.isUnversioned }
        let pairs = isUnversioned ? frozenPairs.map { ($0, $1, nil) } : Self.pairs(versions, group)
        self.init(
            name: group.name, plan: group.plan, schemas: group.schemas, graph: group.graph, versions: versions,
            steps: pairs.parallelMap { LintStep(from: $0.0, to: $0.1, stage: $0.2) },
            edits: isUnversioned ? [] : frozenPairs.map { LintStep(from: $0.0, to: $0.1, stage: nil) },
            frozenVersions: frozenVersions)
    }

    /// The plan's stages that lead forward, then the neighbours that no stage joins.
    private static func pairs(
        _ versions: [LintVersion], _ group: VersionGroup
    ) -> [(LintVersion, LintVersion, PlanDeclaration.Stage?)] {
        let known = Dictionary(versions.map { ($0.schema, $0) }, uniquingKeysWith: { first, _ in first })
        let names = group.graph.versions.map(\.schema)
        return group.graph.steps.compactMap { step in
            guard let old = known[names[step.from]], let new = known[names[step.to]] else { return nil }
            return (old, new, step.stage.flatMap { group.plan?.stages[$0] })
        }
    }
}
