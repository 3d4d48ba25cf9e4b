import Foundation
import PermafrostTestSupport
import Testing

/// `permafrost report`: the contents of the page, without a browser.
@Suite struct ReportTests {
    private static func page(_ folder: ScratchFolder, _ name: String = "permafrost-report.html") throws -> String {
        try String(contentsOf: folder.url.appending(path: name), encoding: .utf8)
    }

    @Test func thePageHasVersionsDifferencesAndModels() throws {
        let folder = try Tool.copy(of: "Posts")
        _ = try Tool.run("freeze", "--all", in: folder)
        let result = try Tool.run("report", in: folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.hasPrefix("wrote  permafrost-report.html"))
        let page = try Self.page(folder)
        #expect(page.hasPrefix("<!doctype html>"))
        for text in [
            "id=\"1.0.0\"", "id=\"3.0.0...4.0.0\"", "id=\"4.0.0/Post\"", "id=\"4.0.0/Post/slug\"", "PostsSchemaV4",
            "loses data", "<b>custom</b>", "Post.legacyAuthorName was removed, and slug of the same type was added",
            "<span class=\"pill good\">frozen</span>",
        ] {
            #expect(page.contains(text), "\(text)")
        }
        #expect(!page.contains(folder.url.path))
    }

    @Test func thePageDoesNotDependOnTheFolderOfTheProject() throws {
        let pages = try (0..<2).map { _ in
            let folder = try Tool.copy(of: "Trips")
            _ = try Tool.run("report", in: folder)
            return try Self.page(folder)
        }
        #expect(pages[0] == pages[1])
    }

    @Test func aTagIsShownWithTheVersionThatShippedAtIt() throws {
        let folder = try Tool.copy(of: "Users")
        try TaggedRepository(folder).ship("v1.0&more")
        let result = try Tool.run("report", "--output", "-", in: folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("<li>v1.0&amp;more</li>"))
    }

    @Test func aVersionThatDriftedKeepsItsTags() throws {
        let folder = try Tool.copy(of: "Users")
        _ = try Tool.run("freeze", "--all", in: folder)
        try TaggedRepository(folder).ship("v7.0")
        try folder.edit("Sources/Users/UsersSchemaV3.swift", "var name: String?", "var title: String?")
        let result = try Tool.run("report", "--output", "-", in: folder)
        #expect(result.output.contains("drifted (identity)"))
        #expect(result.output.contains("<li>v7.0</li>"))
    }

    /// At its tags the app had no plan. Today a plan has these shapes as versions.
    @Test func anAppThatWasAdoptedKeepsItsTags() throws {
        let folder = try ScratchFolder()
        let repository = TaggedRepository(folder)
        let app = """
            import SwiftData
            @Model final class Note { var text: String = ""; init() {} }
            func open() throws { _ = try ModelContainer(for: Note.self) }
            """
        try folder.write(app, to: "App/Note.swift")
        try repository.ship("v1")
        try folder.write(app.replacing("init()", with: "var stars: Int = 0; init()"), to: "App/Note.swift")
        try repository.ship("v2")
        let adopted = try Tool.run("adopt", in: folder)
        #expect(adopted.status == 0, "\(adopted)")
        let page = try Tool.run("report", "--output", "-", in: folder).output
        for tag in ["v1", "v2"] { #expect(page.contains("<li>\(tag)</li>"), "\(tag)") }
    }

    @Test func aRenamedPropertyIsMarkedUnderItsNewName() throws {
        let folder = try ScratchFolder()
        for (number, property) in [
            (1, "var name: String"), (2, "@Attribute(originalName: \"name\") var title: String"),
        ] {
            try folder.write(
                """
                import SwiftData
                enum KitV\(number): VersionedSchema {
                    static let versionIdentifier = Schema.Version(\(number), 0, 0)
                    static var models: [any PersistentModel.Type] { [Kit.self] }
                    @Model final class Kit { \(property); init() {} }
                }
                """, to: "Kit/KitV\(number).swift")
        }
        let page = try Tool.run("report", "--output", "-", in: folder).output
        #expect(page.contains("<dt id=\"2.0.0/Kit/title\" class=\"renamed\" title=\"renamed\">title</dt>"))
    }

    @Test func unreadableSourcesAreShownOnThePage() throws {
        let folder = try Tool.copy(of: "Users")
        try folder.write("import SwiftData\nenum Broken: VersionedSchema { static let", to: "Sources/Broken.swift")
        let result = try Tool.run("report", in: folder)
        #expect(result.status == 2)
        let page = try Self.page(folder)
        #expect(page.contains("notice error"))
        #expect(page.contains("Sources/Broken.swift:2"))
        #expect(page.contains("UsersSchemaV3"))
    }

    @Test func thePageReportsThatThereAreNoVersions() throws {
        let folder = try ScratchFolder()
        try folder.write("let nothing = 0\n", to: "Sources/Nothing.swift")
        let result = try Tool.run("report", in: folder)
        #expect(result.status == 2)
        #expect(result.errors.contains("no VersionedSchema in"))
        #expect(try Self.page(folder).contains("no VersionedSchema in"))
    }

    @Test func findingsDoNotFailTheReport() throws {
        let folder = try Tool.copy(of: "Users")
        _ = try Tool.run("freeze", "--all", in: folder)
        try folder.edit("Sources/Users/UsersSchemaV1.swift", "var name: String?", "var title: String?")
        let check = try Tool.run("check", in: folder)
        try #require(check.status == 1)
        let result = try Tool.run("report", in: folder)
        #expect(result.status == 0)
        let page = try Self.page(folder)
        #expect(page.contains("drifted (identity)"))
        #expect(page.contains("Affects"))
        #expect(page.contains("<pre class=\"excerpt\">"))
    }

    @Test func aStoreIsShownWithItsRows() throws {
        let folder = try Tool.copy(of: "Posts")
        _ = try Tool.run("freeze", "1.0.0", in: folder)
        let store = "Fixtures/1.0.0/App-1_0_0.sqlite"
        let plain = try Tool.run("report", store, "--output", "plain.html", in: folder)
        let full = try Tool.run("report", store, "--rows", "--output", "full.html", in: folder)
        #expect(plain.status == 0 && full.status == 0, "\(plain.errors)\(full.errors)")
        let pages = try (Self.page(folder, "plain.html"), Self.page(folder, "full.html"))
        for text in ["ZPOST", "version checksum", "id=\"Post/body\""] { #expect(pages.0.contains(text), "\(text)") }
        #expect(!pages.0.contains("id=\"rows\""))
        #expect(pages.1.contains("id=\"rows\""))
    }

    @Test func thePageReportsADamagedStore() throws {
        let folder = try ScratchFolder()
        try folder.write("SQLite format 3\u{0}and nothing else", to: "Cut.store")
        let result = try Tool.run("report", "Cut.store", in: folder)
        #expect(result.status == 2)
        #expect(result.errors.contains("Cut.store"))
        #expect(try Self.page(folder).contains("notice error"))
    }

    @Test func aFileThatCannotBeWrittenLeavesNothing() throws {
        let folder = try Tool.copy(of: "Users")
        try folder.write("kept", to: "Folder/kept.txt")
        for output in ["Folder", "Absent/page.html"] {
            let result = try Tool.run("report", "--output", output, in: folder)
            #expect(result.status == 2)
            #expect(result.errors.contains("invalid --output \"\(output)\": expected a file that can be written"))
        }
        let absent = try Tool.run("report", "--output", "Absent/page.html", in: folder)
        #expect(absent.errors.contains("(there is no folder Absent)"), "\(absent)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("Folder")) == ["kept.txt"])
        #expect(!FileManager.default.fileExists(atPath: folder.path("Absent")))
    }

    @Test func aDiskThatIsFullKeepsTheOldPage() throws {
        let (folder, cache) = try (Tool.copy(of: "Users"), ScratchFolder())
        try folder.write("the old page", to: "permafrost-report.html")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
        // The shell's file size limit makes writing fail as a full disk does.
        let result = try CommandResult.running(
            ["bash", "-c", "trap '' XFSZ; ulimit -f 8; exec \"$0\" report --quiet", Tool.path], in: folder.url,
            environment: ["PERMAFROST_CACHE_DIR": cache.path("cache")])
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.contains("invalid --output \"permafrost-report.html\""), "\(result)")
        #expect(try Self.page(folder) == "the old page")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() == files)
    }

    @Test func aPipeIsWrittenToAndKept() throws {
        let folder = try Tool.copy(of: "Users")
        let command = "mkfifo pipe; \"$0\" report --no-cache --output pipe >&2 & wc -l <pipe; wait $!; test -p pipe"
        let result = try CommandResult.running(["bash", "-c", command, Tool.path], in: folder.url)
        #expect(result.status == 0, "\(result)")
        #expect((Int(result.output.split(whereSeparator: \.isWhitespace).first ?? "") ?? 0) > 50, "\(result)")
    }

    @Test func thePageWarnsIfNothingIsFrozen() throws {
        let folder = try Tool.copy(of: "Users")
        let result = try Tool.run("report", in: folder)
        #expect(result.status == 0, "\(result)")
        let page = try Self.page(folder)
        #expect(page.contains("notice warning") && page.contains("no fixtures in"))
        #expect(!page.contains(folder.url.path))
        _ = try Tool.run("freeze", "--all", in: folder)
        _ = try Tool.run("report", in: folder)
        #expect(try !Self.page(folder).contains("no fixtures in"))
    }

    @Test func fiveHundredModelsAreOnOnePage() throws {
        let folder = try ScratchFolder()
        let names = (0..<500).map { "Model\($0)" }
        let models = names.enumerated().map { index, name in
            let next = "Model\((index + 1) % 500)"
            return "    @Model class \(name) { var name = \"\"; var next: \(next)?; init() {} }"
        }
        try folder.write(
            """
            import SwiftData
            enum Large: VersionedSchema {
                static var versionIdentifier: Schema.Version { Schema.Version(1, 0, 0) }
                static var models: [any PersistentModel.Type] { [\(names.map { "\($0).self" }.joined(separator: ", "))] }
            \(models.joined(separator: "\n"))
            }
            """, to: "Sources/Large.swift")
        let result = try Tool.run("report", in: folder)
        #expect(result.status == 0, "\(result)")
        let page = try Self.page(folder)
        for name in ["Model0", "Model499"] { #expect(page.contains("id=\"1.0.0/\(name)/next\"")) }
        #expect(page.utf8.count < 1_500_000, "\(page.utf8.count)")
    }

    @Test func aLongHistoryIsASmallPage() throws {
        let folder = try ScratchFolder()
        let names = (0..<60).map { "Model\($0)" }
        for version in 1...20 {
            let models = names.enumerated().map { index, name in
                // Each version changes six of them.
                let added = (1...version).filter { $0 % 10 == index % 10 }.map { "var added\($0): String?" }
                let members = ["var name = \"\"", "var amount = 0", "var parent: Model\(index / 2)?"] + added
                return "    @Model class \(name) { \(members.joined(separator: "; ")); init() {} }"
            }
            try folder.write(
                """
                import SwiftData
                enum LongV\(version): VersionedSchema {
                    static var versionIdentifier: Schema.Version { Schema.Version(\(version), 0, 0) }
                    static var models: [any PersistentModel.Type] {
                        [\(names.map { "\($0).self" }.joined(separator: ", "))]
                    }
                \(models.joined(separator: "\n"))
                }
                """, to: "Sources/LongV\(version).swift")
        }
        let list = (1...20).map { "LongV\($0).self" }.joined(separator: ", ")
        try folder.write(
            """
            import SwiftData
            enum LongPlan: SchemaMigrationPlan {
                static var schemas: [any VersionedSchema.Type] { [\(list)] }
                static var stages: [MigrationStage] { [] }
            }
            """, to: "Sources/LongPlan.swift")
        _ = try Tool.run("report", in: folder)
        let page = try Self.page(folder)
        for text in [
            "id=\"20.0.0/Model59/parent\"", "id=\"19.0.0...20.0.0\"",
            "<dt id=\"20.0.0/Model10/added20\" class=\"added\"",
        ] { #expect(page.contains(text), "\(text)") }
        #expect(page.utf8.count < 2_000_000, "\(page.utf8.count)")
    }

    @Test func optionsThatExcludeEachOther() throws {
        let folder = try Tool.copy(of: "Users")
        for other in [["--open"], ["--format", "json"]] {
            let result = try Tool.run(["report", "--output", "-"] + other, in: folder.url, cache: folder)
            #expect(result.status == 2)
            #expect(result.errors.contains("can't be combined") || result.output.contains("can't be combined"))
        }
    }
}
