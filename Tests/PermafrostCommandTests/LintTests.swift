import Foundation
import PermafrostTestSupport
import Testing

/// `permafrost lint`, run as a user runs it.
@Suite struct LintTests {
    /// Returns the Posts example with a third stage whose version requires a value that old rows don't have.
    private func brokenProject() throws -> ScratchFolder {
        let folder = try Tool.copy(of: "Posts")
        try folder.edit("Sources/Posts/PostsSchemaV4.swift", "var slug: String = \"\"", "var slug: String")
        return folder
    }

    @Test func theExamplesAreClean() throws {
        let folder = try ScratchFolder()
        let fixtures = Tool.examples.deletingLastPathComponent().appending(path: "Fixtures")
        let lint = try Tool.run(
            ["lint", "--format", "json", "--fixtures", fixtures.path], in: Tool.examples, cache: folder)
        // The count of suppressed findings shows that the examples' comments were read.
        #expect(lint.output.contains("\"suppressedCount\": 1"), "\(lint)")
        #expect(lint.status == 0, "\(lint)")
        #expect(try Report(lint).findings.isEmpty, "\(lint)")
    }

    @Test func sarifNamesEachRule() throws {
        let lint = try Tool.run("lint", "--format", "sarif", in: brokenProject())
        // Only `MigrationPlan.validate()` reports PF0253.
        for code in try codes().filter({ $0.hasPrefix("PF02") || $0 == "PF0120" }) {
            #expect(lint.output.contains("\"id\": \"\(code)\"") == (code != "PF0253"), "\(code)")
        }
    }

    /// A rule's help has what `explain` prints. Its address is in the repository that the project gets Permafrost from.
    @Test(arguments: [
        (
            "https://github.com/acme/permafrost.git",
            "https://github.com/acme/permafrost/blob/0123456789abcdef0123456789abcdef01234567/"
        ),
        ("https://git.example.org/permafrost", nil),
    ])
    func sarifHasTheHelpOfEachRule(_ location: String, _ address: String?) throws {
        let folder = try Tool.copy(of: "Users")
        try folder.write(
            """
            {"pins": [{"identity": "permafrost", "location": "\(location)",
            "state": {"revision": "0123456789abcdef0123456789abcdef01234567"}}], "version": 2}
            """, to: "Package.resolved")
        let json = try Report(Tool.run("lint", "--format", "sarif", in: folder)).json
        let run = try #require((json["runs"] as? [[String: Any]])?.first)
        let driver = (run["tool"] as? [String: Any])?["driver"] as? [String: Any]
        let rules = try #require(driver?["rules"] as? [[String: Any]])
        for rule in rules {
            let code = try #require(rule["id"] as? String)
            let help = rule["help"] as? [String: String]
            #expect(
                help?["text"]?.contains("\n\nFix: ") == true && help?["markdown"]?.contains("**Fix:**") == true,
                "\(rule)")
            let expected = address.map { $0 + "Documentation/Guide.docc/Rules/\(code).md" }
            #expect(rule["helpUri"] as? String == expected, "\(rule)")
        }
    }

    @Test func cloudKitHasItsOwnRules() throws {
        let folder = try Tool.copy(of: "Users")
        #expect(try Tool.run("lint", in: folder).status == 0)
        let lint = try Tool.run("lint", "--cloudkit", in: folder)
        #expect(lint.status == 1)
        #expect(lint.output.contains("[PF0220]"))
    }

    /// Rules about unreadable declarations also have a page.
    @Test func theHintNamesARuleThatHasAPage() throws {
        let folder = try ScratchFolder()
        try folder.write(
            """
            import SwiftData
            enum V1: VersionedSchema {
                static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
                static var models: [any PersistentModel.Type] { models(of: 1) }
            }
            """, to: "V1.swift")
        let result = try Tool.run("lint", in: folder)
        #expect(result.status == 2 && result.output.contains("PF0120"), "\(result)")
        #expect(result.output.contains("For details: permafrost explain PF0120"), "\(result.output)")
    }

    @Test func everyRuleIsExplained() throws {
        let folder = try ScratchFolder()
        let codes = try codes()
        #expect(Set(["PF0101", "PF0102", "PF0113", "PF0114", "PF0115", "PF0120", "PF0202"]).isSubset(of: codes))
        for code in codes {
            let page = try Tool.run("explain", code, in: folder)
            #expect(page.status == 0, "\(page)")
            #expect(page.output.hasPrefix(code))
            #expect(page.output.contains("What it prevents:"))
            #expect(page.output.contains("Fix:"))
        }
    }

    @Test(arguments: [
        ("PF9208", "PF0208"), ("PF021", "PF021"), ("PossibleRename", "PF0213"), ("nothing", "(rules: "),
    ])
    func anUnknownRuleGetsSuggestions(_ code: String, _ words: String) throws {
        let folder = try ScratchFolder()
        let page = try Tool.run("explain", code, in: folder)
        #expect(page.status == 2)
        #expect(page.errors.contains(words), "\(page)")
        #expect(page.errors.contains("did you mean") == (code != "nothing"))
    }

    @Test func codeThatMakesContainersIsChecked() throws {
        let folder = try Tool.copy(of: "Posts")
        try folder.write(
            """
            import SwiftData

            @main struct PostsWidget {
                static let container: ModelContainer = {
                    do {
                        return try ModelContainer(for: PostsSchemaV4.Post.self)
                    } catch {
                        fatalError("no container")
                    }
                }()
            }
            """, to: "Sources/Widget/PostsWidget.swift")
        let lint = try Tool.run("lint", in: folder)
        #expect(lint.status == 1, "\(lint)")
        #expect(
            lint.output.contains("Sources/Widget/PostsWidget.swift:6:24: error: ModelContainer opens the models of "),
            "\(lint)")
        #expect(lint.output.contains("Sources/Widget/PostsWidget.swift:8:13: warning: "), "\(lint)")
        #expect(lint.output.contains("[PF0207]") && lint.output.contains("[PF0222]"), "\(lint)")
        // A check ignores files that only lint reads, and has a separate cache.
        #expect(try !Tool.run("check", in: folder).output.contains("PostsWidget"))
        #expect(try Tool.run("lint", in: folder).output == lint.output)
        try folder.edit(
            "Sources/Widget/PostsWidget.swift", "            return try",
            "            // permafrost:ignore PF0207 because the widget has a store of its own\n            return try")
        let ignored = try Tool.run("lint", in: folder)
        #expect(ignored.status == 0, "\(ignored)")
        #expect(!ignored.output.contains("[PF0207]"), "\(ignored)")
    }

    @Test func anUnevaluableSourceCanBeIgnoredForAReason() throws {
        let folder = try Tool.copy(of: "Posts")
        try folder.write(
            """
            import SwiftData

            enum Slot: SchemaMigrationPlan {
                // permafrost:ignore PF0120 because it holds whatever plan runs
                static var schemas: [any VersionedSchema.Type] { current() }
                static var stages: [MigrationStage] { [] }
            }
            """, to: "Sources/Posts/Slot.swift")
        #expect(try Tool.run("lint", in: folder).status == 0)
        try folder.edit("Sources/Posts/Slot.swift", " because it holds whatever plan runs", "")
        let lint = try Tool.run("lint", in: folder)
        #expect(lint.status == 2, "\(lint)")
        #expect(lint.output.contains("[PF0120]"), "\(lint)")
    }

    /// Returns the codes that the error for an unknown code lists.
    private func codes() throws -> [String] {
        let folder = try ScratchFolder()
        let errors = try Tool.run("explain", "nothing", in: folder).errors
        let codes = errors.matches(of: #/PF\d{4}/#).map { String($0.output) }
        try #require(codes.count > 10)
        return codes
    }
}
