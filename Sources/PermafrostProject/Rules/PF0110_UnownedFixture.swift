import PermafrostFixtures
import PermafrostModel

/// PF0110: A fixture could belong to several groups, or to several schemas of one group.
struct UnownedFixture: ProjectRule {
    static let needs: Set<Fact> = [.comparison]
    static let page = RulePage(
        code: "PF0110", name: "UnownedFixture", severity: .error, gates: [.check],
        summary: "Several schemas declare a fixture's version, and the fixture can belong to more than one of them.",
        failure: """
            Permafrost can't determine which declaration belongs to the fixture, so drift of the version goes \
            unnoticed.
            """,
        fix: """
            If the schemas belong to different groups, move the fixture into the folder of its group, such as \
            Fixtures/AppPlan/1.0.0. If the schemas belong to the same group, give them different version identifiers.
            """,
        reads: ["the fixtures", "the declared versions"],
        source: .contract("a fixture belongs to one version"))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        facts.comparison.ambiguous.map { fixture in
            let moves = fixture.folders.map(\.asShellWord).map { folder in
                "mkdir -p \(folder) && mv \(fixture.location.file.asShellWord) \(folder)"
            }
            let isOneGroup = fixture.groups.count == 1
            let declaring = (isOneGroup ? "several schemas of " : "") + fixture.groups.joined(separator: " and ")
            return Finding(
                Self.page,
                .init(
                    what:
                        "The \(fixture.version) fixture could belong to several versions, because \(declaring) declare \(fixture.version), so "
                        + "the fixture isn't compared",
                    fix: isOneGroup
                        ? "Give the schemas different version identifiers"
                        : "Move the fixture into the folder of its group: " + moves.joined(separator: ", or ")),
                version: fixture.version, at: fixture.location)
        }
    }
}
