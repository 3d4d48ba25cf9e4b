import PermafrostFixtures
import PermafrostModel
import PermafrostSource

/// The versions of a project compared with the versions at the base of a review.
struct ReviewedVersions {
    /// A declared version and its group.
    private typealias Entry = (group: VersionGroup, schema: DeclaredVersion)

    private(set) var versions: [ReviewVersion] = []

    private let project: Project
    private let earlier: Project
    private let check: ProjectCheck
    private let pairs: [VersionPair]
    private let tests: CoveringTests
    /// The fixtures at the base.
    private let held: [HeldFixtures.Fixture]
    /// The identities of the fixtures in the fixture tree, keyed by folder.
    private let present: [String: FixtureIdentity]

    /// Compares the versions.
    ///
    /// - Throws: ``ProjectError/unreadableModel(schema:_:reason:)`` if a version's model can't be decoded.
    init(
        _ project: Project, since earlier: Project, _ check: ProjectCheck, _ matcher: VersionMatcher,
        _ tests: CoveringTests
    ) throws {
        self.project = project
        self.earlier = earlier
        self.check = check
        self.tests = tests
        pairs = matcher.pairs
        held = check.held.fixtures.filter { $0.isHeld(by: check.held.base) }
        let fixtures = matcher.contents.fixtures
        present = Dictionary(
            zip(fixtures, fixtures.parallelMap { FixtureIdentity(of: $0) })
                .compactMap { fixture, identity in identity.map { (fixture.folder, $0) } }
        ) { first, _ in first }

        let (before, now) = (Self.entries(of: earlier), Self.entries(of: project))
        for entry in now { try add(entry, Self.counterpart(of: entry, in: before)) }
        for entry in before where Self.counterpart(of: entry, in: now) == nil {
            if let successor = entry.schema.successor(in: project) {
                note(entry, declaredAs: successor)
            } else {
                addRemoved(entry)
            }
        }
        for pair in pairs where pair.declared == nil || pair.isSuperseded { addUndeclared(pair) }
        versions.removeAll { version in
            version.status == .unchanged && [.unchanged, .none].contains(version.freeze)
        }
        versions.sort { ($0.group, VersionOrder($0.name)) < ($1.group, VersionOrder($1.name)) }
    }

    private static func entries(of project: Project) -> [Entry] {
        project.groups.flatMap { group in group.schemas.map { (group, $0) } }
    }

    /// Returns the entry for the same version, or nil if there is none. An entry with the same type counts as the same
    /// version, preferably in the same group. If no entry has the type, the entry in the same group with the same
    /// version counts. For models without a `VersionedSchema`, this is the entry that also has none.
    private static func counterpart(of entry: Entry, in others: [Entry]) -> Entry? {
        let typed = others.filter { $0.schema.name == entry.schema.name }
        if let same = typed.first(where: { $0.group.name == entry.group.name }) ?? typed.first { return same }
        return others.first { other in
            guard other.group.name == entry.group.name else { return false }
            return entry.schema.isUnversioned
                ? other.schema.isUnversioned
                : entry.schema.version != nil && other.schema.version == entry.schema.version
        }
    }

    // MARK: Declared versions

    private mutating func add(_ entry: Entry, _ before: Entry?) throws(ProjectError) {
        let (group, schema) = entry
        let name = project.versionName(of: schema)
        let own = pairs.filter {
            !$0.isSuperseded && $0.declared?.name == schema.name && $0.group?.name == group.name
        }
        var version = ReviewVersion(
            group: group.name, name: name, schema: schema.isUnversioned ? nil : schema.name,
            status: before == nil ? .added : .unchanged, freeze: freeze(of: own, named: name, in: group.name),
            tests: tests.drift(of: schema.name), file: schema.location.file, line: schema.location.line)
        if let before { try compare(before.schema, schema, in: group, &version) }
        versions.append(version)
    }

    private func compare(
        _ before: DeclaredVersion, _ schema: DeclaredVersion, in group: VersionGroup, _ version: inout ReviewVersion
    ) throws(ProjectError) {
        let drift = try SchemaDrift.find(from: before.schemaVersion, to: schema)
        let isRenumbered = before.version != schema.version && !schema.isUnversioned
        guard !drift.changes.isEmpty || isRenumbered else { return }
        version.status = .changed
        let row = check.versions.first { $0.group == group.name && $0.schema == schema.name && $0.status == .drifted }
        version.drift = row?.drift
        // The changes to models without a `VersionedSchema` are listed in their migration step instead.
        guard !schema.isUnversioned || version.drift != nil else { return }
        version.changes = drift.changes.map { change(of: $0, in: schema, group, isDrift: row != nil) }
            .sorted { $0.verdict > $1.verdict }
    }

    private func change(
        of found: SchemaDrift.Change, in schema: DeclaredVersion, _ group: VersionGroup, isDrift: Bool
    ) -> ReviewChange {
        let finding = check.findings.first { finding in
            guard finding.groups.contains(group.name) else { return false }
            return switch finding.subject {
            case .difference(let change, let platform):
                change == found.change && platform == found.platform && finding.schema == schema.name
            case .typeEdit(let edit):
                edit.changes.contains(found.change) && edit.platform == found.platform
                    && edit.schemas.contains(schema.name)
            default: false
            }
        }
        let isReported = finding.map { $0.severity != .note } ?? isDrift
        let platform = found.platform.map { "under `#if \($0)` " } ?? ""
        return ReviewChange(
            what: platform + ChangeMessage(found.change).sentence, subject: found.change.subject,
            verdict: found.isHarmless ? .nothing : isReported ? .drift : .draft,
            effect: found.isHarmless
                ? "every row still decodes"
                : isReported
                    ? "\(found.change.kind.rawValue) drift" : "the version hasn't shipped, so it may still change",
            affected: finding?.affected, code: finding?.code, file: found.location.file, line: found.location.line)
    }

    /// Adds a line to the version that now declares models that had no `VersionedSchema` at the base.
    private mutating func note(_ entry: Entry, declaredAs schema: DeclaredVersion) {
        guard let index = versions.firstIndex(where: { $0.schema == schema.name }) else { return }
        versions[index].changes.append(
            ReviewChange(
                what: "\(entry.schema.name) is now declared as \(schema.name)", subject: entry.schema.name,
                verdict: .nothing, effect: "the version hashes are the same", file: schema.location.file,
                line: schema.location.line))
    }

    private mutating func addRemoved(_ entry: Entry) {
        let name = earlier.versionName(of: entry.schema)
        // A fixture that is still in the tree belongs to the removed version.
        let own = pairs.filter { pair in
            pair.declared == nil && pair.frozen?.version.description == name
                && (pair.frozen?.schema == nil || pair.frozen?.schema == entry.schema.name)
        }
        let row = check.versions.first {
            $0.group == entry.group.name && $0.version == name && [.gone, .drifted].contains($0.status)
        }
        let isRetired = project.groups.contains { $0.name == entry.group.name && $0.isRetired(name) }
        versions.append(
            ReviewVersion(
                group: entry.group.name, name: name, schema: entry.schema.isUnversioned ? nil : entry.schema.name,
                status: isRetired ? .retired : .removed, freeze: freeze(of: own, named: name, in: entry.group.name),
                drift: row?.drift))
    }

    // MARK: Fixtures

    /// Adds a version for a fixture that belongs to no declaration, or that a later freeze superseded. Does nothing if
    /// the fixture belongs to a removed or retired version, which was already added.
    private mutating func addUndeclared(_ pair: VersionPair) {
        guard let frozen = pair.frozen, let group = pair.group?.name ?? frozen.group else { return }
        let name = frozen.version.description
        guard !versions.contains(where: { $0.name == name && $0.isUndeclared }) else { return }
        versions.append(
            ReviewVersion(
                group: group, name: name, schema: frozen.schema, status: .unchanged,
                freeze: freeze(of: [pair], named: name, in: group)))
    }

    /// Returns the change that the branch made to a version's fixtures.
    private func freeze(of pairs: [VersionPair], named name: String, in group: String) -> ReviewVersion.Freeze {
        let states = pairs.compactMap { pair -> ReviewVersion.Freeze? in
            guard let fixture = pair.frozen?.fixture else { return nil }
            if let identity = present[fixture.folder], held.contains(where: { $0.identity == identity }) {
                return .unchanged
            }
            return held.contains { $0.folder == fixture.folder } ? .replaced : .new
        }
        if let state = [.replaced, .new, .unchanged].first(where: states.contains) { return state }
        let identities = Set(present.values)
        let isLost = held.contains { fixture in
            fixture.version == name && (!fixture.folder.contains("/") || fixture.folder.hasPrefix(group + "/"))
                && !identities.contains(fixture.identity)
        }
        return isLost ? .removed : .none
    }
}
