import PermafrostModel
import PermafrostStore

/// PF0117: A fixture that a release tag has is missing, or its content differs.
struct ReleasedFixtureLost: CheckRule {
    static let page = RulePage(
        code: "PF0117", name: "ReleasedFixtureLost", severity: .error, gates: [.check],
        summary: "A fixture that a release tag holds is missing, or has another content.",
        failure: """
            Nothing compares the version with what shipped any more, so an edit of it passes every check and each user whose store \
            is still at that version loses the way to the newest one.
            """,
        fix: """
            Restore the fixture from the tag. If no user ever had it, replace it with --force-shipped and say why: the fixture tree \
            records that, and a check accepts the replacement once the base of the change has the record.
            """)

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        input.lost.filter { !$0.held.tags.isEmpty && $0.record == nil }.map { lost in
            let version = lost.held.version
            return Finding(
                Self.page,
                .init(
                    what: "The fixture of \(version) that \(lost.holders) \(lost.what)",
                    affected: "users with a \(version) store: nothing compares it with what shipped",
                    fix: lost.restoring
                        + (lost.isReplaced
                            ? "; if no user ever had it: \(lost.command(input.commands)) --force-shipped --because TEXT"
                            : "")),
                group: lost.group, version: version, at: lost.location)
        }
    }
}
