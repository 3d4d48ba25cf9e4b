import PermafrostFixtures
import PermafrostModel

/// PF0121: A record of a replaced fixture isn't in the base of the change, or is malformed.
struct UnacceptedReplacement: ProjectRule {
    static let needs: Set<Fact> = [.git]
    static let page = RulePage(
        code: "PF0121", name: "UnacceptedReplacement", severity: .error, gates: [.check],
        summary:
            "A change replaces a committed fixture, but the base of the change doesn't record the replacement.",
        failure: """
            Anyone who edits a shipped version could also add the record that hides the edit. A pull request therefore \
            can't approve its own replacement. With --base, the finding is an error, and otherwise a warning.
            """,
        fix: """
            Ask the person responsible for releases to merge the record in a separate pull request. The record is a \
            line of replaced.txt in the fixture tree.
            """,
        reads: ["replaced.txt", "the base of the change"],
        source: .contract("a change doesn't approve its own replacement of a fixture"))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        let base = facts.git.held.base
        let replaced = facts.git.lost.filter { !$0.isEquivalent }.compactMap { lost in lost.record.map { (lost, $0) } }
            .map { lost, record in
                Finding(
                    Self.page,
                    .init(
                        what: "\(record.folder), which \(lost.holders), was replaced (\(record.reason)), but "
                            + "\(base?.name ?? "HEAD") doesn't record the replacement",
                        affected: "users with a \(lost.held.version) store, if there are any",
                        fix: base?.isGiven == true
                            ? "Merge the line in \(FixtureReplacement.fileName) into the base branch in a separate pull request. "
                                + "If the replacement is wrong, run \(lost.restoringCommand)"
                            : "Commit \(FixtureReplacement.fileName). If the replacement is wrong, run \(lost.restoringCommand)"
                    ),
                    severity: base?.isGiven == true ? .error : .warning, group: lost.group, version: lost.held.version,
                    at: lost.location)
            }
        let (lines, file) = facts.git.malformedReplacements
        let malformed = lines.map { line in
            Finding(
                Self.page,
                .init(
                    what:
                        "The line isn't a record of a replaced fixture (a folder, a checksum of 64 digits and a reason)",
                    fix: "Correct or remove the line"),
                at: SourceLocation(file: file, line: line, column: 1))
        }
        return replaced + malformed
    }
}
