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
    ///   - frozen: the group's fixtures, oldest first.
    ///   - name: the version that a declaration is.
    init(_ group: VersionGroup, frozen: [FrozenState], name: @Sendable (DeclaredSchema) -> String) {
        let versions = group.schemas.parallelMap { schema -> LintVersion? in
            guard let model = try? schema.model?.decoded() else { return nil }
            return LintVersion(
                schema: schema.name, version: name(schema), model: model, declared: schema, places: schema.places)
        }.compactMap { $0 }
        let frozenPairs = frozen.filter { $0.differs(in: group) }.compactMap { state -> (LintVersion, LintVersion)? in
            // A store's model has no Swift types: what it lacks is no difference.
            guard let earlier = state.frozen, !earlier.isOfStore, let model = earlier.model,
                let version = versions.first(where: {
                    $0.declared.isUnversioned || $0.version == earlier.version.description
                })
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
            name: group.name, plan: group.plan, schemas: group.schemas, versions: versions,
            steps: pairs.parallelMap { LintStep(from: $0.0, to: $0.1, stage: $0.2) },
            edits: isUnversioned ? [] : frozenPairs.map { LintStep(from: $0.0, to: $0.1, stage: nil) },
            frozenVersions: Set(frozen.map(\.fixture.version.description)))
    }

    private static func pairs(
        _ versions: [LintVersion], _ group: VersionGroup
    ) -> [(LintVersion, LintVersion, PlanDeclaration.Stage?)] {
        let order = Dictionary(
            group.schemas.enumerated().map { ($1.name, $0) }, uniquingKeysWith: { first, _ in first })
        let known = Dictionary(versions.map { ($0.schema, $0) }, uniquingKeysWith: { first, _ in first })
        var pairs: [(LintVersion, LintVersion, PlanDeclaration.Stage?)] = []
        var joined: Set<String> = []
        for stage in group.plan?.stages ?? [] {
            guard let from = order[stage.from], let to = order[stage.to], from < to else { continue }
            joined.insert(stage.from)
            if let old = known[stage.from], let new = known[stage.to] { pairs.append((old, new, stage)) }
        }
        for (old, new) in zip(group.schemas, group.schemas.dropFirst()) where !joined.contains(old.name) {
            if let old = known[old.name], let new = known[new.name] { pairs.append((old, new, nil)) }
        }
        return pairs
    }
}

extension FrozenState {
    /// Whether the group's declaration of the version is not known to be the same.
    fileprivate func differs(in group: VersionGroup) -> Bool {
        let version = fixture.version.description
        guard let schema = group.schema(version: version) ?? group.schemas.first(where: \.isUnversioned) else {
            return false
        }
        return !matches(schema)
    }
}
