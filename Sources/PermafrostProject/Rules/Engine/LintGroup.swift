import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A group with its declarations, for rules that check sources.
struct LintGroup: Sendable {
    let declared: VersionGroup
    /// The versions with their models, in the form that all rules use.
    let rules: RuleGroup
    private let log: FactLog
    private let hashes: OnDemand<[String: String], Never>

    /// Creates a group.
    ///
    /// - Parameters:
    ///   - opened: the types of the versions that containers open.
    ///   - log: the log of the facts that rules ask for.
    ///   - pairs: a function that returns the project's fixtures, matched with its declarations.
    init(
        _ group: VersionGroup, opening opened: Set<String>, _ log: FactLog,
        pairs: @escaping @Sendable () -> [VersionPair]
    ) {
        declared = group
        self.log = log
        hashes = OnDemand {
            guard group.hasPlan, let last = group.graph.versions.last, last.content != nil else { return [:] }
            return last.hashes
        }
        let edits = OnDemand<RuleGroup.FrozenEdits, Never> { Self.edits(of: group, among: pairs()) }
        let isUnversioned = group.isUnversioned
        // The edits of models without a version are their steps.
        let fromEdits: @Sendable () -> [UpgradeStep] = { edits.get().steps }
        let ownEdits: @Sendable () -> RuleGroup.FrozenEdits = {
            let all = edits.get()
            return isUnversioned ? RuleGroup.FrozenEdits(frozenVersions: all.frozenVersions) : all
        }
        rules = RuleGroup(
            group, log: log, steps: isUnversioned ? fromEdits : nil, edits: ownEdits, opening: opened)
    }

    /// Compares a group's versions with its fixtures.
    private static func edits(of group: VersionGroup, among pairs: [VersionPair]) -> RuleGroup.FrozenEdits {
        let steps = pairs.filter { $0.declared != nil && $0.group?.name == group.name && !$0.isKnownUnchanged }
            .compactMap { pair -> UpgradeStep? in
                let version = group.graph.versions.first { $0.schema == pair.declared?.name }
                guard let frozen = pair.frozen, let version else { return nil }
                return edit(of: frozen, version)
            }
        let frozenVersions = pairs.compactMap { pair -> String? in
            // A fixture of a group that no longer exists may match a declaration of this group.
            guard let frozen = pair.frozen,
                pair.group?.name == group.name || frozen.group == nil || frozen.group == group.name
            else { return nil }
            return frozen.version.description
        }
        return RuleGroup.FrozenEdits(steps: steps, frozenVersions: Set(frozenVersions))
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

extension LintGroup {
    var name: String { declared.name }
    var plan: PlanDeclaration? { declared.plan }
    var schemas: [DeclaredVersion] { declared.schemas }
    var hasPlan: Bool { declared.hasPlan }
    var staging: Staging { declared.staging }
    var newest: SchemaVersion? { rules.newest }

    /// The stages of the plan, with their hooks. Empty if there is no plan.
    var stages: [DeclaredStage] {
        log.note(.stages)
        return plan?.stages ?? []
    }

    /// The version hashes of the entities in the plan's last version, in hexadecimal digits and keyed by entity name.
    /// Empty if there is no plan or the version's model isn't known.
    var newestHashes: [String: String] { hashes.get() }

    /// The versions whose models are known.
    var versions: [DeclaredVersion] { schemas.filter { $0.model != nil } }

    /// Returns the version that a schema declares, or nil if the group has no such version with a known model.
    func version(of schema: String) -> SchemaVersion? { rules.evaluated.first { $0.schema == schema } }
}

extension VersionGroup {
    /// Whether the group contains models without a `VersionedSchema`.
    fileprivate var isUnversioned: Bool { graph.versions.contains(where: \.isUnversioned) }
}

extension SourceIssue.Problem {
    /// Whether a specific lint rule reports the problem, such as PF0229 for a namesake. PF0120 reports all other
    /// problems.
    var isReportedByLint: Bool {
        switch self {
        case .namesake, .unstorable, .unlistedParent: true
        default: false
        }
    }
}

extension LintGroup {
    /// The issues in the group's versions that specific lint rules report. Each issue occurs once, with all versions
    /// that have it.
    var placedIssues: [(issue: SourceIssue, versions: [SchemaVersion])] {
        var found: [(issue: SourceIssue, versions: [SchemaVersion])] = []
        var indexes: [SourceIssue: Int] = [:]
        for declared in versions {
            for issue in declared.issues where issue.problem.isReportedByLint {
                if let index = indexes[issue] {
                    found[index].versions.append(declared.schemaVersion)
                } else {
                    indexes[issue] = found.count
                    found.append((issue, [declared.schemaVersion]))
                }
            }
        }
        return found
    }
}
