import PermafrostModel

/// PF0110: A fixture could belong to several of the project's groups.
struct UnownedFixture: CheckRule {
    static let page = RulePage(
        code: "PF0110", name: "UnownedFixture", severity: .error, gates: [.check],
        summary: "It is not known which group a fixture belongs to.",
        failure: "The fixture is compared with no declaration, so that drift of its version is overlooked.",
        fix: "Name the group with --plan, or move the fixture into the group's folder.")

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        input.unowned.map { fixture in
            Finding(
                Self.page,
                .init(
                    what: "The fixture of \(fixture.version) names no group, and "
                        + "\(fixture.groups.joined(separator: " and ")) declare that version",
                    fix: "Say which is meant with --plan"), version: fixture.version, at: fixture.location)
        }
    }
}
