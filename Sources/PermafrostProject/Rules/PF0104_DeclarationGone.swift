import PermafrostModel

/// PF0104: A version that was frozen, or declared at a commit, is no longer declared.
struct DeclarationGone: CheckRule {
    static let page = RulePage(
        code: "PF0104", name: "DeclarationGone", severity: .error, gates: [.check],
        summary: "Nothing declares a frozen version any more.",
        failure: "A store of the version matches no declared version, and no stage leads from it to the newest one.",
        fix: "Bring the declaration back. A version that shipped stays declared and in the plan.")

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        input.gone.map { gone in
            Finding(
                Self.page, Self.words(gone), group: gone.group.name, version: gone.version, schema: gone.schema,
                at: gone.location)
        }
    }

    private static func words(_ gone: CheckInput.Gone) -> Finding.Words {
        let standing = "\(gone.version) \(CheckInput.Version.standing(gone.reference))"
        if let place = gone.unlisted, let schema = gone.schema {
            return .init(
                what:
                    "\(standing), and \(gone.group.name) does not list \(schema) any more, which is declared at \(place)",
                affected: "Every user whose store is still at \(gone.version): the plan cannot open it",
                fix: "Put \(schema) back into the list of \(gone.group.name), with its stages")
        }
        return .init(
            what: "\(standing), and nothing declares it any more" + (gone.schema.map { " (it was \($0))" } ?? ""),
            affected: "Every user whose store is still at \(gone.version): no declared version matches it",
            fix: "Bring the declaration back; a version that shipped stays declared"
                + (gone.group.hasPlan ? " and in the plan" : ""))
    }
}
