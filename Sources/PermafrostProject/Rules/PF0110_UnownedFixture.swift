import PermafrostModel

/// PF0110: A fixture could belong to several of the project's groups.
struct UnownedFixture: CheckRule {
    static let page = RulePage(
        code: "PF0110", name: "UnownedFixture", severity: .error, gates: [.check],
        summary: "Several groups declare a fixture's version, and the fixture doesn't specify its group.",
        failure: "The fixture isn't compared with a declaration, so drift of its version goes unnoticed.",
        fix: "Specify the group with --plan, or move the fixture into the group's folder.")

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        input.unowned.map { fixture in
            Finding(
                Self.page,
                .init(
                    what: "The \(fixture.version) fixture doesn't specify its group, and "
                        + "\(fixture.groups.joined(separator: " and ")) declare that version, so the fixture isn't compared",
                    fix: "Specify the group with --plan, or move the fixture into the group's folder"),
                version: fixture.version, at: fixture.location)
        }
    }
}
