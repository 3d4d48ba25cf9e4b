import PermafrostFixtures
import PermafrostModel

/// PF0117: A fixture in a release tag, or with a recorded release, is missing or has been replaced.
struct ReleasedFixtureLost: ProjectRule {
    static let needs: Set<Fact> = [.git]
    static let page = RulePage(
        code: "PF0117", name: "ReleasedFixtureLost", severity: .error, gates: [.check],
        summary: "A fixture that a release tag contains, or that shipped.txt records, is missing or was replaced.",
        failure: """
            Permafrost can no longer compare the version with what shipped, so check accepts every edit of the \
            version. After such an edit, users who still have a store of the version can't migrate.
            """,
        fix: """
            Restore the fixture from the tag or commit. If no user ever had a store of the version, you can replace \
            the fixture instead, with permafrost freeze VERSION --force-shipped --because TEXT. This adds a record to \
            the fixture tree. check accepts the replacement only if the base of the change contains the record, so \
            merge the record first.
            """)

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        facts.git.lost.filter { $0.held.isReleased && $0.record == nil }.map { lost in
            let version = lost.held.version
            return Finding(
                Self.page,
                .init(
                    what: "The \(version) fixture that \(lost.holders) \(lost.what)\(Self.releases(of: lost))",
                    affected: "users with a \(version) store. The version is no longer compared with what shipped",
                    fix: lost.restoring
                        + (lost.isReplaced
                            ? ". If no user ever had a \(version) store, run \(lost.command(isShipped: true))"
                            : "")),
                group: lost.group, version: version, at: lost.location)
        }
    }

    /// Returns a clause with the fixture's recorded releases, or an empty string if a release tag contains the fixture.
    private static func releases(of lost: LostFixture) -> String {
        lost.held.tags.isEmpty
            ? ", and \(ReleaseRecord.fileName) records that it shipped in \(lost.held.recordedReleases.listed)" : ""
    }
}
