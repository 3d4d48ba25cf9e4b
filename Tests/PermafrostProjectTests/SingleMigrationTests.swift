import PermafrostModel
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// Stores skip the versions in the middle of a route whose stages are all lightweight, unless something ends the route there.
@Suite struct SingleMigrationTests {
    /// A required property without a default that version 2 adds and version 3 removes.
    private static func app(
        newest: String = "var a: Int?", stages: [LintSources.Stage] = [.lightweight, .lightweight], code: String = ""
    ) -> [String: String] {
        LintSources.app(
            LintSources.user("var a: Int?"), LintSources.user("var a: Int?; var c: Int"), LintSources.user(newest),
            stages: stages, besides: code)
    }

    private static func opens(_ version: String, _ arguments: String = "") -> String {
        """
        func container() throws -> ModelContainer {
            try ModelContainer(for: Schema(versionedSchema: \(version).self), migrationPlan: AppPlan.self\(arguments))
        }
        """
    }

    private static func severities(_ sources: [String: String]) throws -> [Finding.Severity] {
        try LintRuleTests.lint(sources).findings.filter { $0.code == "PF0208" }.map(\.severity)
    }

    @Test func aChangeThatStoresSkipIsANote() throws {
        let lint = try LintRuleTests.lint(Self.app(newest: "var a: Int?; var b: Date?", code: Self.opens("AppV3")))
        let finding = try #require(lint.findings.first { $0.code == "PF0208" })
        #expect(finding.severity == .note)
        #expect(finding.what.contains("1.0.0 stores"))
        #expect(finding.affected == nil)
    }

    @Test(arguments: [
        // A custom stage makes the framework run each stage by itself.
        app(newest: "var a: Int?; var b: Date?", stages: [.lightweight, .custom]),
        // A container opens the version in the middle.
        app(newest: "var a: Int?; var b: Date?", code: opens("AppV2")),
        // The newest version still has the change.
        app(newest: "var a: Int?; var c: Int; var b: Date?"),
    ])
    func aChangeThatStoresGoThroughIsAnError(_ sources: [String: String]) throws {
        #expect(try Self.severities(sources) == [.error])
    }

    @Test(arguments: [
        ", configurations: ModelConfiguration(isStoredInMemoryOnly: true)"
    ])
    func aContainerWithoutAUsersStoreIsNotTheEndOfARoute(_ arguments: String) throws {
        let sources = Self.app(newest: "var a: Int?; var b: Date?", code: Self.opens("AppV2", arguments))
        #expect(try Self.severities(sources) == [.note])
    }
}
