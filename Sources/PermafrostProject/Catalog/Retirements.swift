import PermafrostModel
import PermafrostSource
import PermafrostStore

/// The marks of retired versions in a project's fixture tree, compared with its plans and with the base of a change.
struct Retirements: Sendable {
    /// The marks at the base that a change removes, although it doesn't declare their versions again.
    private(set) var removed: [RetirementRecord] = []
    /// The marks of versions that no plan declares as retired, or that are declared, with the names of their groups.
    /// `isDeclared` is true if the version is declared.
    private(set) var undeclared: [(mark: RetirementRecord, group: String?, isDeclared: Bool)] = []
    /// The marks whose fixture is missing or has a different content.
    private(set) var unknown: [RetirementRecord] = []
    /// The fixtures of versions that a plan declares as retired, but that the tree doesn't mark.
    private(set) var unmarked: [(folder: String, group: String, location: SourceLocation)] = []
    /// The numbers of the lines that can't be parsed.
    private(set) var malformed: [Int] = []

    init() {}

    /// Compares the marks in a tree.
    ///
    /// A mark that was added to the base after the change began isn't removed by the change.
    ///
    /// - Throws: a ``GitError`` if git can't read the commit where the change began.
    init(_ held: HeldFixtures, _ project: Project, _ matcher: VersionMatcher) throws {
        let marks = matcher.marks.records
        malformed = matcher.marks.malformed
        let retired = matcher.pairs.filter { if case .retired = $0.match { true } else { false } }
        for mark in marks {
            let pair = matcher.pairs.first { $0.frozen?.fixture.folder == mark.folder }
            if let pair, case .leftOut = pair.match { continue }
            guard let frozen = pair?.frozen, FixtureIdentity(of: frozen.fixture) == mark.identity else {
                unknown.append(mark)
                continue
            }
            let plan = pair?.group?.plan
            if pair?.declared != nil || plan?.retired.contains(where: { $0.version == mark.version }) != true {
                undeclared.append((mark, pair?.group?.name, pair?.declared != nil))
            }
        }
        for pair in retired {
            guard let folder = pair.frozen?.fixture.folder, let group = pair.group,
                !marks.contains(where: { $0.folder == folder })
            else { continue }
            let line = group.plan?.retired.first { $0.version == pair.frozen?.version.description }
            unmarked.append((folder, group.name, line?.location ?? project.place(of: folder)))
        }
        guard held.base != nil else { return }
        let missing = held.retiredAtBase.filter { mark in
            !marks.contains { $0.folder == mark.folder && $0.identity == mark.identity }
                && !matcher.pairs.contains { $0.frozen?.fixture.folder == mark.folder && $0.declared != nil }
        }
        guard !missing.isEmpty else { return }
        let start = try held.start(FixturePlaces(project.options))
        removed = missing.filter { mark in start.retired.contains { $0.folder == mark.folder } }
    }
}
