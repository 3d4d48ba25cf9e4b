import PermafrostModel
import PermafrostSource
import PermafrostStore

/// What only sources show, for the rules over it: declarations beside the groups that every rule sees, and code that makes
/// containers or copies stores.
struct LintInput: Sendable {
    /// The groups that were chosen.
    let groups: [LintGroup]
    /// Where containers are made, where code was read.
    let containers: [ContainerDeclaration]
    /// Copies of stores' files alone, where code was read.
    let storeCopies: [StoreCopyDeclaration]
}

extension LintInput {
    /// What a project declares, beside what of it is frozen.
    ///
    /// - Throws: a ``ProjectError`` if a model cannot be read.
    init(_ project: Project, _ matcher: VersionMatcher) throws {
        let groups = project.groups
        // Rules go over what can be read: what cannot be is not without findings.
        let decoded = groups.flatMap(\.schemas).parallelMap { schema in
            Result { () throws(ProjectError) in
                for variant in [nil] + schema.variants.map(Optional.some) { _ = try schema.decoded(variant) }
            }
        }
        for result in decoded { try result.get() }
        self.init(
            groups: groups.map { group in
                LintGroup(
                    group, matcher.pairs.filter { $0.declared != nil && $0.group?.name == group.name },
                    frozenVersions: Set(
                        matcher.pairs.compactMap(\.frozen).filter { $0.group == nil || $0.group == group.name }
                            .map(\.version.description)))
            }, containers: project.declarations.containers, storeCopies: project.declarations.storeCopies)
    }
}

/// A group as it is declared, beside what every rule sees of it.
struct LintGroup: Sendable {
    /// The declarations.
    let declared: VersionGroup
    /// The versions with their models.
    let rules: RuleGroup

    var name: String { declared.name }
    var plan: PlanDeclaration? { declared.plan }
    var schemas: [DeclaredVersion] { declared.schemas }
    var hasPlan: Bool { declared.hasPlan }
    var newest: SchemaVersion? { rules.newest }

    /// The versions whose model is known.
    var versions: [DeclaredVersion] { schemas.filter { $0.model != nil } }

    /// The version of a schema's name.
    func version(of schema: String) -> SchemaVersion? { rules.evaluated.first { $0.schema == schema } }
}

extension LintGroup {
    /// - Parameters:
    ///   - pairs: the group's versions that are declared and frozen, oldest first.
    ///   - frozenVersions: the names of the group's fixtures.
    init(_ group: VersionGroup, _ pairs: [VersionPair], frozenVersions: Set<String>) {
        let versions = group.graph.versions
        let edits = pairs.filter { !$0.isKnownUnchanged }.compactMap { pair -> UpgradeStep? in
            guard let frozen = pair.frozen, let version = versions.first(where: { $0.schema == pair.declared?.name })
            else { return nil }
            return Self.edit(of: frozen, version)
        }
        let isUnversioned = versions.contains(where: \.isUnversioned)
        self.declared = group
        rules = RuleGroup(
            group, steps: isUnversioned ? edits : nil, edits: isUnversioned ? [] : edits,
            frozenVersions: frozenVersions)
    }

    /// The step from what is frozen to what is declared; nil if the fixture holds no more than a store says: what it lacks is no
    /// difference.
    private static func edit(of earlier: FrozenVersion, _ version: SchemaVersion) -> UpgradeStep? {
        guard !earlier.isOfStore, let model = earlier.model else { return nil }
        let before = version.with(model, name: earlier.version.description)
        return UpgradeStep(from: before, to: version)
    }
}
