import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// Every rule states its evidence, and reports the example on its page but not the similar one.
@Suite struct RuleEvidenceTests {
    /// A rule with examples.
    struct Exemplified: Sendable, CustomTestStringConvertible {
        let page: RulePage
        let reported: RuleExample
        let accepted: RuleExample

        var testDescription: String { "\(page.code) \(page.name)" }
    }

    static let exemplified = ProjectLint.pages.compactMap { page in
        page.examples.map { Exemplified(page: page, reported: $0.reported, accepted: $0.accepted) }
    }

    /// The rules of `lint` that examine fixtures, entitlements or a baseline, in addition to sources.
    private static let withoutExamples: Set = ["PF0112", "PF0126", "PF0240", "PF0260"]

    @Test func everyRuleOfLintHasExamples() {
        let without = ProjectLint.pages.filter { $0.examples == nil }.map(\.code)
        #expect(Set(without) == Self.withoutExamples)
    }

    @Test(arguments: exemplified) func aRuleReportsItsExample(_ rule: Exemplified) throws {
        let reported = try Self.findings(in: rule.reported).filter { $0.code == rule.page.code }
        #expect(reported.contains { $0.severity == rule.page.severity }, "\(reported.map(\.what))")
    }

    @Test(arguments: exemplified) func aRuleAcceptsTheSimilarExample(_ rule: Exemplified) throws {
        let findings = try Self.findings(in: rule.accepted)
        #expect(findings.filter { $0.code == rule.page.code }.map(\.what) == [])
        #expect(findings.filter(\.isAboutSources).map(\.what) == [])
    }

    @Test(arguments: RulePages.all.map(\.code)) func aRuleStatesItsEvidence(_ code: String) throws {
        let page = try #require(RulePages.page(code))
        #expect(!page.reads.isEmpty)
        switch page.source {
        case .inference: #expect(page.severity != .error, "An error needs a source")
        case .reports(let addresses): #expect(Set(addresses).count > 1 && addresses.allSatisfy(Self.isAddress))
        case .fix(let address): #expect(Self.isAddress(address))
        case .documentation(let text), .stores(let text), .contract(let text):
            #expect(!text.isEmpty && !text.hasSuffix("."))
        }
        #expect(page.assumption?.hasSuffix(".") != false)
    }

    private static func isAddress(_ text: String) -> Bool { text.hasPrefix("https://") && !text.contains(" ") }

    // MARK: Expanded examples

    private static func findings(in example: RuleExample) throws -> [Finding] {
        try LintRuleTests.lint(sources(of: example)).findings
    }

    static func sources(of example: RuleExample) -> [String: String] {
        switch example {
        case .change(let older, let newer, let code?, nil) where !code.hasPrefix("willMigrate"):
            LintOperationTests.app(models(older), models(newer), code)
        case .change(let older, let newer, let hooks, let app):
            LintSources.app(
                models(older), models(newer), stages: [hooks.map { .text(stage($0)) } ?? .lightweight],
                besides: app ?? "")
        case .versions(let versions, let app):
            LintSources.app(versions.map(models), stages: nil, besides: app ?? "")
        case .app(let code):
            LintSources.app(
                models("var title: String?"), models("var title: String?\nvar isPinned: Bool = false"),
                stages: [.custom], besides: code)
        case .file(let code): ["App.swift": "import SwiftData\n" + code]
        }
    }

    private static func models(_ code: String) -> String {
        guard code.contains("@Model") else { return "@Model final class Note {\n\(code)\ninit() {}\n}" }
        // The other classes are listed without a comment.
        return code + code.matches(of: #/@Model class (\w+)/#).map { "\n// lists \($0.output.1)" }.joined()
    }

    private static func stage(_ hooks: String) -> String {
        "MigrationStage.custom(fromVersion: AppV1.self, toVersion: AppV2.self, \(hooks))"
    }
}
