import PermafrostModel
import PermafrostSource
import PermafrostStore

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
protocol PairedFixture: Sendable {
    var fixture: Fixture { get }
    /// The group that it names; nil if it names none.
    var group: String? { get }
    /// The type that it names; nil if it names none.
    var schema: String? { get }
    /// The fixture with its model, read if it has not been read before.
    var read: FrozenVersion { get }
}

extension FrozenVersion: PairedFixture {
    var read: FrozenVersion { self }
}

/// Pairs a project's fixtures with what declares them: for every command the same.
///
/// A fixture is looked for in the group that it names; in every group if no group has the name, as after a plan was renamed,
/// or if it names none. See ``FixtureOwnership`` for the rule within.
struct FixturePairing<Frozen: PairedFixture> {
    /// The fixtures, each with its owner, in the order in which they were given.
    let pairs: [(fixture: Frozen, owner: FixtureOwner)]

    /// - Parameter fixtures: all fixtures of the project: what is superseded depends on the others.
    init(_ project: Project, _ fixtures: [Frozen]) {
        let newest = Dictionary(fixtures.map { ($0.group, $0.fixture.version) }, uniquingKeysWith: max)
        var searches: [String?: OwnerSearch] = [:]
        pairs = fixtures.map { fixture in
            let search = searches[fixture.group] ?? OwnerSearch(project, group: fixture.group)
            searches[fixture.group] = search
            let owner = search.owner(of: fixture)
            guard case .declared(let group, let schema) = owner, schema.isUnversioned,
                newest[fixture.group].map({ $0 > fixture.fixture.version }) == true
            else { return (fixture, owner) }
            return (fixture, .superseded(group, schema))
        }
    }
}

/// Finds the owners of the fixtures that name one group.
private struct OwnerSearch {
    private let isLeftOut: Bool
    private let candidates: [(VersionGroup, DeclaredSchema)]
    private let ownership: FixtureOwnership
    /// The owner of a fixture that nothing declares.
    private let gone: FixtureOwner

    init(_ project: Project, group: String?) {
        let groups = project.groups
        let own = groups.filter { $0.name == group }
        isLeftOut = group != nil && own.isEmpty && groups.count < project.groupCount
        candidates = (own.isEmpty ? groups : own).flatMap { group in group.schemas.map { (group, $0) } }
        ownership = FixtureOwnership(among: candidates.map { $0.1.schemaVersion() })
        gone = .gone(own.first ?? groups.first)
    }

    /// The owner by names and hashes: whether a declaration has been frozen again since is left out.
    func owner(of fixture: some PairedFixture) -> FixtureOwner {
        guard !isLeftOut else { return .leftOut }
        let owner = ownership.owner(of: fixture.fixture.version.description, schema: fixture.schema) {
            guard let model = fixture.read.model else { return false }
            return candidates[$0].1.model?.versionChecksum == model.versionChecksum
        }
        switch owner {
        case .gone: return gone
        case .ambiguous(let positions): return .ambiguous(positions.map { candidates[$0].0 })
        case .declaration(let position): return .declared(candidates[position].0, candidates[position].1)
        }
    }
}

extension FixturePairing<FrozenVersion> {
    /// Reads every fixture of a project. Throws a `FileError` if the tree cannot be listed.
    init(_ project: Project) throws {
        let fixtures = project.tree.exists ? try project.tree.contents().fixtures : []
        self.init(project, fixtures.parallelMap { FixtureInspection($0).read() })
    }
}
