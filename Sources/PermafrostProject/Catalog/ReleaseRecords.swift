import PermafrostFixtures
import PermafrostModel

/// The release records and settings in a project's fixture tree, compared with the base of a change.
struct ReleaseRecords: Sendable {
    /// The records at the base that a change removes.
    private(set) var removed: [ReleaseRecord] = []
    /// The identities of the fixtures in the tree's records.
    private(set) var recorded: Set<FixtureIdentity> = []
    /// The patterns of release tags at the base that a change removes.
    private(set) var removedPatterns: [String] = []
    /// The release tags with a fixture that a change's settings no longer count as releases, sorted by name.
    private(set) var droppedTags: [String] = []
    /// The records whose fixture is neither in the work tree nor in git.
    private(set) var unknown: [ReleaseRecord] = []
    /// The numbers of the lines that can't be parsed in the tree's records file.
    private(set) var malformed: [Int] = []
    /// The reason that the settings in the tree can't be read. Nil if they can be read, or if there are none.
    private(set) var settingsProblem: String?

    /// Compares a tree with the base. Nothing counts as removed if the project isn't in a repository.
    ///
    /// A line or pattern that was added to the base after the change began doesn't count as removed.
    ///
    /// - Parameters:
    ///   - held: the project's fixtures in git, with the tree's records.
    ///   - tree: the records in the tree, and the numbers of the lines that can't be parsed.
    ///   - present: the identities of the fixtures in the work tree.
    /// - Throws: a `FileError` if the tree's settings can't be read, or a ``GitError`` if git can't read the commit where
    ///   the change began.
    init(
        _ held: HeldFixtures, _ project: Project, tree: (records: [ReleaseRecord], malformed: [Int]),
        present: Set<FixtureIdentity>
    ) throws {
        malformed = tree.malformed
        recorded = Set(tree.records.map(\.identity))
        let known = present.union(held.fixtures.map(\.identity)).union((held.accepted ?? []).map(\.identity))
        unknown = held.recorded.filter { !known.contains($0.identity) }
        let settings: FixtureSettings?
        (settings, settingsProblem) = try Self.settings(of: project.tree, isKnown: held.settingsProblem != nil)
        guard held.base != nil else { return }
        let missing = held.recordedAtBase.filter { !tree.records.contains($0) }
        let patterns =
            settingsProblem == nil
            ? (held.settings.releaseTags ?? []).filter { settings?.releaseTags?.contains($0) != true } : []
        let dropped = settings.map { settings in
            Set(held.fixtures.flatMap(\.tags)).subtracting(settings.releases(among: held.tags)).sorted()
        }
        guard !missing.isEmpty || !patterns.isEmpty || dropped?.isEmpty == false else { return }
        let start = try held.start(FixturePlaces(project.options))
        removed = missing.filter(start.records.contains)
        removedPatterns = patterns.filter { start.settings.releaseTags?.contains($0) == true }
        droppedTags = (dropped ?? []).filter(start.settings.releases(among: held.tags).contains)
    }

    /// Returns the settings in a tree, or nil if there are none. If they can't be used, also returns the reason, unless
    /// a problem with the base's settings is already known.
    private static func settings(of tree: FixtureTree, isKnown: Bool) throws -> (FixtureSettings?, problem: String?) {
        do { return (try FixtureSettings.read(in: tree), nil) } catch let error as FixtureSettings.Unreadable {
            return (nil, isKnown ? nil : error.reason)
        }
    }
}
