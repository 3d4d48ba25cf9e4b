import Foundation
import PermafrostTestSupport
import Testing

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The formats of `check` for other tools. Each contains the same information as the text, in its own grammar.
@Suite struct ReportFormatTests {
    /// Returns a project with one drifted version, in a file whose name needs escaping.
    private func driftedProject() throws -> ScratchFolder {
        let folder = try Tool.copy(of: "Posts")
        let sources = folder.url.appending(path: "Sources")
        try FileManager.default.moveItem(
            at: sources.appending(path: "Posts"), to: sources.appending(path: "Posts, 100%: all"))
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        try folder.edit("Sources/Posts, 100%: all/PostsSchemaV1.swift", "var title: String\n", "var title: String?\n")
        return folder
    }

    @Test func gitHubLinesAreEscaped() throws {
        let check = try Tool.run("check", "--format", "github", in: driftedProject())
        #expect(check.status == 1, "\(check)")
        let lines = check.output.split(separator: "\n")
        #expect(lines.count == 1)
        let line = try #require(lines.first)
        #expect(line.hasPrefix("::error file=Sources/Posts%2C 100%25%3A all/PostsSchemaV1.swift,line=15,col=13,title="))
        #expect(line.contains("title=permafrost PF0101::"))
        #expect(line.contains("Post.title changed from required to optional.%0AAffects: "))
    }

    @Test func xcodeLinesHavePathsFromTheRoot() throws {
        let folder = try driftedProject()
        let check = try Tool.run("check", "--format", "xcode", in: folder)
        #expect(check.status == 1)
        let place =
            folder.url.path + "/Sources/Posts, 100%: all/PostsSchemaV1.swift:15:13: error: "
        #expect(check.output.hasPrefix(place), "\(check)")
        #expect(check.output.hasSuffix("[PF0101]\n"))
        #expect(check.output.split(separator: "\n").count == 1)
    }

    @Test func markdownHasATableAndTheFindings() throws {
        let check = try Tool.run("check", "--format", "markdown", in: driftedProject())
        #expect(check.status == 1)
        for line in [
            "## permafrost check", "❌ **1 error**", "| ❌ | PostsMigrationPlan | 1.0.0 | drifted (identity) | 1 error |",
            "| ✅ | PostsMigrationPlan | 2.0.0 | frozen |  |",
            "`Sources/Posts, 100%: all/PostsSchemaV1.swift:15:13` · error · PF0101",
            "  15 |         var title: String?",
        ] { #expect(check.output.contains("\(line)\n"), "\(line): \(check.output)") }
        #expect(check.output.contains("**Affects:** ") && check.output.contains("**Fix:** "))
    }

    @Test func markdownEscapesMarkupOfTheProject() throws {
        let folder = try ScratchFolder()
        try folder.write("import SwiftData\n@Model final class {", to: "Sources/<b>|`a`_*@x.swift")
        let check = try Tool.run("check", "--format", "markdown", in: folder)
        #expect(check.status == 2)
        #expect(check.output.contains("``Sources/<b>|`a`_*@x.swift:2:"), "\(check)")
        let rest = check.output.split(separator: "\n").filter { !$0.contains("``") && !$0.hasPrefix("  ") }
        #expect(!rest.contains { $0.replacing("\\<", with: "").contains("<") }, "\(check)")
        let usage = try Tool.run("check", "--format", "markdown", "--<b>", in: folder)
        #expect(usage.status == 2)
        #expect(usage.output.contains("> [!CAUTION]\n> ") && usage.output.contains("--\\<b\\>"), "\(usage)")
    }

    @Test func aFingerprintSurvivesAnInsertedLine() throws {
        let folder = try driftedProject()
        let before = try fingerprints(Tool.run("check", "--format", "sarif", in: folder))
        #expect(before.count == 1)
        try folder.edit("Sources/Posts, 100%: all/PostsSchemaV1.swift", "import SwiftData\n", "import SwiftData\n\n")
        #expect(try fingerprints(Tool.run("check", "--format", "sarif", in: folder)) == before)
        try folder.edit("Sources/Posts, 100%: all/PostsSchemaV1.swift", "var title: String?", "var title: Int")
        #expect(try fingerprints(Tool.run("check", "--format", "sarif", in: folder)) != before)
    }

    @Test func aVersionOfTwoPlansFailsInBoth() throws {
        let folder = try driftedProject()
        try folder.write(
            """
            import SwiftData
            enum OtherPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [PostsSchemaV1.self] }
                static var stages: [MigrationStage] { [] }
            }
            """, to: "Sources/Other.swift")
        try folder.edit(
            "Sources/Posts, 100%: all/PostsSchemaV1.swift", "var title: String?\n", "var title: String\n")
        #expect(try Tool.run("freeze", "1.0.0", "--plan", "OtherPlan", in: folder).status == 0)
        try folder.edit(
            "Sources/Posts, 100%: all/PostsSchemaV1.swift", "var title: String\n", "var title: String?\n")
        let check = try Tool.run("check", "--format", "junit", in: folder)
        let root = try #require(XMLDocument(xmlString: check.output).rootElement())
        let failed = root.elements(forName: "testsuite").filter {
            $0.attribute(forName: "failures")?.stringValue == "1"
        }
        #expect(failed.count == 2, "\(check.output)")
    }

    private func sarif(_ result: CommandResult) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
    }

    private func fingerprints(_ result: CommandResult) throws -> [String] {
        let run = try #require((try sarif(result)["runs"] as? [[String: Any]])?.first)
        return (run["results"] as? [[String: Any]] ?? []).compactMap {
            ($0["partialFingerprints"] as? [String: Any])?["primaryLocationLineHash"] as? String
        }
    }
}
