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
    /// Whether the fixture was frozen again, with an equal model, equal tables and equal rows.
    let isEquivalent: Bool
    /// The release tag that declares the version as the fixture's replacement has it, and not as the fixture has it. Nil
    /// if there is none.
    let correctedBy: String?
    /// The release of the version, as far as the sources at release tags show it. It is looked up only if it matters,
    /// which is if neither a tag's fixture nor a record decides.
    let release: HeldFixtures.DeclaredRelease
    /// The tree's record of the fixture's replacement, or nil if the tree doesn't contain one.
    let record: FixtureReplacement?
    /// The location of the fixture's folder.
    let location: SourceLocation
    /// The command that freezes the version again, or nil if the version isn't declared.
    var freezing: FreezeCommandLine?

    /// Whether a release tag contains the fixture or declares the version, or `shipped.txt` records a release.
    var isReleased: Bool { held.isReleased || declaredRelease != nil }

    /// The release whose sources declare the version, or nil if none is known.
    var declaredRelease: DeclaringRelease? {
        if case .released(let found) = release { found } else { nil }
    }

    /// The command that fetches the part of the clone without which it isn't known whether the version shipped. Nil if
    /// nothing is missing.
    var fetch: String? { if case .incomplete(let fetch) = release { fetch } else { nil } }
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
        let accepted = held.accepted ?? records
        for fixture in held.fixtures where !present.contains(fixture.identity) {
            let isRecorded = { (record: FixtureReplacement) in record.identity == fixture.identity }
            guard !accepted.contains(where: isRecorded) else { continue }
            let record = records.first(where: isRecorded)
            let replacement = contents.fixtures.first { $0.folder == fixture.folder }.map { FrozenVersion($0) }
            guard let state = State(of: fixture, replacement, held, project) else { continue }
            let isDecided = fixture.isReleased || record != nil || state.isEquivalent
            let (release, correctedBy) =
                isDecided ? (.unreleased, nil) : try state.release(of: fixture, replacement, held)
            lost.append(
                LostFixture(
                    held: fixture, isReplaced: replacement != nil,
                    isSparse: held.delivery?.isSparse(fixture.path) ?? false, declaration: state.declaration,
                    group: state.group, isEquivalent: state.isEquivalent,
                    correctedBy: correctedBy, release: release, record: record, location: project.place(ofHeld: fixture)
                ))
        }
    }
}

/// The state of a lost fixture's version in the sources and in the fixture tree.
private struct State {
    private(set) var declaration: LostFixture.Declaration
    /// The fixture's group, or nil if it isn't known.
    private(set) var group: String?
    private(set) var isEquivalent = false
    /// The fixture as git contains it, or nil if it can't be read.
    private var frozen: FrozenVersion?
    private var declared: DeclaredVersion?

    /// Compares a fixture in git with the sources and with its replacement. Returns nil if `--plan` or `--schema`
    /// excludes the fixture's group.
    init?(
        of fixture: HeldFixtures.Fixture, _ replacement: FrozenVersion?, _ held: HeldFixtures, _ project: Project
    ) {
        do {
            let read = try held.withCopy(of: fixture) { frozen in
                (frozen, replacement.map { frozen.hasEqualContents(as: $0) } ?? false)
            }
            guard let read else {
                declaration = .unknown(reason: "git has no such folder")
                return
            }
            (frozen, isEquivalent) = (read.0, read.1)
        } catch GitError.failed(_, let reason) {
            declaration = .unknown(reason: reason)
            return
        } catch {
            declaration = .unknown(reason: "\(error)")
            return
        }
        guard let frozen else { return nil }
        let pair = VersionMatcher.pair(of: frozen, in: project)
        declared = pair.declared
        group = pair.group?.name ?? frozen.group
        switch pair.match {
        case .leftOut: return nil
        case .ambiguous: declaration = .unknown(reason: "several groups declare the version")
        case .gone, .retired: declaration = .gone
        case .superseded, .same: declaration = Self.declaration(of: pair, frozen)
        }
    }

    private static func declaration(of pair: VersionPair, _ frozen: FrozenVersion) -> LostFixture.Declaration {
        guard pair.group != nil, let schema = pair.declared else { return .gone }
        guard frozen.model != nil else { return .unknown(reason: "its model can't be read") }
        guard schema.model != nil else { return .unknown(reason: "\(schema.name) can't be evaluated") }
        do {
            let isUnchanged =
                schema.version == frozen.version.description || schema.isUnversioned
                ? try pair.drift().changes.isEmpty : false
            return isUnchanged ? .unchanged : .changed(schema: schema.name)
        } catch {
            return .unknown(reason: "\(schema.name) can't be evaluated")
        }
    }

    /// Returns the release whose sources declare the version. If the replacement is as the release declares it, and the
    /// lost fixture isn't, then the lost fixture never shipped, and the replacement corrects it.
    func release(
        of fixture: HeldFixtures.Fixture, _ replacement: FrozenVersion?, _ held: HeldFixtures
    ) throws -> (HeldFixtures.DeclaredRelease, correctedBy: String?) {
        let release = try held.declaredRelease(
            of: .init(
                group: group ?? "", version: fixture.version,
                types: Set([frozen?.schema, declared?.name].compactMap(\.self)), model: frozen?.model,
                isStoreDerived: frozen?.isStoreDerived == true))
        guard case .released(let found) = release, !found.hasEqualHashes, let model = replacement?.model,
            try found.declared.checksums().contains(model.versionChecksum)
        else { return (release, nil) }
        return (.unreleased, found.tag)
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
