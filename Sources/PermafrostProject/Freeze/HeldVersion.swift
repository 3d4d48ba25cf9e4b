import PermafrostFixtures
import PermafrostModel
import PermafrostSource

/// A version to freeze, with its fixtures in git. Determines whether the freeze may replace them.
///
/// The fixture of a version that shipped is replaced only with ``ProjectFreeze/Replacement/shipped(reason:)``. If a
/// version isn't frozen yet, its declaration must be as it shipped. If a fixture is missing from the tree and its declaration is unchanged, it can be frozen again. If the declaration changed, freezing
/// it again counts as a replacement, because deleting the fixture would otherwise hide the change.
struct HeldVersion {
    /// The version's fixtures in git.
    let contents: [HeldFixtures.Fixture]
    /// The releases that `shipped.txt` records for the version's fixture, or for another content of its folder.
    let recordedReleases: [String]
    private let group: String
    private let settings: String
    private let held: HeldFixtures

    /// Finds a version's fixtures in git. Ignores fixtures in other trees, which belong to other projects.
    init(_ fixture: FixtureFolder, in group: String, of project: Project, _ held: HeldFixtures) {
        self.held = held
        self.group = group
        settings = project.place(of: FixtureSettings.fileName).file
        let identity = FixtureIdentity(of: fixture)
        recordedReleases =
            held.recorded.filter { $0.folder == fixture.folder || $0.identity == identity }
            .map(\.release).unique
        contents = held.fixtures.filter { content in
            guard fixture.tree == project.options.directory + "/" + content.tree else { return false }
            if content.folder == fixture.folder || content.identity == identity { return true }
            // The group's folder may have been created later.
            guard content.version == fixture.version.description else { return false }
            do { return try held.read(content)?.group == group } catch { return false }
        }
    }

    /// The release tags that contain any of the fixtures, sorted and without duplicates.
    var tags: [String] { contents.flatMap(\.tags).unique.sortedByCodeUnit() }

    /// Throws a ``ProjectError`` if a freeze must not replace the fixtures in git. May also throw the error of a
    /// fixture that can't be read from git.
    ///
    /// - Parameters:
    ///   - isFrozen: whether the tree contains the fixture.
    ///   - schema: the version's declaration.
    func assertReplaceable(
        _ fixture: FixtureFolder, isFrozen: Bool, by schema: DeclaredVersion, _ replacement: ProjectFreeze.Replacement
    ) throws {
        if case .shipped = replacement { return }
        let version = fixture.version.description
        if isFrozen {
            guard replacement != .none else { return }
            if let content = contents.first(where: { !$0.tags.isEmpty }) {
                throw ProjectError.releasedFixture(
                    version: version, path: fixture.path, tags: tags, heldAs: content.path, isMissing: false)
            }
            guard recordedReleases.isEmpty else {
                throw ProjectError.recordedFixture(
                    version: version, path: fixture.path, releases: recordedReleases, heldBy: nil, heldAs: nil)
            }
            return try assertUndeclared(FrozenVersion(fixture), fixture, schema, replacement)
        }
        for content in contents where try !isUnchanged(content, schema) {
            if !content.tags.isEmpty {
                throw ProjectError.releasedFixture(
                    version: version, path: fixture.path, tags: content.tags, heldAs: content.path, isMissing: true)
            }
            if !content.recordedReleases.isEmpty {
                throw ProjectError.recordedFixture(
                    version: version, path: fixture.path, releases: content.recordedReleases, heldBy: content.holder,
                    heldAs: content.path)
            }
            if let frozen = try held.read(content) {
                try assertUndeclared(frozen, fixture, schema, heldAs: content, replacement)
            }
            if replacement == .none {
                throw ProjectError.committedFixture(version: version, holder: content.holder, heldAs: content.path)
            }
        }
        guard contents.isEmpty, let release = try held.otherRelease(of: schema, in: group) else { return }
        throw ProjectError.shippedOtherwise(version: version, schema: schema.name, exclusion(of: release))
    }

    /// Throws a ``ProjectError`` if the sources at a release tag declare a frozen version, unless they declare it like the
    /// given declaration, or if the clone doesn't show whether they do.
    ///
    /// - Parameter content: the fixture in git if it is missing from the tree, or nil if the tree contains it.
    private func assertUndeclared(
        _ frozen: FrozenVersion, _ fixture: FixtureFolder, _ schema: DeclaredVersion,
        heldAs content: HeldFixtures.Fixture? = nil, _ replacement: ProjectFreeze.Replacement
    ) throws {
        let version = fixture.version.description
        let release = try held.declaredRelease(
            of: .init(
                group: group, version: version, types: Set([schema.name, frozen.schema].compactMap(\.self)),
                model: frozen.model, isStoreDerived: frozen.isStoreDerived))
        switch release {
        case .unreleased, .undetermined: return
        case .incomplete(let fetch):
            guard replacement != .none else { return }
            throw ProjectError.unknownRelease(version: version, path: fixture.path, fetch: fetch)
        case .released(let found):
            guard try !isShipped(schema, in: found) else { return }
            throw ProjectError.declaredRelease(
                version: version, path: fixture.path, exclusion(of: found), heldBy: content?.holder,
                heldAs: content?.path)
        }
    }

    /// Returns whether a declaration is as a release shipped it, apart from indexes and the order of columns.
    private func isShipped(_ schema: DeclaredVersion, in release: DeclaringRelease) throws -> Bool {
        guard schema.model != nil, release.declared.model != nil else { return false }
        return try (SchemaDrift.find(from: release.declared.schemaVersion, to: schema).strongest ?? .physical)
            <= .physical
    }

    private func exclusion(of release: DeclaringRelease) -> DeclaringTag {
        .init(tag: release.tag, settings: settings, exclusion: release.exclusion)
    }

    private func isUnchanged(_ content: HeldFixtures.Fixture, _ schema: DeclaredVersion) throws -> Bool {
        guard let frozen = try held.read(content), frozen.model != nil else { return false }
        return try SchemaDrift.find(from: frozen.schemaVersion, to: schema).changes.isEmpty
    }

    /// Returns the records that a freeze must write: one for each fixture of the version in git that differs from the
    /// new fixture. If git has none, `shipped` still records its reason. Returns an empty array if `replacement` is `none`,
    /// or if it is `unshipped` and the release tags are known.
    ///
    /// - Parameters:
    ///   - old: the identity of the fixture that the tree contained, or nil if it contained none.
    ///   - folder: the fixture's folder, relative to the tree.
    ///   - identity: the identity of the fixture that is now in the tree, or nil if the tree doesn't contain it.
    func records(
        after replacement: ProjectFreeze.Replacement, from old: FixtureIdentity?, in folder: String,
        now identity: FixtureIdentity?
    ) -> [FixtureReplacement] {
        let reason: String
        switch replacement {
        case .none: return []
        case .shipped(let given):
            reason = given
            if contents.isEmpty, old == nil || old != identity {
                return [FixtureReplacement(folder: folder, identity: old ?? .none, reason: reason)]
            }
        case .unshipped:
            if held.releases.areKnown { return [] }
            reason = "frozen again with --force; no tag shows whether the version shipped"
        }
        return contents.filter { $0.identity != identity }.map {
            FixtureReplacement(folder: $0.folder, identity: $0.identity, reason: reason)
        }
    }
}
