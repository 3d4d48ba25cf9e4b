import PermafrostModel
import PermafrostStore

/// PF0108: a fixture whose files are not as they were frozen.
struct DamagedFixture: CheckRule {
    static let page = RulePage(
        code: "PF0108", name: "DamagedFixture", severity: .error, gates: [.check],
        summary: "A fixture's files are not as they were frozen.",
        failure: "The version cannot be compared with its fixture, and tests with the fixture prove nothing.",
        fix: "Restore the files from git, or freeze the version again with --force if it is declared as it shipped.")

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] { input.damaged.flatMap(Self.findings) }

    static func findings(about fixture: CheckInput.Damaged) -> [Finding] {
        fixture.damage.map { damage in
            let wording = FixtureDamageWording(damage)
            let problem = damage.file.flatMap { fixture.problems[$0] }
            return Finding(
                page,
                .init(
                    what: "The fixture of \(fixture.version) is damaged: \(wording.sentence)"
                        + (problem.map { "; \($0.clause)" } ?? ""),
                    fix: problem?.restoring(fixture.location.file)
                        ?? wording.fix(folder: fixture.location.file, isInGit: fixture.isInGit)),
                group: fixture.group, version: fixture.version, schema: fixture.schema, at: fixture.location)
        }
    }
}

/// PF0109: an entry of the fixture tree that is never followed or read.
struct RefusedEntry: CheckRule {
    static let page = RulePage(
        code: "PF0109", name: "RefusedEntry", severity: .error, gates: [.check],
        summary: "The fixture tree holds a symbolic link or an unsafe name, which is not read.",
        failure: "What the entry holds is not checked: a link may lead anywhere.",
        fix: "Put the folder itself in its place, under a name such as 2.0.0.")

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        input.refused.map { entry, location in
            Finding(
                Self.page,
                .init(
                    what: "\(entry) in the fixture tree is a symbolic link or has an unsafe name, and is not read",
                    fix: "Put the folder itself in its place, under a name such as 2.0.0"), at: location)
        }
    }
}

/// PF0110: a fixture that several of the project's groups may own.
struct UnownedFixture: CheckRule {
    static let page = RulePage(
        code: "PF0110", name: "UnownedFixture", severity: .error, gates: [.check],
        summary: "It is not known which group a fixture belongs to.",
        failure: "The fixture is compared with no declaration, so that drift of its version is overlooked.",
        fix: "Name the group with --plan, or move the fixture into the group's folder.")

    let input: CheckInput

    func findings(in context: RuleContext) -> [Finding] {
        input.unowned.map { fixture in
            Finding(
                Self.page,
                .init(
                    what: "The fixture of \(fixture.version) names no group, and "
                        + "\(fixture.groups.joined(separator: " and ")) declare that version",
                    fix: "Say which is meant with --plan"), version: fixture.version, at: fixture.location)
        }
    }
}
