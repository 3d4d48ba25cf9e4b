import PermafrostDeclarations
import PermafrostFiles
import PermafrostFixtures
import PermafrostModel

/// Predicts what SwiftData will refuse or lose, from a project's versions, plans and fixtures.
package struct ProjectLint: Sendable {
    /// What was found, errors first, then by place; what a comment suppresses is left out.
    package private(set) var findings: [Finding] = []
    /// The versions that were looked at, by group.
    package let versions: [(group: String, version: String)]
    /// How many findings comments suppressed.
    package private(set) var suppressedCount = 0
    /// What later runs need not read again of the fixtures.
    package private(set) var known: KnownFixtures

    /// Lints a project. Throws a ``ProjectError`` where there is nothing to lint, or a `FileError`.
    ///
    /// - Parameters:
    ///   - checksCloudKit: whether the stores are synced with CloudKit, which has rules of its own.
    ///   - known: what earlier checks learned of fixtures.
    package init(_ project: Project, checksCloudKit: Bool = false, known: KnownFixtures = KnownFixtures()) throws {
        self.known = known
        let ofSources = project.sourceFindings
        if project.declarations.schemas.isEmpty, ofSources.isEmpty {
            throw project.noSchema
        }
        let contents = project.tree.exists ? try project.tree.contents() : FixtureTree.Contents()
        let groups = project.groups
        let states = contents.fixtures.parallelMap { FrozenState($0, groups: groups, known: known) }
        for state in states { if let entry = state.entry { self.known.remember(entry, for: state.inspection) } }
        let pairing = FixturePairing(project)
        let newest = FixturePairing.newest(states.map { ($0.group, $0.fixture.version) })
        let owned = states.map { ($0, pairing.owner(of: FixtureFacts($0), newest: newest)) }
        let input = LintInput(
            groups: groups.map { group in
                LintGroup(
                    group,
                    frozen: owned.compactMap { state, owner in
                        guard let found = owner.declaration, found.group.name == group.name else { return nil }
                        return (state, found.schema)
                    },
                    frozenVersions: Set(
                        states.filter { $0.group == nil || $0.group == group.name }
                            .map(\.fixture.version.description)),
                    name: project.versionName)
            },
            checksCloudKit: checksCloudKit, containers: project.declarations.containers,
            storeCopies: project.declarations.storeCopies)
        versions = groups.flatMap { group in group.schemas.map { (group.name, project.versionName(of: $0)) } }
        var suppressions = Suppressions(directory: project.options.directory)
        let found = LintRules.all.flatMap { $0.findings(in: input) }.mergingGroups()
        findings = ofSources + suppressions.applied(to: found)
        suppressedCount = suppressions.count
        findings.sort { left, right in
            if left.severity != right.severity { return left.severity > right.severity }
            guard let first = left.location, let second = right.location else { return left.location != nil }
            return (first.file, first.line, first.column, left.code)
                < (second.file, second.line, second.column, right.code)
        }
    }

    /// Whether sources could not be read or evaluated, so that something may have been overlooked.
    package var isIncomplete: Bool { findings.contains { $0.isOfSources && $0.severity == .error } }
}
