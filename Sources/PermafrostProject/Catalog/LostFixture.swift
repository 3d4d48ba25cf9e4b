import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A fixture that is in git but not in the project's fixture tree. Its folder is either missing or different.
struct LostFixture: Sendable {
    /// The state of the version's declaration in the sources.
    enum Declaration: Sendable {
        /// The declaration hasn't changed since the version was frozen.
        case unchanged
        /// The declaration differs from the frozen version.
        case changed(schema: String)
        /// The version is no longer declared.
        case gone
        /// The declaration can't be compared with the frozen version.
        case unknown(reason: String)
    }

    let held: HeldFixtures.Fixture
    /// Whether the tree contains the folder, but with different contents.
    let isReplaced: Bool
    /// Whether a sparse checkout omits the folder.
    let isSparse: Bool
    let declaration: Declaration
    /// The name of the fixture's group, or nil if it isn't known.
    let group: String?
    /// The tree's record of the fixture's replacement, or nil if the tree doesn't contain one.
    let record: FixtureReplacement?
    /// The location of the fixture's folder.
    let location: SourceLocation
    /// The command that freezes the version again, or nil if the version isn't declared.
    var freezing: FreezeCommandLine?
}

/// The result of comparing a fixture tree with the fixtures in git.
struct LostFixtures: Sendable {
    private(set) var lost: [LostFixture] = []
    /// The replacements recorded in the tree.
    private(set) var records: [FixtureReplacement] = []
    /// The numbers of the lines that can't be parsed in the tree's records file.
    private(set) var malformedRecords: [Int] = []
    /// The identities of the project's fixtures that are in the work tree. Empty if git has no fixtures.
    private(set) var present: Set<FixtureIdentity> = []

    /// Compares a tree with the fixtures in git. If the records at the base accept a fixture's replacement, the fixture
    /// isn't lost.
    ///
    /// - Throws: a `FileError` if the records in the tree can't be read.
    init(_ held: HeldFixtures, _ project: Project, _ contents: FixtureTree.Contents) throws {
        let file = project.tree.directory + "/" + FixtureReplacement.fileName
        if try FileKind(of: file) != .absent {
            (records, malformedRecords) = FixtureReplacement.read(
                try FileAccess.read(file, limit: FixtureReplacement.sizeLimit))
        }
        guard !held.fixtures.isEmpty || !held.recorded.isEmpty else { return }
        // If a fixture was moved, it isn't lost, no matter what its folder is named.
        let fixtures = try contents.fixtures + FixturePlaces(project.options).otherFixtures(of: project)
        let present = Set(fixtures.parallelMap { FixtureIdentity(of: $0) }.compactMap(\.self))
        self.present = present
        let folders = Set(contents.fixtures.map(\.folder))
        let accepted = held.accepted ?? records
        for fixture in held.fixtures where !present.contains(fixture.identity) {
            let isRecorded = { (record: FixtureReplacement) in record.identity == fixture.identity }
            guard !accepted.contains(where: isRecorded),
                let (declaration, group) = Self.declaration(of: fixture, held, project)
            else { continue }
            lost.append(
                LostFixture(
                    held: fixture, isReplaced: folders.contains(fixture.folder),
                    isSparse: held.delivery?.isSparse(fixture.path) ?? false, declaration: declaration, group: group,
                    record: records.first(where: isRecorded), location: project.place(ofHeld: fixture)))
        }
    }

    /// Returns the state of a fixture's declaration, and the fixture's group. Returns nil if `--plan` or `--schema`
    /// excludes the group.
    private static func declaration(
        of fixture: HeldFixtures.Fixture, _ held: HeldFixtures, _ project: Project
    ) -> (LostFixture.Declaration, group: String?)? {
        let frozen: FrozenVersion
        do {
            guard let read = try held.read(fixture) else { return (.unknown(reason: "git has no such folder"), nil) }
            frozen = read
        } catch GitError.failed(_, let reason) {
            return (.unknown(reason: reason), nil)
        } catch {
            return (.unknown(reason: "\(error)"), nil)
        }
        let pair = VersionMatcher.pair(of: frozen, in: project)
        switch pair.match {
        case .leftOut: return nil
        case .ambiguous: return (.unknown(reason: "several groups declare the version"), frozen.group)
        case .gone, .retired: return (.gone, pair.group?.name ?? frozen.group)
        case .superseded, .same:
            guard let group = pair.group, let schema = pair.declared else { return (.gone, frozen.group) }
            guard frozen.model != nil else { return (.unknown(reason: "its model can't be read"), group.name) }
            guard schema.model != nil else {
                return (.unknown(reason: "\(schema.name) can't be evaluated"), group.name)
            }
            do {
                let isUnchanged =
                    schema.version == frozen.version.description || schema.isUnversioned
                    ? try pair.drift().changes.isEmpty : false
                return (isUnchanged ? .unchanged : .changed(schema: schema.name), group.name)
            } catch {
                return (.unknown(reason: "\(schema.name) can't be evaluated"), group.name)
            }
        }
    }
}

extension FixtureIdentity {
    /// Computes the identity of a fixture in a tree. Returns nil if none of the fixture's files can be read.
    init?(of fixture: FixtureFolder) {
        self.init(of: fixture.version) { name in
            // A file that can't be read is reported as damage.
            try? FileAccess.read(fixture.path(of: name))
        }
    }
}

extension Project {
    /// Returns the location of a fixture in git, relative to the project.
    fileprivate func place(ofHeld fixture: HeldFixtures.Fixture) -> SourceLocation {
        SourceLocation(file: fixture.path, line: 1, column: 1)
    }
}
