import PermafrostModel
import PermafrostStore

/// PF0121: A record of a replaced fixture is not in the base of the change.
struct UnacceptedReplacement: CheckRule {
    static let page = RulePage(
        code: "PF0121", name: "UnacceptedReplacement", severity: .error, gates: [.check],
        summary: "A change records that it replaces a committed fixture, and its base doesn't have the record.",
        failure: """
            A change can't accept its own replacement: whoever edits a version that shipped could add the line that hides it. With \
            --base it is an error, without it a warning.
            """,
        fix: "Let whoever is responsible for releases merge the line of replaced.txt by itself first.")

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        let base = input.base
        let replaced = input.lost.compactMap { lost in lost.record.map { (lost, $0) } }.map { lost, record in
            Finding(
                Self.page,
                .init(
                    what: "\(record.folder), which \(lost.holders), was replaced (\(record.reason)), and "
                        + "\(base?.name ?? "HEAD") doesn't have that record",
                    affected: "users with a \(lost.held.version) store, if there are any",
                    fix: base?.isGiven == true
                        ? "If the replacement is right, merge the line of \(FixtureReplacement.fileName) into "
                            + "\(base?.name ?? "the base") by itself first; otherwise \(lost.restoring)"
                        : "Commit \(FixtureReplacement.fileName); if the replacement is wrong, \(lost.restoring)"),
                severity: base?.isGiven == true ? .error : .warning, group: lost.group, version: lost.held.version,
                at: lost.location)
        }
        let malformed = input.malformedRecords.map { line, file in
            Finding(
                Self.page,
                .init(
                    what:
                        "This line is not a record of a replaced fixture: a folder, a checksum of 64 digits and a reason",
                    fix: "Correct the line, or remove it"),
                at: SourceLocation(file: file, line: line, column: 1))
        }
        return replaced + malformed
    }
}
