import PermafrostFixtures
import PermafrostModel

/// PF0123: A change removes a release from `shipped.txt`, or a pattern of release tags from `settings.json`, or one of
/// these files is malformed.
struct ReleaseWithdrawn: ProjectRule {
    static let needs: Set<Fact> = [.git]
    static let page = RulePage(
        code: "PF0123", name: "ReleaseWithdrawn", severity: .error, gates: [.check],
        summary: "A change removes a line from shipped.txt, or a pattern of release tags from settings.json.",
        failure: """
            The lines and patterns determine which versions have shipped. Without them, a later change can edit a \
            shipped version and replace its fixture, and no check fails. With --base, the finding is an error, and \
            otherwise a warning. It is always an error if a line or the settings can't be read, or if a line's fixture \
            is neither in the fixture tree nor in git.
            """,
        fix: """
            Restore the line or pattern. If the line or pattern is wrong, ask the person responsible for releases to \
            remove it in a separate pull request.
            """,
        reads: ["shipped.txt and settings.json", "the base of the change"],
        source: .contract("a change doesn't withdraw a release"))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] {
        removed + patterns + unknown + malformed
    }

    private var records: ReleaseRecords { facts.git.records }
    private var base: String { facts.git.held.base?.name ?? "HEAD" }
    private var severity: Finding.Severity { facts.git.held.base?.isGiven == true ? .error : .warning }

    private var removed: [Finding] {
        records.removed.map { record in
            Finding(
                Self.page,
                .init(
                    what: "\(base) records that \(record.version) shipped in \(record.release), but "
                        + "\(ReleaseRecord.fileName) doesn't",
                    affected: records.recorded.contains(record.identity)
                        ? nil : "users with a \(record.version) store. The version no longer counts as shipped",
                    fix: "Restore the line: \(record.line)"),
                severity: severity, version: record.version, at: place(facts.git.recordsFile))
        }
    }

    private var patterns: [Finding] {
        let names =
            records.removedPatterns.isEmpty
            ? records.droppedTags.map { "the tag \($0)" }
            : records.removedPatterns.map { "the pattern \($0)" }
        guard !names.isEmpty else { return [] }
        let tags = records.droppedTags
        return [
            Finding(
                Self.page,
                .init(
                    what: "\(FixtureSettings.fileName) no longer counts \(names.listed) as "
                        + "\(names.count == 1 ? "a release" : "releases"), unlike \(base)",
                    affected: tags.isEmpty
                        ? nil : "users of \(tags.listed). The versions frozen there may no longer count as shipped",
                    fix: "Restore the patterns"
                        + (records.removedPatterns.isEmpty
                            ? " of \(base)" : " in releaseTags: \(records.removedPatterns.joined(separator: ", "))")),
                severity: severity, at: place(facts.git.settingsFile))
        ]
    }

    private var unknown: [Finding] {
        records.unknown.map { record in
            Finding(
                Self.page,
                .init(
                    what:
                        "\(ReleaseRecord.fileName) records that \(record.version) shipped in \(record.release) with a "
                        + "fixture that is neither in the fixture tree nor in git (\(record.identity.hex.prefix(12))…)",
                    affected: "users with a \(record.version) store. The version can't be compared with what shipped",
                    fix: "Restore the fixture. If the line is wrong, correct the line"),
                version: record.version, at: place(facts.git.recordsFile))
        }
    }

    private var malformed: [Finding] {
        let lines = records.malformed.map { line in
            Finding(
                Self.page,
                .init(
                    what: "The line isn't a record of a release (a folder, a release and a checksum of 64 digits)",
                    fix: "Correct or remove the line"),
                at: SourceLocation(file: facts.git.recordsFile, line: line, column: 1))
        }
        return lines
            + [records.settingsProblem].compactMap(\.self).map { reason in
                Finding(
                    Self.page,
                    .init(
                        what: "\(FixtureSettings.fileName) can't be used: \(reason)",
                        affected: "the check of each later change. Every tag then counts as a release",
                        fix: "Correct the file: { \"formatVersion\": 1, \"releaseTags\": [\"v*\"] }"),
                    at: place(facts.git.settingsFile))
            }
    }

    private func place(_ file: String) -> SourceLocation { SourceLocation(file: file, line: 1, column: 1) }
}
