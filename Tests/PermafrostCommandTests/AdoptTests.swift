import Foundation
import PermafrostTestSupport
import Testing

/// `permafrost adopt`: an app that declared no version, by its tags.
@Suite struct AdoptTests {
    private static let app = """
        import SwiftData
        import SwiftUI

        @main struct DiaryApp: App {
            var body: some Scene {
                WindowGroup { Text("") }.modelContainer(for: [Entry.self])
            }
        }
        """

    private static func entry(_ properties: String, mood: String = "var level: Int", tag: String = "") -> String {
        """
        import Foundation
        import SwiftData

        struct Mood: Codable { \(mood) }
        enum Kind: String, Codable { case day, night }

        @Model final class Entry {
            /// Its title.
            var title: String
            var mood: Mood
            var kind: Kind = Kind.day
            @Relationship(deleteRule: .cascade, inverse: \\Tag.entry) var tags: [Tag] = []
            \(properties)
            init(title: String, mood: Mood) { self.title = title; self.mood = mood }
            func shout() -> String { title.uppercased() }
        }

        @Model class Tag {
            var name: String = ""
            var entry: Entry?
            \(tag)
            init() {}
        }
        """
    }

    /// Four shapes in five tags.
    private static func diary() throws -> (folder: ScratchFolder, repository: TaggedRepository) {
        let folder = try ScratchFolder()
        let repository = TaggedRepository(folder)
        try folder.write(app, to: "App/App.swift")
        try folder.write(entry(""), to: "App/Entry.swift")
        try repository.ship("v1.0")
        // What no hash holds makes no other shape.
        try folder.write(entry("", tag: "func shout() {}"), to: "App/Entry.swift")
        try repository.ship("v1.1")
        try folder.write(entry("", tag: "var colour: String?"), to: "App/Entry.swift")
        try repository.ship("v1.2")
        try folder.write(
            entry("var stars: Int = 0", mood: "var level: Int; var note: String?", tag: "var colour: String?"),
            to: "App/Entry.swift")
        try repository.ship("v2.0")
        try folder.write(
            entry("var place: String?", mood: "var level: Int; var note: String?", tag: "var colour: String?"),
            to: "App/Entry.swift")
        try repository.ship("v2.1")
        return (folder, repository)
    }

    private static func rows(_ result: CommandResult) throws -> [String] {
        try #require(Report(result).json["shapes"] as? [[String: Any]]).map { shape in
            let next = shape["toNext"] as? [String: Any]
            let today = shape["toToday"] as? [String: Any]
            return [
                shape["version"] as? String ?? "?", (shape["tags"] as? [String] ?? []).joined(separator: ","),
                next?["verdict"] as? String ?? "-", today?["verdict"] as? String ?? "-",
                (today?["subjects"] as? [String] ?? []).joined(separator: ","),
                shape["schema"] as? String ?? "undeclared",
            ].joined(separator: " ")
        }
    }

    private static func bytes(_ folder: ScratchFolder) throws -> [String: Data] {
        let result = try CommandResult.running(["git", "ls-files", "-co", "--exclude-standard"], in: folder.url)
        return try Dictionary(
            uniqueKeysWithValues: result.output.split(separator: "\n").filter { !$0.hasSuffix("/") }.map {
                (String($0), try Data(contentsOf: folder.url.appending(path: String($0))))
            })
    }

    @Test func everyShapeThatShippedIsDeclared() throws {
        let (folder, _) = try Self.diary()
        let before = try Self.bytes(folder)
        let dry = try Tool.run("adopt", "--dry-run", in: folder)
        #expect(dry.status == 0, "\(dry)")
        #expect(dry.output.contains("0.3.0  v2.0 (1)         loses data (Entry.stars)"), "\(dry)")
        #expect(dry.output.contains("+enum AppMigrationPlan: SchemaMigrationPlan {"), "\(dry)")
        #expect(try Self.bytes(folder) == before)
        let json = try Tool.run("adopt", "--format", "json", in: folder)
        #expect(json.status == 0, "\(json)")
        #expect(
            try Self.rows(json) == [
                "0.1.0 v1.0,v1.1 lightweight lightweight Entry.mood.note,Entry.place,Tag.colour AppSchemaV0_1",
                "0.2.0 v1.2 lightweight lightweight Entry.mood.note,Entry.place AppSchemaV0_2",
                "0.3.0 v2.0 losesData losesData Entry.stars AppSchemaV0_3",
                "1.0.0 v2.1 - -  AppSchemaV1",
            ])
        #expect(try Report(json).json["frozen"] as? [String] == ["0.1.0", "0.2.0", "0.3.0", "1.0.0"])
        let frozen = try String(contentsOf: folder.url.appending(path: "App/AppSchemaV0_1.swift"), encoding: .utf8)
        #expect(frozen.contains("shipped in v1.0 … v1.1"))
        #expect(frozen.contains("    struct Mood: Codable { var level: Int }\n"), "\(frozen)")
        #expect(!frozen.contains("shout") && !frozen.contains("Its title"))
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 0, "\(check)")
        // A shape that shipped and is declared is no finding.
        try TaggedRepository(folder).ship("v2.2")
        let history = try Tool.run("history", in: folder)
        #expect(history.status == 0, "\(history)")
        let again = try Tool.run("adopt", in: folder)
        #expect(again.status == 0, "\(again)")
        #expect(again.output.contains("each is declared"), "\(again)")
    }

    #if os(Linux)
        @Test func whatIsWrittenCompiles() throws {
            let (folder, _) = try Self.diary()
            try folder.write(Self.entry("var place: String?\nvar day: Date?"), to: "App/Entry.swift")
            let result = try Tool.run("adopt", in: folder)
            #expect(result.status == 0, "\(result)")
            // There is no SwiftUI here.
            try FileManager.default.removeItem(atPath: folder.path("App/App.swift"))
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("App")).sorted()
            #expect(files.filter { $0.hasPrefix("App") }.count == 6, "\(files)")
            let output = try TypeCheck(files.map { folder.path("App/" + $0) }, in: folder.url).output
            #expect(output.isEmpty, "\(output)")
        }
    #endif

    @Test func editedModelsAreTheNextVersion() throws {
        let (folder, _) = try Self.diary()
        try folder.write(Self.entry("var day: Date?"), to: "App/Entry.swift")
        let before = try Self.bytes(folder)
        let result = try Tool.run("adopt", "--since", "v2.0", "--format", "json", in: folder)
        #expect(result.status == 1, "\(result)")
        let rows = try Self.rows(result)
        let types: [Substring] = rows.compactMap { row in row.split(separator: " ").last }
        let wanted: [Substring] = ["undeclared", "undeclared", "AppSchemaV0_3", "AppSchemaV1", "AppSchemaV2"]
        #expect(types == wanted, "\(rows)")
        let text = try String(contentsOf: folder.url.appending(path: "App/AppSchemaV2.swift"), encoding: .utf8)
        #expect(text.contains("[Entry.self, Tag.self]"))
        #expect(try Tool.run("check", in: folder).status == 0)
        let undo = try Tool.run("new-version", "--undo", in: folder)
        #expect(undo.status == 0, "\(undo)")
        #expect(try Self.bytes(folder) == before)
    }

    @Test func noPlanHasASilentGap() throws {
        let (folder, _) = try Self.diary()
        let result = try Tool.run("adopt", "--max", "3", in: folder)
        #expect(result.status == 1, "\(result)")
        #expect(
            result.output.contains("4 shapes shipped and none is declared. --since v1.2 would declare 3"), "\(result)")
        #expect(result.output.contains("froze    0.1.0, 0.2.0, 0.3.0, 1.0.0"), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("App/AppMigrationPlan.swift")))
        #expect(try Tool.run("check", in: folder).status == 0)
        // Nothing is frozen twice, and the numbers stay.
        let again = try Tool.run("adopt", "--max", "3", in: folder)
        #expect(again.status == 1 && !again.output.contains("froze"), "\(again)")
        let all = try Tool.run("adopt", in: folder)
        #expect(all.status == 0, "\(all)")
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 0, "\(check)")
    }

    @Test func aShapeThatNoStageCarriesIsDeclaredAndNamed() throws {
        let (folder, repository) = try Self.diary()
        try folder.write(Self.entry("var place: Int"), to: "App/Entry.swift")
        try repository.ship("v3.0")
        let result = try Tool.run("adopt", "--dry-run", in: folder)
        #expect(result.status == 1, "\(result)")
        #expect(result.output.contains("needs a custom stage (Entry.place"), "\(result)")
        #expect(result.output.contains("willMigrate: nil, didMigrate: nil"), "\(result)")
    }

    @Test(arguments: [
        ("several", "containers open different models"), ("shallow", "shallow clone"), ("tag", "no tag v9"),
        ("taken", "App/AppSchemaV1.swift is there already"),
    ])
    func whatIsRefused(_ kind: String, _ sentence: String) throws {
        let (folder, repository) = try Self.diary()
        var options: [String] = []
        var place = folder.url
        switch kind {
        case "several":
            try folder.edit("App/App.swift", "}.modelContainer(for: [Entry.self])", "}")
            try folder.write(
                """
                import SwiftData
                @Model final class Note { var text: String = ""; init() {} }
                func open() throws { _ = try (ModelContainer(for: Entry.self), ModelContainer(for: Note.self)) }
                """, to: "App/Note.swift")
        case "shallow":
            try repository.git("clone", "--quiet", "--depth", "1", "file://" + folder.path("."), folder.path("clone"))
            place = folder.url.appending(path: "clone")
        case "tag": options = ["--since", "v9"]
        default: try folder.write("enum AppSchemaV1 {}\n", to: "App/AppSchemaV1.swift")
        }
        let before = try Self.bytes(folder)
        let result = try Tool.run(["adopt"] + options, in: place, cache: folder)
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.contains(sentence), "\(result)")
        #expect(try Self.bytes(folder) == before)
    }

    @Test func aTagThatCannotBeReadIsTold() throws {
        let (folder, repository) = try Self.diary()
        try folder.edit("App/Entry.swift", "@Model class Tag {", "@Model class Tag { var broken: = ")
        try repository.ship("v2.2")
        try folder.write(Self.entry("var day: Date?"), to: "App/Entry.swift")
        try repository.ship("v2.3")
        let result = try Tool.run("adopt", in: folder)
        #expect(result.status == 2, "\(result)")
        #expect(result.output.contains("Not all sources of v2.2 can be read"), "\(result)")
        #expect(result.output.contains("froze    0.1.0"), "\(result)")
        let since = try Tool.run("adopt", "--since", "v2.3", in: folder)
        #expect(since.output.contains("wrote    App/AppMigrationPlan.swift"), "\(since)")
    }
}
