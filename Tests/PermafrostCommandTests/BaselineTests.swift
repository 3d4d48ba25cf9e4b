import Foundation
import PermafrostTestSupport
import Testing

/// `permafrost lint` with a baseline, and compared with a branch.
@Suite struct BaselineTests {
    private static let file = ".permafrost-baseline.json"
    private static let schema = "Sources/AppSchemaV2.swift"

    /// A repository with an app that has 40 findings.
    private struct App {
        let folder: ScratchFolder
        let repository: TestRepository

        init() throws {
            folder = try ScratchFolder()
            for version in 1...2 { try folder.write(Self.version(version), to: "Sources/AppSchemaV\(version).swift") }
            try folder.write(
                """
                import SwiftData

                enum AppPlan: SchemaMigrationPlan {
                    static var schemas: [any VersionedSchema.Type] { [AppSchemaV1.self, AppSchemaV2.self] }
                    static var stages: [MigrationStage] {
                        [.lightweight(fromVersion: AppSchemaV1.self, toVersion: AppSchemaV2.self)]
                    }
                }

                """, to: "Sources/AppPlan.swift")
            try folder.write(
                "import SwiftData\n\n" + Self.container("Main") + Self.container("Widget"), to: "Sources/Stores.swift")
            repository = try TestRepository(folder)
            try folder.write(".cache\n", to: ".git/info/exclude")
            try save("start")
        }

        func save(_ message: String) throws {
            try repository.git("add", "--all", ".")
            try repository.git("commit", "--quiet", "--allow-empty", "--message", message)
        }

        /// Returns a version of nine models. The second one has four more properties in each.
        private static func version(_ number: Int) -> String {
            let added = number == 1 ? "" : (1...4).map { "        var value\($0): String\n" }.joined()
            let models = (1...9).map {
                "    @Model final class Item\($0) {\n        var a: Int?\n\(added)        init() {}\n    }\n"
            }
            return """
                import SwiftData

                enum AppSchemaV\(number): VersionedSchema {
                    static let versionIdentifier = Schema.Version(\(number), 0, 0)
                    static var models: [any PersistentModel.Type] { [\((1...9).map { "Item\($0).self" }.joined(separator: ", "))] }
                \(models.joined())}

                """
        }

        static func container(_ name: String) -> String {
            """
            enum \(name)Store {
                static func open() -> ModelContainer {
                    do {
                        return try ModelContainer(for: AppSchemaV2.Item1.self)
                    } catch {
                        fatalError("no store")
                    }
                }
            }

            """
        }

        func lint(_ options: String...) throws -> CommandResult {
            try Tool.run(["lint"] + options, in: folder.url, cache: folder)
        }

        func text(_ path: String) throws -> String {
            try String(contentsOf: folder.url.appending(path: path), encoding: .utf8)
        }
    }

    @Test func newFindingsFailAndOldOnesDoNot() throws {
        let app = try App()
        let first = try app.lint()
        #expect(first.status == 1 && first.output.contains("failed: 36 errors, 4 warnings"), "\(first)")
        #expect(first.output.contains("add --write-baseline"), "\(first)")

        let written = try app.lint("--write-baseline")
        #expect(
            written.status == 0 && written.output.contains("The baseline \(Self.file) has 40 findings"), "\(written)")
        let known = try app.lint()
        #expect(known.status == 0 && known.output == "passed: 2 versions, 40 old findings\n", "\(known)")
        let baseline = try app.text(Self.file)

        // A new finding fails. Its neighbors stay old.
        try app.folder.edit(Self.schema, "var value2: String\n", "var value0: String\n        var value2: String\n")
        let new = try app.lint()
        #expect(new.status == 1, "\(new)")
        #expect(new.output.contains("Item1.value0 is new") && !new.output.contains("value2 is new"), "\(new)")
        #expect(new.output.contains("failed: 1 error (2 versions, 40 old findings)"), "\(new)")
        // A run with a new finding doesn't add it, and pruning doesn't either.
        #expect(try app.lint("--update-baseline").status == 1)
        #expect(try app.text(Self.file) == baseline)
        try app.folder.edit(Self.schema, "        var value0: String\n", "")

        // Moved code and renamed files stay known.
        try app.repository.git("mv", Self.schema, "Sources/Newest.swift")
        try app.folder.write(
            "import SwiftData\n\n// Both stores.\n\n" + App.container("Widget") + "\n" + App.container("Main"),
            to: "Sources/Stores.swift")
        let moved = try app.lint()
        #expect(moved.status == 0 && moved.output == known.output, "\(moved)")

        // A third equal finding is new.
        try app.folder.write(App.container("Watch"), to: "Sources/Watch.swift")
        let third = try app.lint()
        #expect(third.output.contains("passed: 2 warnings (2 versions, 40 old findings)"), "\(third)")
        try FileManager.default.removeItem(atPath: app.folder.path("Sources/Watch.swift"))

        // A mended finding is listed, and pruning removes it.
        try app.folder.edit("Sources/Newest.swift", "var value1: String\n", "var value1: String = \"\"\n")
        let mended = try app.lint()
        #expect(mended.status == 0, "\(mended)")
        #expect(
            mended.output.contains(
                "1 finding of \(Self.file) is gone. To remove it, add --update-baseline:\n  PF0208 Item1.value1"
            ),
            "\(mended)")
        let updated = try app.lint("--update-baseline")
        #expect(
            updated.status == 0 && updated.output.contains("which now has 39 findings:\n  PF0208 Item1.value1"),
            "\(updated)")
        #expect(try app.lint().output == "passed: 2 versions, 39 old findings\n")
        // It is new if it comes back.
        try app.folder.edit("Sources/Newest.swift", "var value1: String = \"\"\n", "var value1: String\n")
        #expect(try app.lint().status == 1)
    }

    // MARK: Another commit

    @Test func aBranchCannotAcceptItsOwnFindings() throws {
        let app = try App()
        _ = try app.lint("--write-baseline")
        try app.save("baseline")
        try app.repository.git("checkout", "--quiet", "-b", "work")
        try app.folder.edit(Self.schema, "var value1: String\n", "var value0: String\n        var value1: String\n")
        _ = try app.lint("--write-baseline")
        try app.save("work")
        #expect(try app.lint().status == 0)
        let compared = try app.lint("--base", "main")
        #expect(compared.status == 1, "\(compared)")
        #expect(compared.output.contains("error: Item1.value0 is new"), "\(compared)")
        #expect(
            compared.output.contains(
                "1 finding added to \(Self.file) since main isn't accepted:\n  PF0208 Item1.value0"),
            "\(compared)")
        #expect(compared.output.contains("failed: 1 error (2 versions, 40 old findings)"), "\(compared)")
        let json = try Report(app.lint("--base", "main", "--format", "json")).json["baseline"] as? [String: Any]
        #expect((json?["added"] as? [Any])?.count == 1 && json?["base"] as? String == "main")
        // A higher count is an addition, too.
        try app.repository.git("checkout", "--quiet", "main", "--", Self.file, Self.schema)
        let text = try app.text(Self.file)
        try app.folder.write(text.replacing("\"count\": 2", with: "\"count\": 3"), to: Self.file)
        try app.folder.write(App.container("Watch"), to: "Sources/Watch.swift")
        #expect(try app.lint().output == "passed: 2 versions, 42 old findings\n")
        let counted = try app.lint("--base", "main")
        #expect(counted.output.contains("passed: 2 warnings (2 versions, 40 old findings)"), "\(counted)")
        #expect(counted.output.contains("2 findings added to \(Self.file) since main aren't accepted:"), "\(counted)")
    }

    @Test func aBranchIsComparedWithoutAFile() throws {
        let app = try App()
        try app.repository.git("checkout", "--quiet", "-b", "work")
        #expect(try app.lint("--base", "main").output == "passed: 2 versions, 40 old findings\n")
        // A suppression that the branch removes makes its finding new.
        try app.folder.edit(
            Self.schema, "        var value1: String\n",
            "        // permafrost:ignore PF0208 because nobody has rows\n        var value1: String\n")
        try app.save("suppressed")
        try app.repository.git("branch", "--force", "main")
        try app.folder.edit(Self.schema, "        // permafrost:ignore PF0208 because nobody has rows\n", "")
        let bare = try app.lint("--base", "main")
        #expect(bare.status == 1 && bare.output.contains("failed: 1 error (2 versions, 39 old findings)"), "\(bare)")
        // What the main branch mended meanwhile isn't new in this one.
        try app.repository.git("checkout", "--quiet", ".")
        try app.repository.git("checkout", "--quiet", "main")
        try app.folder.edit(Self.schema, "var value2: String\n", "var value2: String = \"\"\n")
        try app.save("mended")
        try app.repository.git("checkout", "--quiet", "work")
        #expect(try app.lint("--base", "main").status == 0)
        // A mended finding is listed.
        try app.folder.edit(Self.schema, "var value3: String\n", "var value3: String = \"\"\n")
        let mended = try app.lint("--base", "main")
        #expect(
            mended.status == 0 && mended.output.contains("1 finding of main is gone:\n  PF0208 Item1.value3"),
            "\(mended)")
    }

    @Test func aBaseWithoutSchemasOrWithADamagedBaselineHasNothingToAccept() throws {
        let app = try App()
        try app.repository.git("checkout", "--quiet", "--orphan", "empty")
        try app.repository.git("rm", "-r", "--quiet", "--cached", ".")
        try app.repository.git("commit", "--quiet", "--allow-empty", "--message", "empty")
        let all = try app.lint("--base", "empty")
        #expect(all.status == 1 && all.output.contains("failed: 36 errors, 4 warnings"), "\(all)")
        _ = try app.lint("--write-baseline")
        let baseline = try app.text(Self.file)
        try app.folder.write("no JSON", to: Self.file)
        try app.save("damaged")
        try app.folder.write(baseline, to: Self.file)
        let compared = try app.lint("--base", "HEAD")
        #expect(compared.status == 0, "\(compared)")
        // The copy in the working folder is usable, so it must not be restored.
        #expect(compared.errors.hasSuffix("the baseline of HEAD is ignored: it isn't JSON"), "\(compared)")
        #expect(compared.output.contains("40 findings added to \(Self.file) since HEAD aren't accepted"), "\(compared)")
    }

    @Test func aBaseThatIsNotFetchedIsExplained() throws {
        let app = try App()
        let clone = try ScratchFolder()
        try app.repository.git("branch", "release")
        try app.repository.git("commit", "--quiet", "--allow-empty", "--message", "later")
        let source = "file://\(app.folder.url.path)"
        let cloned = try CommandResult.running(["git", "clone", "--quiet", "--depth", "1", source, "."], in: clone.url)
        #expect(cloned.status == 0, "\(cloned)")
        let result = try Tool.run("lint", "--base", "origin/release", in: clone)
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.contains("no commit named origin/release"), "\(result)")
        #expect(result.errors.contains("set fetch-depth: 0 for actions/checkout"), "\(result)")
        // The printed command fetches it.
        let start = try #require(result.errors.range(of: "fetch the commit first: ")).upperBound
        let end = try #require(result.errors.range(of: ". In a GitHub workflow")).lowerBound
        let fetched = try CommandResult.running(
            result.errors[start..<end].split(separator: " ").map(String.init), in: clone.url)
        #expect(fetched.status == 0, "\(fetched)")
        #expect(try Tool.run("lint", "--base", "origin/release", in: clone).status == 0)
    }

    // MARK: Bad input

    @Test(arguments: [
        ("no JSON", "it isn't JSON. Restore the baseline from git: git checkout HEAD -- \(file)"),
        ("{\"findings\": [], \"formatVersion\": 7}", "its formatVersion is 7, but this version of Permafrost reads 1"),
        ("{\"formatVersion\": 1}", "findings is missing or malformed"),
        ("<<<<<<< HEAD\n{}\n=======\n{}\n>>>>>>> main\n", "it contains a merge conflict"),
    ])
    func aBaselineThatCannotBeUsedEndsTheLint(_ text: String, _ words: String) throws {
        let app = try App()
        try app.folder.write(text, to: Self.file)
        for options in [["--format", "text"], ["--update-baseline"], ["--base", "main"]] {
            let result = try Tool.run(["lint"] + options, in: app.folder.url, cache: app.folder)
            #expect(result.status == 2 && result.errors.contains(words), "\(result)")
        }
        #expect(try app.text(Self.file) == text)
        #expect(try app.lint("--write-baseline").status == 0)
    }

    @Test func aConflictIsResolvedAsPrinted() throws {
        let app = try App()
        _ = try app.lint("--write-baseline")
        try app.save("baseline")
        for (branch, property) in [("one", "value1"), ("two", "value2")] {
            try app.repository.git("checkout", "--quiet", "-b", branch, "main")
            try app.folder.edit(Self.schema, "var \(property): String\n", "var \(property): String = \"\"\n")
            _ = try app.lint("--update-baseline")
            try app.save(branch)
        }
        #expect(throws: TestRepository.Failure.self) { try app.repository.git("merge", "--quiet", "one") }
        try app.repository.git("checkout", "--theirs", "--", Self.schema)
        try app.folder.edit(Self.schema, "var value2: String\n", "var value2: String = \"\"\n")
        let result = try app.lint()
        #expect(result.status == 2 && result.errors.contains("git checkout HEAD -- \(Self.file)"), "\(result)")
        try app.repository.git("checkout", "HEAD", "--", Self.file)
        #expect(try app.lint("--update-baseline").status == 0)
        #expect(try app.lint().output == "passed: 2 versions, 38 old findings\n")
    }

    @Test func driftIsNotHiddenByAnEntry() throws {
        let folder = try Tool.copy(of: "Posts")
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        try folder.edit("Sources/Posts/PostsSchemaV3.swift", "var title: String", "var heading: String")
        let drift = try #require(try Report(Tool.run("check", "--format", "json", in: folder)).findings.first)
        let code = try #require(drift["code"] as? String)
        #expect(code == "PF0101")
        _ = try Tool.run("lint", "--write-baseline", in: folder)
        let text = try String(contentsOf: folder.url.appending(path: Self.file), encoding: .utf8)
        #expect(!text.contains("PF01"))
        let entry =
            #"{"code": "\#(code)", "count": 9, "severity": "error", "subject": "PostsSchemaV3", "text": "", "what": "x"}"#
        try folder.write("{\"findings\": [\n\(entry)\n], \"formatVersion\": 1}\n", to: Self.file)
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 1 && check.output.contains("[identity drift, PF0101]"), "\(check)")
        let lint = try Tool.run("lint", in: folder)
        #expect(lint.status == 1, "\(lint)")
        #expect(lint.output.contains("\(Self.file):2:1: error: The baseline lists PF0101"), "\(lint)")
    }

    @Test(arguments: [
        (["--baseline", "none.json"], "invalid --baseline \"none.json\": it doesn't exist"),
        (["--baseline", ".permafrost-basline.json"], "did you mean \(file)?"),
        (["--write-baseline", "--update-baseline"], "can't be combined"),
        (["--write-baseline", "--base", "main"], "can't be combined"),
        (["--write-baseline", "--plan", "AppPlan"], "--write-baseline can't be combined with --plan"),
        (["--update-baseline", "--schema", "AppSchemaV2"], "--update-baseline can't be combined with --schema"),
        (["--update-baseline", "--baseline", "new.json"], "invalid --baseline \"new.json\": it doesn't exist"),
        (["--base", "mian"], "no commit named mian (did you mean main?)"),
    ])
    func invalidOptionsWriteNothing(_ options: [String], _ words: String) throws {
        let app = try App()
        _ = try app.lint("--write-baseline")
        let before = try app.text(Self.file)
        let result = try Tool.run(["lint"] + options, in: app.folder.url, cache: app.folder)
        #expect(result.status == 2 && result.errors.contains(words), "\(result)")
        #expect(try app.text(Self.file) == before)
    }

    @Test func aPluginThatOnlyReadsWritesNoBaseline() throws {
        let app = try App()
        for option in ["--write-baseline", "--update-baseline"] {
            let result = try Tool.run(
                "lint", option, in: app.folder,
                environment: ["PERMAFROST_READS_ONLY": "1", "PERMAFROST_CALLER": "swift-package"])
            #expect(result.status == 2, "\(result)")
        }
        #expect(!FileManager.default.fileExists(atPath: app.folder.path(Self.file)))
    }

    @Test func aLinkOrFolderInPlaceOfTheBaselineIsNotUsed() throws {
        let app = try App()
        let outside = try ScratchFolder()
        try outside.write("kept", to: "target.json")
        let path = app.folder.path(Self.file)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: outside.path("target.json"))
        for options in [[], ["--write-baseline"]] {
            let result = try Tool.run(["lint"] + options, in: app.folder.url, cache: app.folder)
            #expect(result.status == 2 && result.errors.contains("symbolic link"), "\(result)")
        }
        #expect(try String(contentsOf: outside.url.appending(path: "target.json"), encoding: .utf8) == "kept")
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        let folder = try app.lint()
        #expect(folder.status == 2 && folder.errors.contains("the path isn't a regular file"), "\(folder)")
    }

    @Test func unreadableSourcesKeepTheBaseline() throws {
        let app = try App()
        _ = try app.lint("--write-baseline")
        let before = try app.text(Self.file)
        try app.folder.edit(Self.schema, "[Item1.self", "more() + [Item1.self")
        for option in ["--update-baseline", "--write-baseline"] {
            let result = try app.lint(option)
            #expect(result.status == 2, "\(result)")
            #expect(
                result.errors.contains("\(Self.file) wasn't written, because some sources can't be read"), "\(result)")
            #expect(!result.output.contains("gone"), "\(result)")
        }
        #expect(try app.text(Self.file) == before)
    }

    @Test func aPartHasABaselineOfItsOwn() throws {
        let app = try App()
        let written = try app.lint("--plan", "AppPlan", "--baseline", "Lint/plan.json", "--write-baseline")
        #expect(written.status == 2 && written.errors.contains("there is no folder"), "\(written)")
        try FileManager.default.createDirectory(
            atPath: app.folder.path("Lint"), withIntermediateDirectories: false)
        #expect(try app.lint("--plan", "AppPlan", "--baseline", "Lint/plan.json", "--write-baseline").status == 0)
        #expect(try app.lint("--plan", "AppPlan", "--baseline", "Lint/plan.json").status == 0)
        #expect(try app.lint().status == 1)
    }
}
