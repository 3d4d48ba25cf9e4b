import PermafrostFixtures
import PermafrostModel

/// PF0117: The fixture of a version that shipped is missing or has been replaced.
struct ReleasedFixtureLost: ProjectRule {
    static let needs: Set<Fact> = [.git]
    static let page = RulePage(
        code: "PF0117", name: "ReleasedFixtureLost", severity: .error, gates: [.check],
        summary: "The fixture of a version that shipped is missing or was replaced.",
        failure: """
            A version has shipped if a release tag contains its fixture, if the tag's sources declare the version or a \
            schema with its version hashes, or if shipped.txt records a release. Without the fixture, Permafrost can no \
            longer compare the version with what shipped, so check accepts every edit of the version. After such an \
            edit, users who still have a store of the version can't migrate. The finding is only a note if the fixture \
            was frozen again with an equal model, equal tables and equal rows.
            """,
        fix: """
            Restore the fixture from the tag or commit. If no user ever had a store of the version, you can replace \
            the fixture instead, with permafrost freeze VERSION --force-shipped --because TEXT. This adds a record to \
            the fixture tree. check accepts the replacement only if the base of the change contains the record, so \
            merge the record first.
            """,
        reads: ["the fixtures in git", "the release tags and shipped.txt"],
        source: .contract("the fixture of a version that shipped is kept"))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        facts.git.lost.filter { $0.isReleased && ($0.record == nil || $0.isEquivalent) }.map { lost in
            lost.isEquivalent ? repeated(lost) : finding(about: lost)
        }
    }

    private func finding(about lost: LostFixture) -> Finding {
        let version = lost.held.version
        let exclusion = lost.declaredRelease.map { release in
            ". If \(release.tag) isn't a release, first merge a \(facts.git.settingsFile) that lists the tags that are: "
                + release.exclusion
        }
        return Finding(
            Self.page,
            .init(
                what: "The \(version) fixture that \(lost.holders) \(lost.what)\(Self.releases(of: lost))",
                affected: "users with a \(version) store. The version is no longer compared with what shipped",
                fix: lost.restoring + (exclusion ?? "")
                    + (lost.isReplaced
                        ? ". If no user ever had a \(version) store, run \(lost.command(isShipped: true))"
                        : "")),
            group: lost.group, version: version, at: lost.location)
    }

    private func repeated(_ lost: LostFixture) -> Finding {
        Finding(
            Self.page,
            .init(
                what:
                    "The \(lost.held.version) fixture that \(lost.holders) was frozen again, with an equal model, equal "
                    + "tables and equal rows"),
            severity: .note, group: lost.group, version: lost.held.version, at: lost.location)
    }

    /// Returns a clause with the releases that show that the version shipped, or an empty string if a release tag
    /// contains the fixture.
    private static func releases(of lost: LostFixture) -> String {
        if let release = lost.declaredRelease {
            return ", and \(release.tag) declares \(release.declaration(named: lost.held.version))"
        }
        return lost.held.tags.isEmpty
            ? ", and \(ReleaseRecord.fileName) records that it shipped in \(lost.held.recordedReleases.listed)" : ""
    }
}
