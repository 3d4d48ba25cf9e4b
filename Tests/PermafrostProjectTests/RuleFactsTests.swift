import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// Each rule declares the facts that it asks for, and a command computes only the facts of its own rules.
@Suite struct RuleFactsTests {
    private static let versions = LintSources.app("@Model final class User { var name: String?; init() {} }")

    /// Returns the facts that a rule asks for when it examines a project.
    private static func asked(
        by code: String, in sources: [String: String], checksCloudKit: Bool = false
    ) throws -> Set<Fact> {
        let test = try TestProject(sources)
        return try withExtendedLifetime(test) {
            let facts = ProjectFacts(
                try test.project { $0.readsCode = true }, .init(assumesCloudKit: checksCloudKit))
            let own = ProjectRules.all.filter { $0.page.code == code }.map { $0.init(facts: facts) as any Rule }
            for rule in RuleRun.rules.filter({ type(of: $0).page.code == code }) + own {
                try facts.prepare(type(of: rule).needs)
                _ = rule.findings(in: facts.context)
            }
            return facts.asked.facts
        }
    }

    private static let needs: [String: Set<Fact>] = Dictionary(
        uniqueKeysWithValues: RuleRun.rules.map { (type(of: $0).page.code, type(of: $0).needs) }
            + ProjectRules.all.map { ($0.page.code, $0.needs) })

    @Test(arguments: needs.keys.sorted()) func aRuleAsksForTheFactsThatItDeclares(_ code: String) throws {
        var asked = try Self.asked(by: code, in: Self.versions)
        for one in LintRuleTests.cases where one.code == code {
            asked.formUnion(try Self.asked(by: code, in: one.triggers, checksCloudKit: one.checksCloudKit))
        }
        for one in RuleEvidenceTests.exemplified where one.page.code == code {
            asked.formUnion(try Self.asked(by: code, in: RuleEvidenceTests.sources(of: one.reported)))
        }
        #expect(asked == Self.needs[code])
    }

    @Test func aListComparesAndAppliesNoRule() throws {
        let test = try TestProject(Self.versions)
        try test.freeze()
        let facts = ProjectFacts(try test.project())
        let list = try VersionList.run(facts)
        #expect(list.versions.map(\.status) == [.unchanged])
        #expect(facts.asked.facts == [])
        #expect(facts.computed.facts == [.comparison, .git])
    }

    @Test func aFreezeComputesTheFactsOfItsOwnRules() throws {
        let test = try TestProject(Self.versions)
        let facts = ProjectFacts(try test.project())
        #expect(try FreezeAdvice.errors(of: facts) == [])
        #expect(facts.asked.facts.isDisjoint(with: Self.factsOfOtherCommands))
        #expect(facts.computed.facts == [.comparison, .git, .retirements])
    }

    /// The facts that only a check or a lint needs.
    private static let factsOfOtherCommands: Set<Fact> = [
        .syncedStores, .code, .entries, .damage, .delivery, .cloudKit,
    ]

    @Test func aFactIsComputedForTheFirstRuleThatNeedsIt() throws {
        let test = try TestProject(Self.versions)
        let facts = ProjectFacts(try test.project())
        #expect(facts.computed.facts == [])
        try facts.prepare(FixtureNotInRepository.needs)
        #expect(facts.computed.facts == [.delivery])
    }
}
