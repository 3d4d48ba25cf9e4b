import PermafrostFixtures
import PermafrostModel

/// PF0108: A fixture's files have changed or were removed since they were frozen.
struct DamagedFixture: ProjectRule {
    static let needs: Set<Fact> = [.damage]
    static let page = RulePage(
        code: "PF0108", name: "DamagedFixture", severity: .error, gates: [.check],
        summary: "A fixture's files changed after the version was frozen.",
        failure: """
            Permafrost can't compare the version with its fixture, and tests that use the fixture may not detect a \
            failing migration.
            """,
        fix:
            "Restore the files from git. If the declaration is the one that shipped, you can also freeze the version again with --force."
    )

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] { facts.damage.flatMap(Self.findings) }

    /// Returns the findings about a fixture's damaged files, for use outside of a check. Returns an empty array if all
    /// files are intact.
    static func findings(of frozen: FrozenVersion, in project: Project) -> [Finding] {
        BrokenFixture(frozen, in: project, group: frozen.group, schema: nil).map(findings) ?? []
    }

    static func findings(about fixture: BrokenFixture) -> [Finding] {
        let freezing = fixture.freezing?.text(fixture.version, isForced: true)
        return fixture.damage.map { damage in
            let wording = FixtureDamageMessage(damage)
            let problem = damage.file.flatMap { fixture.problems[$0] }
            let isStoreOutsideGit = damage.namedStore.map(fixture.storesOutsideGit.contains) ?? false
            let folder = fixture.location.file
            let fix =
                isStoreOutsideGit ? wording.fixOfUncommittedStore(folder: folder, version: fixture.version) : nil
            return Finding(
                page,
                .init(
                    what: "The \(fixture.version) fixture is damaged: \(wording.sentence)"
                        + (problem.map { " (\($0.clause))" } ?? ""),
                    fix: fix ?? problem?.restoring(folder, freezing: freezing)
                        ?? wording.fix(folder: folder, isInGit: fixture.isInGit, freezing: freezing)),
                group: fixture.group, version: fixture.version, schema: fixture.schema, at: fixture.location)
        }
    }
}
