import PermafrostModel
import PermafrostSource
import PermafrostStore

/// A version that is about to be frozen, with the fixtures of it that git holds: decides whether the freeze may take their place.
///
/// A fixture that a release tag holds gives way only to ``ProjectFreeze/Replacement/shipped(reason:)``. One that only a commit
/// holds, and that the tree lacks, gives way only if the declaration is unchanged or replacing is allowed: otherwise deleting it
/// and freezing again would hide what changed.
struct HeldVersion {
    /// The fixtures of the version that git holds.
    let contents: [HeldFixtures.Fixture]
    private let held: HeldFixtures

    /// The version of a fixture, in a group of a project. What git holds in another tree is another one's.
    init(_ fixture: FixtureFolder, in group: String, of project: Project, _ held: HeldFixtures) {
        self.held = held
        let identity = FixtureIdentity(of: fixture)
        contents = held.fixtures.filter { content in
            guard fixture.tree == project.options.directory + "/" + content.tree else { return false }
            if content.folder == fixture.folder || content.identity == identity { return true }
            // The folder of a group may have been made since.
            guard content.version == fixture.version.description else { return false }
            do { return try held.read(content)?.group == group } catch { return false }
        }
    }

    /// The release tags that hold it.
    var tags: [String] { contents.flatMap(\.tags).unique.sortedByCodeUnit() }

    /// Throws a ``ProjectError`` if a freeze must not take the place of what git holds.
    ///
    /// - Parameters:
    ///   - isFrozen: whether the tree has the fixture.
    ///   - schema: the declaration.
    func assertReplaceable(
        _ fixture: FixtureFolder, isFrozen: Bool, by schema: DeclaredVersion, _ replacement: ProjectFreeze.Replacement
    ) throws {
        if case .shipped = replacement { return }
        let version = fixture.version.description
        if isFrozen {
            guard replacement != .none, let content = contents.first(where: { !$0.tags.isEmpty }) else { return }
            throw ProjectError.releasedFixture(
                version: version, path: fixture.path, tags: tags, heldAs: content.path, isMissing: false)
        }
        for content in contents where try !isUnchanged(content, schema) {
            if !content.tags.isEmpty {
                throw ProjectError.releasedFixture(
                    version: version, path: fixture.path, tags: content.tags, heldAs: content.path, isMissing: true)
            }
            if replacement == .none {
                throw ProjectError.committedFixture(version: version, holder: content.holder, heldAs: content.path)
            }
        }
    }

    private func isUnchanged(_ content: HeldFixtures.Fixture, _ schema: DeclaredVersion) throws -> Bool {
        guard let frozen = try held.read(content), frozen.model != nil else { return false }
        return try SchemaDrift(frozen.schemaVersion, schema).changes.isEmpty
    }

    /// The records that a freeze has to write: of a replacement that was asked for with a reason, and of one whose version may
    /// have shipped without a tag that says so.
    ///
    /// - Parameter identity: the content that the tree has now.
    func records(
        after replacement: ProjectFreeze.Replacement, now identity: FixtureIdentity?
    ) -> [FixtureReplacement] {
        let reason: String
        switch replacement {
        case .none: return []
        case .shipped(let given): reason = given
        case .unshipped:
            if case .tags = held.releases { return [] }
            reason = "frozen again with --force; no tag shows whether it shipped"
        }
        return contents.filter { $0.identity != identity }.map {
            FixtureReplacement(folder: $0.folder, identity: $0.identity, reason: reason)
        }
    }
}
