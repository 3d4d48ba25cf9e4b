import PermafrostModel

/// PF0109: An entry of the fixture tree is never followed or read.
struct RefusedEntry: CheckRule {
    static let page = RulePage(
        code: "PF0109", name: "RefusedEntry", severity: .error, gates: [.check],
        summary: "The fixture tree holds a symbolic link or an unsafe name, which is not read.",
        failure: "What the entry holds is not checked: a link may lead anywhere.",
        fix: "Put the folder itself in its place, under a name such as 2.0.0.")

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        input.refused.map { entry, location in
            Finding(
                Self.page,
                .init(
                    what: "\(entry) in the fixture tree is a symbolic link or has an unsafe name, and is not read",
                    fix: "Put the folder itself in its place, under a name such as 2.0.0"), at: location)
        }
    }
}
