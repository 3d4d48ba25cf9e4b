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

    @Test func sarifHasTheFieldsThatCodeScanningRequires() throws {
        let folder = try driftedProject()
        let report = try sarif(Tool.run("check", "--format", "sarif", in: folder))
        #expect(report["$schema"] as? String == "https://json.schemastore.org/sarif-2.1.0.json")
        #expect(report["version"] as? String == "2.1.0")
        let run = try #require((report["runs"] as? [[String: Any]])?.first)
        let driver = try #require((run["tool"] as? [String: Any])?["driver"] as? [String: Any])
        #expect(driver["name"] as? String == "permafrost")
        let rules = try #require(driver["rules"] as? [[String: Any]]).compactMap { $0["id"] as? String }
        let result = try #require((run["results"] as? [[String: Any]])?.first)
        #expect(rules.contains(try #require(result["ruleId"] as? String)))
        #expect(result["level"] as? String == "error")
        #expect((result["message"] as? [String: Any])?["text"] as? String != nil)
        let place = try #require(
            (result["locations"] as? [[String: Any]])?.first?["physicalLocation"] as? [String: Any])
        let uri = (place["artifactLocation"] as? [String: Any])?["uri"] as? String
        #expect(uri == "Sources/Posts,%20100%25:%20all/PostsSchemaV1.swift")
        #expect((place["region"] as? [String: Any])?["startLine"] as? Int == 15)
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

    @Test func jUnitCountsAddUp() throws {
        let check = try Tool.run("check", "--format", "junit", in: driftedProject())
        let root = try #require(XMLDocument(xmlString: check.output).rootElement())
        #expect(root.name == "testsuites")
        var tests = 0
        var failures = 0
        for suite in root.elements(forName: "testsuite") {
            let cases = suite.elements(forName: "testcase")
            #expect(suite.attribute(forName: "tests")?.stringValue == "\(cases.count)")
            let failed = cases.filter { !$0.elements(forName: "failure").isEmpty }
            #expect(suite.attribute(forName: "failures")?.stringValue == "\(failed.count)")
            tests += cases.count
            failures += failed.count
        }
        #expect(root.attribute(forName: "tests")?.stringValue == "\(tests)")
        #expect(root.attribute(forName: "failures")?.stringValue == "\(failures)")
        #expect((tests, failures) == (4, 1))
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

    @Test(arguments: [
        ("json", "\"error\""), ("github", "::error title=permafrost::"), ("sarif", "\"executionSuccessful\": false"),
        ("junit", "<error "),
    ])
    func anErrorIsReportedInTheFormat(_ format: String, _ words: String) throws {
        let folder = try Tool.copy(of: "Posts")
        let check = try Tool.run("check", "--format", format, in: folder)
        #expect(check.status == 2)
        #expect(check.output.contains(words), "\(check)")
        #expect(check.errors.contains("permafrost freeze --all"))
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
