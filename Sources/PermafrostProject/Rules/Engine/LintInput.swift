import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The input of the rules that check sources. It contains the groups with their declarations, and the results of
/// reading code, such as containers and batch deletes.
struct LintInput: Sendable {
    let groups: [LintGroup]
    /// The calls that create containers. Empty unless code was read (``ProjectOptions/readsCode``).
    let containers: [ContainerDeclaration]
    /// The calls that copy or move a store's main file without its other files. Empty unless code was read.
    let storeCopies: [StoreCopyDeclaration]
    /// The Core Data stores that sync or may sync.
    let coreDataStores: [CoreDataStoreDeclaration]
    /// The calls that delete batches of rows. Empty unless code was read.
    let batchDeletes: [BatchDelete]
    /// The model classes that aren't in any version or container. Empty unless code was read.
    let unlistedModels: [UnlistedClass]
    /// The versions that plans declare as retired.
    var retired: [RetiredVersion] = []
    /// Whether the project has a fixture tree.
    var hasFixtures = false
}

extension LintInput {
    /// Collects a project's declarations and compares them with its fixtures.
    ///
    /// - Throws: a ``ProjectError`` if a model can't be decoded.
    init(_ project: Project, _ matcher: VersionMatcher) throws {
        let groups = project.groups
        // Rules skip models that can't be decoded. Throw an error, so that they don't count as models without findings.
        let decoded = groups.flatMap(\.schemas).parallelMap { schema in
            Result { () throws(ProjectError) in
                for variant in [nil] + schema.variants.map(Optional.some) { _ = try schema.decoded(variant) }
            }
        }
        for result in decoded { try result.get() }
        let opened = Set(
            project.declarations.containers.filter(\.opensUsersStore).compactMap { container -> String? in
                if case .schema(let name) = container.content { name } else { nil }
            })
        self.init(
            groups: groups.map { group in
                LintGroup(
                    group, matcher.pairs.filter { $0.declared != nil && $0.group?.name == group.name },
                    frozenVersions: Set(
                        matcher.pairs.compactMap { pair in
                            // A fixture of a group that no longer exists may match a declaration of this group.
                            guard let frozen = pair.frozen,
                                pair.group?.name == group.name || frozen.group == nil || frozen.group == group.name
                            else { return nil }
                            return frozen.version.description
                        }), openedSchemas: opened.union([group.plan?.currentSchema].compactMap(\.self)))
            }, containers: project.declarations.containers, storeCopies: project.declarations.storeCopies,
            coreDataStores: project.declarations.coreDataStores, batchDeletes: project.declarations.batchDeletes,
            unlistedModels: project.declarations.unlistedModels, retired: RetiredVersion.all(in: project, matcher),
            hasFixtures: project.tree.exists)
    }
}

/// A group with its declarations, for rules that check sources.
struct LintGroup: Sendable {
    let declared: VersionGroup
    /// The versions with their models, in the form that all rules use.
    let rules: RuleGroup
    /// The version hashes of the entities in the plan's last version, in hexadecimal digits and keyed by entity name.
    /// Empty if there is no plan or the version's model isn't known.
    let newestHashes: [String: String]

    var name: String { declared.name }
    var plan: PlanDeclaration? { declared.plan }
    var schemas: [DeclaredVersion] { declared.schemas }
    var hasPlan: Bool { declared.hasPlan }
    var staging: Staging { declared.staging }
    var newest: SchemaVersion? { rules.newest }

    /// The versions whose models are known.
    var versions: [DeclaredVersion] { schemas.filter { $0.model != nil } }

    /// Returns the version that a schema declares, or nil if the group has no such version with a known model.
    func version(of schema: String) -> SchemaVersion? { rules.evaluated.first { $0.schema == schema } }
}

extension LintGroup {
    /// Combines a group's declarations with its fixtures.
    ///
    /// - Parameters:
    ///   - pairs: the group's versions that are both declared and frozen, in the order of the fixture tree.
    ///   - frozenVersions: the versions of the group's fixtures, and of fixtures that record no group.
    ///   - openedSchemas: the types of the versions that containers open, or that the app's Core Data model selects.
    init(
        _ group: VersionGroup, _ pairs: [VersionPair], frozenVersions: Set<String>, openedSchemas: Set<String>
    ) {
        let versions = group.graph.versions
        let edits = pairs.filter { !$0.isKnownUnchanged }.compactMap { pair -> UpgradeStep? in
            guard let frozen = pair.frozen, let version = versions.first(where: { $0.schema == pair.declared?.name })
            else { return nil }
            return Self.edit(of: frozen, version)
        }
        let isUnversioned = versions.contains(where: \.isUnversioned)
        self.declared = group
        newestHashes =
            group.hasPlan ? group.graph.versions.last.flatMap { $0.content == nil ? nil : $0.hashes } ?? [:] : [:]
        rules = RuleGroup(
            group, steps: isUnversioned ? edits : nil, edits: isUnversioned ? [] : edits,
            frozenVersions: frozenVersions, openedSchemas: openedSchemas)
    }

    /// Returns the step from a fixture to the current declaration. Returns nil if the fixture's model can't be read.
    /// Also returns nil if the fixture was frozen from the types of a running process, because its model lacks
    /// information that only sources contain.
    private static func edit(of earlier: FrozenVersion, _ version: SchemaVersion) -> UpgradeStep? {
        guard !earlier.isStoreDerived, let model = earlier.model else { return nil }
        let before = version.with(model, name: earlier.version.description)
        return UpgradeStep(from: before, to: version)
    }
}
