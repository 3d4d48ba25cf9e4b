import Foundation
import PermafrostTestSupport
import Testing

/// `permafrost adopt` for an app that declared no versions, using its tags.
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
        // A change that doesn't affect the version hash makes no new shape.
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
            uniqueKeysWithValues: result.output.split(separator: "\n").filter {
                !$0.hasSuffix("/") && !$0.hasPrefix("Fixtures/")
            }.map {
                (String($0), try Data(contentsOf: folder.url.appending(path: String($0))))
            })
    }

    @Test func everyShapeThatShippedIsDeclared() throws {
        let (folder, _) = try Self.diary()
        let before = try Self.bytes(folder)
        let dry = try Tool.run("adopt", "--dry-run", in: folder)
        #expect(dry.status == 0, "\(dry)")
        #expect(dry.output.contains("0.3.0   v2.0 (1)         loses data (Entry.stars)"), "\(dry)")
        #expect(dry.output.contains("+enum AppMigrationPlan: SchemaMigrationPlan {"), "\(dry)")
        #expect(try Self.bytes(folder) == before)
        let json = try Tool.run("adopt", "--format", "json", in: folder)
        #expect(json.status == 0, "\(json)")
        #expect(
            try Self.rows(json) == [
                "0.1.0 v1.0,v1.1 lightweight lightweight Entry.mood.note,Entry.place,Tag.colour AppSchemaV0p1",
                "0.2.0 v1.2 lightweight lightweight Entry.mood.note,Entry.place AppSchemaV0p2",
                "0.3.0 v2.0 losesData losesData Entry.stars AppSchemaV0p3",
                "1.0.0 v2.1 - -  AppSchemaV1",
            ])
        #expect(try Report(json).json["frozen"] as? [String] == ["0.1.0", "0.2.0", "0.3.0", "1.0.0"])
        let frozen = try String(contentsOf: folder.url.appending(path: "App/AppSchemaV0p1.swift"), encoding: .utf8)
        #expect(frozen.contains("shipped in v1.0 … v1.1"))
        #expect(frozen.contains("    struct Mood: Codable { var level: Int }\n"), "\(frozen)")
        #expect(!frozen.contains("shout") && !frozen.contains("Its title"))
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 0, "\(check)")
        // A shape that shipped and is declared isn't a finding.
        try TaggedRepository(folder).ship("v2.2")
        let history = try Tool.run("history", in: folder)
        #expect(history.status == 0, "\(history)")
        let again = try Tool.run("adopt", in: folder)
        #expect(again.status == 0, "\(again)")
        #expect(again.output.contains("all declared"), "\(again)")
    }

    #if os(Linux)
        @Test func theWrittenCodeCompiles() throws {
            let (folder, _) = try Self.diary()
            try folder.write(Self.entry("var place: String?\nvar day: Date?"), to: "App/Entry.swift")
            let result = try Tool.run("adopt", in: folder)
            #expect(result.status == 0, "\(result)")
            // SwiftUI isn't available here.
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
        let wanted: [Substring] = ["undeclared", "undeclared", "AppSchemaV0p3", "AppSchemaV1", "AppSchemaV2"]
        #expect(types == wanted, "\(rows)")
        let text = try String(contentsOf: folder.url.appending(path: "App/AppSchemaV2.swift"), encoding: .utf8)
        #expect(text.contains("[Entry.self, Tag.self]"))
        #expect(try Tool.run("check", in: folder).status == 0)
        let undo = try Tool.run("adopt", "--undo", in: folder)
        #expect(undo.status == 0, "\(undo)")
        #expect(try Self.bytes(folder) == before)
    }

    @Test func aPlanReportsEveryGap() throws {
        let (folder, _) = try Self.diary()
        let result = try Tool.run("adopt", "--max", "3", in: folder)
        #expect(result.status == 1, "\(result)")
        #expect(
            result.output.contains("4 schemas shipped, more than the limit of 3, so none was declared."), "\(result)")
        #expect(result.output.contains("froze    0.1.0, 0.2.0, 0.3.0, 1.0.0"), "\(result)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("App/AppMigrationPlan.swift")))
        #expect(try Tool.run("check", in: folder).status == 0)
        // A second run freezes nothing again and keeps the numbers.
        let again = try Tool.run("adopt", "--max", "3", in: folder)
        #expect(again.status == 1 && !again.output.contains("froze"), "\(again)")
        let all = try Tool.run("adopt", in: folder)
        #expect(all.status == 0, "\(all)")
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 0, "\(check)")
    }

    @Test func aShapeThatNoStageCanMigrateIsDeclaredAndReported() throws {
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
        ("taken", "App/AppSchemaV1.swift already exists"),
        ("named", "App/Other.swift:1:6: AppMigrationPlan is already declared"),
        ("frozen", "Move this item away"), ("untagged", "no tag declares the schemas of these fixtures: 1.0.0"),
        ("unnumbered", "the 2024-01-15 fixture has a schema that shipped"),
    ])
    func unsuitableProjectsAreRefused(_ kind: String, _ sentence: String) throws {
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
        case "named": try folder.write("enum AppMigrationPlan {}\n", to: "App/Other.swift")
        // The run writes the sources before it fails here, and reverts them.
        case "frozen": try folder.write("", to: "Fixtures/0.1.0")
        case "untagged":
            let text = try String(contentsOf: folder.url.appending(path: "App/Entry.swift"), encoding: .utf8)
            try folder.edit("App/Entry.swift", "var place: String?", "var weather: String?")
            #expect(try Tool.run("freeze", "1.0.0", "--models", "Entry", in: folder).status == 0)
            try folder.write(text, to: "App/Entry.swift")
        case "unnumbered":
            #expect(try Tool.run("freeze", "2024-01-15", "--models", "Entry", in: folder).status == 0)
        default: try folder.write("// The first version.\n", to: "App/AppSchemaV1.swift")
        }
        let before = try Self.bytes(folder)
        let result = try Tool.run(["adopt"] + options, in: place, cache: folder)
        #expect(result.status == 2, "\(result)")
        #expect(result.errors.contains(sentence), "\(result)")
        #expect(try Self.bytes(folder) == before)
    }

    @Test func aTagWithUnreadableSourcesIsReported() throws {
        let (folder, repository) = try Self.diary()
        try folder.edit("App/Entry.swift", "@Model class Tag {", "@Model class Tag { var broken: = ")
        try repository.ship("v2.2")
        try folder.write(Self.entry("var day: Date?"), to: "App/Entry.swift")
        try repository.ship("v2.3")
        let result = try Tool.run("adopt", in: folder)
        #expect(result.status == 2, "\(result)")
        #expect(result.output.contains("Some sources at v2.2 can't be read"), "\(result)")
        #expect(result.output.contains("froze    0.1.0"), "\(result)")
        let since = try Tool.run("adopt", "--since", "v2.3", in: folder)
        #expect(since.output.contains("wrote    App/AppMigrationPlan.swift"), "\(since)")
    }

    /// Ships a single file with models and a container of them.
    private static func ship(_ tag: String, _ models: String, _ repository: TaggedRepository) throws {
        let names = models.matches(of: /class (\w+)/).map { "\($0.output.1).self" }.joined(separator: ", ")
        try repository.folder.write("import SwiftData\n\n\(models)\n", to: "App/Models.swift")
        try repository.folder.write(
            "import SwiftData\nfunc open() throws { _ = try ModelContainer(for: \(names)) }\n", to: "App/Open.swift")
        try repository.ship(tag)
    }

    private static func jar(_ properties: String, _ cases: String = "glass, tin") -> String {
        """
        enum Kind: String, Codable, Named {
            case \(cases)
            static let usual = Kind.glass
            var name: String { rawValue }
        }
        protocol Named { var name: String { get } }
        @Model final class Jar {
            var kind: Kind = Kind.usual
            \(properties)
            init() {}
        }
        """
    }

    /// Hashes ignore an enum's raw-value cases, but stores hold them. A version gets its own copy of a changed enum.
    @Test func anEnumIsDeclaredAsItShipped() throws {
        let folder = try ScratchFolder()
        let repository = TaggedRepository(folder)
        try Self.ship("v1", Self.jar(""), repository)
        try Self.ship("v2", Self.jar("var size: Int = 0", "glass, tin, box"), repository)
        try Self.ship("v3", Self.jar("var size: Int?"), repository)
        try Self.ship("v4", Self.jar("var size: Int?\nvar note: String?"), repository)
        let result = try Tool.run("adopt", in: folder)
        // The stage to 0.3.0 is empty, and a row may have the case that no longer exists there.
        #expect(result.status == 1, "\(result)")
        #expect(result.output.contains("Jar.kind.box (case box = box) was removed in AppSchemaV0p3 0.3.0"), "\(result)")
        func text(_ name: String) throws -> String {
            try String(contentsOf: folder.url.appending(path: "App/\(name).swift"), encoding: .utf8)
        }
        let second = try text("AppSchemaV0p2")
        #expect(
            second.contains(
                """
                    enum Kind: String, Codable {
                        case glass, tin, box
                        static let usual = Kind.glass
                    }
                """), "\(second)")
        #expect(try !text("AppSchemaV0p1").contains("enum Kind"))
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 0, "\(check)")
        #if os(Linux)
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("App")).sorted()
            let output = try TypeCheck(files.map { folder.path("App/" + $0) }, in: folder.url).output
            #expect(output.isEmpty, "\(output)")
        #endif
    }

    /// The framework runs consecutive lightweight stages as one migration.
    @Test func aChainThatCannotBeInferredAtOnceHasACustomStage() throws {
        let folder = try ScratchFolder()
        let repository = TaggedRepository(folder)
        for (tag, properties) in [("v1", "var a: Int?"), ("v2", ""), ("v3", "var a: String?")] {
            try Self.ship(tag, Self.jar(properties), repository)
        }
        try Self.ship("v4", Self.jar("var a: String?; var b: Int?"), repository)
        let result = try Tool.run("adopt", in: folder)
        #expect(result.status == 0 && !result.output.contains("PF0217"), "\(result)")
        let plan = try String(contentsOf: folder.url.appending(path: "App/AppMigrationPlan.swift"), encoding: .utf8)
        #expect(plan.components(separatedBy: ".custom(fromVersion: AppSchemaV0p2.self").count == 2, "\(plan)")
        #expect(plan.components(separatedBy: ".lightweight(").count == 3, "\(plan)")
    }

    /// `--models` takes today's names, and an earlier tag may lack some of the models.
    @Test func modelsThatWereAddedLaterAreAdopted() throws {
        let folder = try ScratchFolder()
        let repository = TaggedRepository(folder)
        let label = "@Model final class Label { var text: String = \"\"\ninit() {} }"
        try Self.ship("v0", "struct Nothing {}", repository)
        try Self.ship("v1", Self.jar(""), repository)
        try Self.ship("v2", Self.jar("") + "\n" + label, repository)
        let result = try Tool.run("adopt", "--models", "Jar,Label", "--format", "json", in: folder)
        #expect(result.status == 0, "\(result)")
        let rows = try Self.rows(result)
        #expect(rows == ["0.1.0 v1 lightweight lightweight Label AppSchemaV0p1", "1.0.0 v2 - -  AppSchemaV1"])
    }

    /// A project file that lists its files one by one has no place for new files.
    @Test(arguments: [false, true]) func everythingGoesIntoTheFilesThatAProjectLists(_ hasReturns: Bool) throws {
        let folder = try ScratchFolder()
        let repository = TaggedRepository(folder)
        let list = TargetTests.projectFile(["App": ["App/Models.swift", "App/Open.swift"]])
        try folder.write(list, to: "App.xcodeproj/project.pbxproj")
        func models(_ properties: String) -> String {
            let text = Self.jar(properties)
            return hasReturns ? text.replacing("\n", with: "\r\n") : text
        }
        try Self.ship("v1", models(""), repository)
        try Self.ship("v2", models("var size: Int?"), repository)
        let before = try Self.bytes(folder)
        let dry = try Tool.run("adopt", "--dry-run", in: folder)
        #expect(dry.status == 0 && dry.output.contains("--- a/App/Models.swift"), "\(dry)")
        let result = try Tool.run("adopt", in: folder)
        #expect(result.status == 0 && result.output.contains("edited   App/Models.swift"), "\(result)")
        #expect(Set(try Self.bytes(folder).keys) == Set(before.keys))
        let text = try Data(contentsOf: folder.url.appending(path: "App/Models.swift"))
        let returns = (text.count { $0 == 13 }, text.count { $0 == 10 })
        #expect(hasReturns ? returns.0 + 3 >= returns.1 : returns.0 == 0, "\(returns)")
        #expect(try Tool.run("check", in: folder).status == 0)
        #expect(try Tool.run("adopt", "--undo", in: folder).status == 0)
        #expect(try Self.bytes(folder) == before)
    }

    /// The next run finishes an interrupted run before it reads anything.
    @Test func aRunThatWasCutShortIsFinished() throws {
        let (folder, _) = try Self.diary()
        let before = try Self.bytes(folder)
        #expect(try Tool.run("adopt", in: folder).status == 0)
        let whole = try Self.bytes(folder)
        let journals = folder.path(".git/permafrost/top")
        try FileManager.default.moveItem(atPath: journals + "/adopt.json", toPath: journals + "/adopt.begun.json")
        try FileManager.default.removeItem(atPath: folder.path("App/AppSchemaV0p2.swift"))
        try FileManager.default.removeItem(atPath: folder.path("App/AppMigrationPlan.swift"))
        try FileManager.default.removeItem(atPath: folder.path("Fixtures"))
        let again = try Tool.run("adopt", in: folder)
        #expect(
            again.status == 0 && again.standardError.contains("finished an interrupted adopt"), "\(again)")
        #expect(try Self.bytes(folder) == whole)
        #expect(try Tool.run("check", "--require-frozen", in: folder).status == 0)
        // `--undo` reverts sources and fixtures together.
        #expect(try Tool.run("adopt", "--undo", in: folder).status == 0)
        #expect(try Self.bytes(folder) == before)
        #expect(!FileManager.default.fileExists(atPath: folder.path("Fixtures")))
        #expect(try Tool.run("adopt", in: folder).status == 0)
        #expect(try Self.bytes(folder) == whole)
        // Missing fixtures are frozen again.
        try FileManager.default.removeItem(atPath: folder.path("Fixtures"))
        let last = try Tool.run("adopt", in: folder)
        #expect(last.status == 0 && last.output.contains("froze    0.1.0, 0.2.0, 0.3.0, 1.0.0"), "\(last)")
        #expect(try Tool.run("check", in: folder).status == 0)
    }

    /// Existing fixtures keep their numbers, and the shapes between them get numbers in between.
    @Test func newVersionsGetNumbersBetweenExistingFixtures() throws {
        let (folder, repository) = try Self.diary()
        for (version, tag) in [("1.0.0", "v1.0"), ("1.1.0", "v2.1")] {
            let freeze = try Tool.run("freeze", version, "--models", "Entry", "--at", tag, in: folder)
            #expect(freeze.status == 0, "\(freeze)")
        }
        try folder.write(Self.entry("var place: String?\nvar end: Date?"), to: "App/Entry.swift")
        try repository.ship("v3")
        let result = try Tool.run("adopt", in: folder)
        #expect(result.status == 0, "\(result)")
        #expect(result.output.contains("froze    1.0.1, 1.0.2, 1.2.0"), "\(result)")
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 0, "\(check)")
    }

    /// A frozen shape that isn't declared is still a finding, and `adopt` reports that.
    @Test func frozenVersionsThatAreNotDeclaredAreReported() throws {
        let (folder, _) = try Self.diary()
        #expect(try Tool.run("adopt", "--max", "3", in: folder).status == 1)
        let result = try Tool.run("adopt", "--since", "v1.2", in: folder)
        #expect(result.status == 1, "\(result)")
        #expect(result.output.contains("permafrost check fails while 0.1.0 is frozen but not declared"), "\(result)")
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 1 && check.output.contains("PF0104"), "\(check)")
    }

    /// If an app declares versions, each is frozen as a container opened it, despite later edits.
    @Test func declaredVersionsAreFrozenIfAContainerOpenedThem() throws {
        let folder = try ScratchFolder()
        let repository = TaggedRepository(folder)
        func version(_ number: Int, _ properties: String) throws {
            try folder.write(
                """
                import SwiftData
                enum KitV\(number): VersionedSchema {
                    static let versionIdentifier = Schema.Version(\(number), 0, 0)
                    static var models: [any PersistentModel.Type] { [Kit.self] }
                    @Model final class Kit { \(properties); init() {} }
                }
                """, to: "App/KitV\(number).swift")
            try folder.write(
                """
                import SwiftData
                func open() throws { _ = try ModelContainer(for: Schema(versionedSchema: KitV\(number).self)) }
                """, to: "App/Open.swift")
        }
        try version(1, "var name: String = \"\"")
        try repository.ship("v1")
        try version(1, "var name: String = \"\"; var late: Int?")
        try version(2, "var name: String = \"\"; var size: Int?")
        try repository.ship("v2")
        try version(3, "var name: String?")
        let before = try Self.bytes(folder)
        let dry = try Tool.run("adopt", "--dry-run", in: folder)
        #expect(dry.output.contains("freezes  1.0.0 from v1"), "\(dry)")
        let result = try Tool.run("adopt", in: folder)
        #expect(result.output.contains("froze    1.0.0, 2.0.0\nskipped  3.0.0, because no tag"), "\(result)")
        #expect(try Self.bytes(folder) == before)
        // A run that was killed between sources and fixtures is finished, and undone as one.
        let fixtures = try folder.files(below: "Fixtures")
        let journals = folder.path(".git/permafrost/top")
        try FileManager.default.moveItem(atPath: journals + "/adopt.json", toPath: journals + "/adopt.begun.json")
        try FileManager.default.removeItem(atPath: folder.path("Fixtures/2.0.0"))
        let again = try Tool.run("adopt", in: folder)
        #expect(again.standardError.contains("finished an interrupted adopt"), "\(again)")
        #expect(try folder.files(below: "Fixtures") == fixtures)
        #expect(try Tool.run("adopt", "--undo", in: folder).status == 0)
        #expect(try folder.files(below: "Fixtures").isEmpty)
        #expect(try Tool.run("adopt", in: folder).output.contains("froze    1.0.0, 2.0.0"))
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 1 && check.output.contains("Kit.late was added"), "\(check)")
    }
}
