import PermafrostFixtures
import PermafrostModel

/// PF0108: A fixture's files have changed or were removed since they were frozen.
struct DamagedFixture: ProjectRule {
    static let needs: Set<Fact> = [.damage]
    static let page = RulePage(
        code: "PF0108", name: "DamagedFixture", severity: .error, gates: [.check],
        summary: "A fixture's files changed after the version was frozen.",
        failure: """
            Permafrost can't compare the version with its fixture, and tests that use the fixture may not detect a \
            failing migration.
            """,
        fix:
            "Restore the files from git. If the declaration is the one that shipped, you can also freeze the version again with --force.",
        reads: ["the files of a fixture", "their recorded checksums"],
        source: .contract("the files of a fixture don't change"))

    let facts: ProjectFacts

    func findings(in context: RuleContext) -> [Finding] { facts.damage.flatMap(Self.findings) }

    /// Returns the findings about a fixture's damaged files, for use outside of a check. Returns an empty array if all
    /// files are intact.
    static func findings(of frozen: FrozenVersion, in project: Project) -> [Finding] {
        BrokenFixture(frozen, in: project, group: frozen.group, schema: nil).map(findings) ?? []
    }

    /// Returns a finding for each damaged file. Missing files with the same reason and fix share a finding.
    static func findings(about fixture: BrokenFixture) -> [Finding] {
        var missing: [SharedMessage: [String]] = [:]
        for damage in fixture.damage {
            if case .missing(let file) = damage {
                missing[SharedMessage(damage, of: fixture), default: []].append(file)
            }
        }
        return fixture.damage.compactMap { damage in
            let message = SharedMessage(damage, of: fixture)
            var clause = FixtureDamageMessage(damage).sentence
            if case .missing(let file) = damage, let files = missing[message], files.count > 1 {
                guard files.first == file else { return nil }
                let rest = files.count > 5 ? " and \(files.count - 5) more" : ""
                clause = files.prefix(5).joined(separator: ", ") + rest + " are missing"
            }
            return Finding(
                page,
                .init(
                    what: "The \(fixture.version) fixture is damaged: \(clause)\(message.reason)", fix: message.fix),
                group: fixture.group, version: fixture.version, schema: fixture.schema, at: fixture.location)
        }
    }
}

/// The part of a message about a damaged file that several files can share.
private struct SharedMessage: Hashable {
    /// The reason for the damage in parentheses, or an empty text.
    let reason: String
    let fix: String

    init(_ damage: FixtureDamage, of fixture: BrokenFixture) {
        let wording = FixtureDamageMessage(damage)
        let folder = fixture.location.file
        let freezing = fixture.freezing?.text(fixture.version, isForced: true)
        let problem = damage.file.flatMap { fixture.problems[$0] }
        let isStoreOutsideGit = damage.namedStore.map(fixture.storesOutsideGit.contains) ?? false
        let store = isStoreOutsideGit ? wording.fixOfUncommittedStore(folder: folder, version: fixture.version) : nil
        reason = problem.map { " (\($0.clause))" } ?? ""
        fix =
            store ?? problem?.restoring(folder, freezing: freezing)
            ?? wording.fix(folder: folder, isInGit: fixture.isInGit, freezing: freezing)
    }
}
