import PermafrostDeclarations
import PermafrostFixtures
import PermafrostModel

/// Whose a fixture is, among a project's declarations.
package enum FixtureOwner: Sendable {
    /// A declared version's: as it was frozen, edited since, or under another name now.
    case declared(VersionGroup, DeclaredSchema)
    /// That of models without a `VersionedSchema`, which have been frozen again since.
    case superseded(VersionGroup, DeclaredSchema)
    /// Nothing declares it; the group that it is of, or the first one.
    case gone(VersionGroup?)
    /// Several groups declare a version of its name, and nothing decides between them.
    case ambiguous([VersionGroup])
    /// It is of a group that `--plan` or `--schema` leaves out.
    case leftOut

    /// The group and the declaration, if there is one.
    package var declaration: (group: VersionGroup, schema: DeclaredSchema)? {
        switch self {
        case .declared(let group, let schema), .superseded(let group, let schema): (group, schema)
        case .gone, .ambiguous, .leftOut: nil
        }
    }
}

/// What of a fixture decides whose it is.
struct FixtureFacts {
    let version: VersionName
    let group: String?
    let schema: String?
    /// Whether a declaration has the frozen version hashes.
    let hasHashes: (DeclaredSchema) -> Bool

    init(_ frozen: FrozenVersion) {
        self.init(version: frozen.version, group: frozen.group, schema: frozen.schema) { frozen }
    }

    init(_ state: FrozenState) {
        self.init(version: state.fixture.version, group: state.group, schema: state.schema) {
            state.frozen ?? state.inspection.read()
        }
    }

    private init(version: VersionName, group: String?, schema: String?, frozen: @escaping () -> FrozenVersion) {
        self.version = version
        self.group = group
        self.schema = schema
        hasHashes = { declared in
            let frozen = frozen()
            return frozen.model.map {
                declared.isModel($0.versionChecksum, isOfFormerMapping: frozen.isOfFormerMapping)
            } ?? false
        }
    }
}

/// Pairs a project's fixtures with what declares them: for every command the same.
///
/// A fixture is looked for in the group that it names; in every group if no group has the name, as after a plan was renamed,
/// or if it names none. See ``FixtureOwnership`` for the rule within.
struct FixturePairing {
    private let groups: [VersionGroup]
    private let isPart: Bool

    init(_ project: Project) {
        self.init(project.groups, isPart: project.groups.count < project.groupCount)
    }

    /// - Parameter isPart: whether `--plan` or `--schema` leaves out other groups.
    init(_ groups: [VersionGroup], isPart: Bool) {
        self.groups = groups
        self.isPart = isPart
    }

    /// Whose a fixture is.
    ///
    /// - Parameter newest: the newest fixture of each group's name.
    func owner(of facts: FixtureFacts, newest: [String?: VersionName]) -> FixtureOwner {
        let own = groups.filter { $0.name == facts.group }
        if facts.group != nil, own.isEmpty, isPart { return .leftOut }
        let candidates = (own.isEmpty ? groups : own).flatMap { group in group.schemas.map { (group, $0) } }
        let ownership = FixtureOwnership(
            among: candidates.map { .init(schema: $0.1.name, version: $0.1.version) })
        let owner = ownership.owner(of: facts.version.description, schema: facts.schema) {
            facts.hasHashes(candidates[$0].1)
        }
        switch owner {
        case .gone: return .gone(own.first ?? groups.first)
        case .ambiguous(let positions): return .ambiguous(positions.map { candidates[$0].0 })
        case .declaration(let position):
            let (group, schema) = candidates[position]
            let isSuperseded = schema.isUnversioned && newest[facts.group].map { $0 > facts.version } == true
            return isSuperseded ? .superseded(group, schema) : .declared(group, schema)
        }
    }

    /// The newest fixture by the name of its group.
    static func newest(_ fixtures: [(group: String?, version: VersionName)]) -> [String?: VersionName] {
        Dictionary(fixtures.map { ($0.group, $0.version) }, uniquingKeysWith: max)
    }
}
