import PermafrostModel

/// PF0109: An entry in the fixture tree is never followed or read.
struct RefusedEntry: CheckRule {
    static let page = RulePage(
        code: "PF0109", name: "RefusedEntry", severity: .error, gates: [.check],
        summary: "The fixture tree has an entry that is a symbolic link or has an unsafe name.",
        failure:
            "Permafrost doesn't read the entry, because a link can point anywhere. The entry's contents aren't checked.",
        fix: "Replace a link with the folder itself. Give the folder a name such as 2.0.0.")

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        input.refused.map { entry, location in
            Finding(
                Self.page,
                .init(
                    what: "\(entry) in the fixture tree is a symbolic link or has an unsafe name, so it isn't read",
                    fix: "Replace a link with the folder itself. Give the folder a name such as 2.0.0"), at: location)
        }
    }
}
