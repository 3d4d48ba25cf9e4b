import PermafrostFixtures
import PermafrostModel

/// PF0118: A fixture that is in the last commit or the base of the change, and isn't known to have shipped, is missing or
/// has been replaced.
struct CommittedFixtureLost: ProjectRule {
    static let needs: Set<Fact> = [.git]
    static let page = RulePage(
        code: "PF0118", name: "CommittedFixtureLost", severity: .error, gates: [.check],
        summary: "A committed fixture of a version that isn't known to have shipped is missing or was replaced.",
        failure: """
            If the version has shipped and its declaration was edited, only the original fixture shows the edit. The \
            finding is only a warning if the declaration is unchanged or was removed. It is also only a warning if the \
            fixture was replaced and the project has release tags, because a version that no tag contains or declares \
            hasn't shipped. It is always an error in a shallow or partial clone, which doesn't show what shipped.
            """,
        fix: """
            If the version never shipped, freeze it again with --force. Otherwise, restore the fixture from the commit \
            that contains it.
            """,
        reads: ["the fixtures in git", "the release tags"],
        source: .contract("a committed fixture is kept"),
        assumption: """
            A replaced fixture that no release contains is a warning that assumes that the version hasn't shipped.
            """)

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        facts.git.lost.filter { !$0.isReleased && $0.record == nil && !$0.isEquivalent }.map { lost in
            let version = lost.held.version
            if let tag = lost.correctedBy {
                return Finding(
                    Self.page,
                    .init(
                        what:
                            "The \(version) fixture that \(lost.holders) \(lost.what). The new fixture is what \(tag) "
                            + "declares"),
                    severity: .note, group: lost.group, version: version, at: lost.location)
            }
            let (severity, clause) = judgement(lost)
            return Finding(
                Self.page,
                .init(
                    what: "The \(version) fixture that \(lost.holders) \(lost.what)\(clause)",
                    affected: severity == .error
                        ? "users with a \(version) store, if the version shipped. The change to the version's "
                            + "declaration goes unnoticed"
                        : nil,
                    fix: lost.restoring
                        + (lost.fetch.map { ". Or fetch what the clone lacks, and check again: \($0)" }
                            ?? ". If \(version) never shipped"
                            + (severity == .error
                                ? ", run \(lost.command(isShipped: false))"
                                : ", commit the \(lost.isReplaced ? "replacement" : "removal")"))
                ),
                severity: severity, group: lost.group, version: version, at: lost.location)
        }
    }

    private func judgement(_ lost: LostFixture) -> (Finding.Severity, clause: String) {
        if lost.fetch != nil { return (.error, ", and the clone doesn't show whether the version shipped") }
        switch lost.declaration {
        case .unchanged, .gone: return (.warning, "")
        case .changed(let schema):
            if lost.isReplaced, case .tags = facts.git.held.releases {
                return (.warning, ", and no release tag contains it or declares \(lost.held.version)")
            }
            if lost.isReplaced, case .records = facts.git.held.releases {
                return (.warning, ", and neither a release tag nor \(ReleaseRecord.fileName) names the version")
            }
            return (.error, ", and \(schema) changed since it was frozen")
        case .unknown(let reason):
            return (
                .error,
                ", and the fixture can't be compared with the declaration: "
                    + "\(reason)"
            )
        }
    }
}
