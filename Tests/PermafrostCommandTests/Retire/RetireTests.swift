import Foundation
import PermafrostTestSupport
import Testing

/// `retire` takes a version out of the sources of a project with two plans, and `--undo` restores every byte.
@Suite struct RetireTests {
    /// A project whose versions are frozen.
    static func project(_ changes: [String: String] = [:]) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        for (path, text) in TwoPlans.sources.merging(changes, uniquingKeysWith: { _, new in new }) {
            try folder.write(text, to: path)
        }
        let frozen = try Tool.run("freeze", "--all", "--quiet", in: folder)
        #expect(frozen.status == 0, "\(frozen)")
        return folder
    }

    /// Returns the contents of all files, except for the cache.
    static func files(_ folder: ScratchFolder) throws -> [String: Data] {
        try folder.files().filter { !$0.key.hasPrefix(".cache/") }
    }

    static func text(_ path: String, in folder: ScratchFolder) throws -> String {
        try String(contentsOfFile: folder.path(path), encoding: .utf8)
    }

    static func hashes(_ fixture: String, in folder: ScratchFolder) throws -> [String] {
        let file = try Data(contentsOf: folder.url.appending(path: fixture))
        let document = try #require(try JSONSerialization.jsonObject(with: file) as? [String: Any])
        return try #require(document["models"] as? [[String: Any]]).compactMap { $0["versionHash"] as? String }
    }

    @Test func aVersionLeavesTheSourcesAndComesBack() throws {
        let folder = try Self.project()
        let before = try Self.files(folder)
        let retired = try Tool.run(
            "retire", "1.0.0", "--plan", "NotesPlan", "--because", "0.1 % of launches", "--last-release", "2.3",
            in: folder)
        #expect(retired.status == 0, "\(retired)")
        #expect(!FileManager.default.fileExists(atPath: folder.path("Sources/App/NotesV1.swift")))
        #expect(
            try Self.text("Sources/App/Aliases.swift", in: folder) == """
                import Foundation
                import SwiftData

                typealias Note = NotesV3.Note

                """)
        let notes = try Self.text("Sources/App/Notes.swift", in: folder)
        #expect(!notes.contains("NotesV1") && !notes.contains("migrateV1toV2"), "\(notes)")
        let hashes = try Self.hashes("Fixtures/NotesPlan/1.0.0/schema-1_0_0.json", in: folder)
        #expect(
            notes.hasSuffix(
                """
                public enum NotesPlan: SchemaMigrationPlan, RetiringMigrationPlan {
                    public static var schemas: [any VersionedSchema.Type] { [NotesV2.self, NotesV3.self] }

                    public static var retired: [Retired] {
                        [
                            Retired(
                                "1.0.0",
                                hashes: [
                                    "\(hashes[0])",
                                    "\(hashes[1])",
                                ], lastRelease: "2.3")
                        ]
                    }

                    public static var stages: [MigrationStage] { [migrateV2toV3] }

                    static let migrateV2toV3 = MigrationStage.lightweight(
                        fromVersion: NotesV2.self, toVersion: NotesV3.self)
                }

                """), "\(notes)")
        #expect(notes.hasPrefix("import Foundation\nimport Permafrost\nimport SwiftData\n"))
        let mark = try Self.text("Fixtures/retired.txt", in: folder)
        #expect(mark.wholeMatch(of: /NotesPlan\/1\.0\.0 [0-9a-f]{64} 0\.1 % of launches\n/) != nil, "\(mark)")
        let after = try Self.files(folder)
        #expect(
            Set(before.keys.filter { before[$0] != after[$0] }) == [
                "Sources/App/NotesV1.swift", "Sources/App/Aliases.swift", "Sources/App/Notes.swift",
            ])
        for command in [["check"], ["lint"], ["list"]] {
            let result = try Tool.run(command, in: folder.url, cache: folder)
            #expect(result.status == 0, "\(command): \(result)")
        }
        #expect(try Tool.run("list", in: folder).output.contains("retired"))
        let migrate = try Tool.run(
            "migrate", "Fixtures/NotesPlan/1.0.0/App-1_0_0.sqlite", "--to", "3.0.0", "--plan", "NotesPlan", "--dry-run",
            in: folder)
        #expect(migrate.status != 0 && "\(migrate)".contains("The plan has retired 1.0.0"), "\(migrate)")
        // The other plan's 1.0.0 can be retired too.
        let second = try Tool.run("retire", "CacheV1", "--because", "a cache", in: folder)
        #expect(second.status == 0, "\(second)")
        let cache = try Self.text("Sources/App/Cache.swift", in: folder)
        let hash = try Self.hashes("Fixtures/CachePlan/1.0.0/schema-1_0_0.json", in: folder)[0]
        #expect(
            cache.hasSuffix(
                """
                    static let plan = MigrationPlan(schemas: [CacheV2.self], retired: [
                        Retired("1.0.0", hashes: ["\(hash)"])
                    ]) {
                    }
                }

                """), "\(cache)")
        #expect(try Tool.run("check", in: folder).status == 0)
        let undone = try Tool.run("retire", "--undo", in: folder)
        #expect(undone.status == 0 && undone.output.contains("reverted Fixtures/retired.txt"), "\(undone)")
        #expect(try Self.files(folder) == after)
        // Only the last run can be undone.
        #expect(try Tool.run("retire", "--undo", in: folder).status == 2)
    }

    /// Versions are retired one after another, oldest first.
    /// Xcode doesn't build a target that lists a removed file. `.pbxproj` files are read, but not written.
    @Test func xcodeProjectsThatListTheFileAreNamed() throws {
        let sources = TwoPlans.sources.keys.filter { $0.hasPrefix("Sources/") }.sorted()
        let folder = try Self.project([
            "App.xcodeproj/project.pbxproj": TargetTests.projectFile(["App": sources])
        ])
        let arguments = ["retire", "1.0.0", "--plan", "NotesPlan", "--because", "few"]
        let dry = try Report(Tool.run(arguments + ["--dry-run", "--format", "json"], in: folder.url, cache: folder))
        #expect(
            dry.json["references"] as? [[String: String]]
                == [["file": "Sources/App/NotesV1.swift", "project": "App.xcodeproj"]])
        let retired = try Tool.run(arguments, in: folder.url, cache: folder)
        #expect(
            retired.output.contains(
                "App.xcodeproj refers to Sources/App/NotesV1.swift. Remove the reference in Xcode\n"), "\(retired)")
    }

    @Test func aPlansOldestVersionsAreRetiredInTurn() throws {
        let folder = try Self.project()
        var states = [try Self.files(folder)]
        for (schema, version) in [("NotesV1", "1.0.0"), ("NotesV2", "2.0.0")] {
            let retired = try Tool.run("retire", schema, "--because", "few", in: folder)
            #expect(retired.status == 0, "\(retired)")
            states.append(try Self.files(folder))
            for command in [["check"], ["lint"]] {
                let result = try Tool.run(command, in: folder.url, cache: folder)
                #expect(result.status == 0, "\(command): \(result)")
            }
            let migrate = try Tool.run(
                "migrate", "Fixtures/NotesPlan/\(version)/App-\(version.replacing(".", with: "_")).sqlite", "--to",
                "3.0.0", "--plan", "NotesPlan", "--dry-run", in: folder)
            #expect(migrate.status != 0 && "\(migrate)".contains("The plan has retired \(version)"), "\(migrate)")
        }
        let notes = try Self.text("Sources/App/Notes.swift", in: folder)
        #expect(notes.contains("[NotesV3.self]") && !notes.contains("NotesV2"), "\(notes)")
        #expect(notes.contains("\"1.0.0\"") && notes.contains("\"2.0.0\""), "\(notes)")
        let mark = try Self.text("Fixtures/retired.txt", in: folder)
        #expect(mark.contains("NotesPlan/1.0.0 ") && mark.contains("NotesPlan/2.0.0 "), "\(mark)")
        #expect(try Tool.run("retire", "--undo", in: folder).status == 0)
        #expect(try Self.files(folder) == states[1])
    }

    @Test func everyByteComesBack() throws {
        let folder = try Self.project()
        let before = try Self.files(folder)
        #expect(
            try Tool.run("retire", "1.0.0", "--plan", "NotesPlan", "--because", "few", in: folder).status == 0)
        #expect(try Self.files(folder) != before)
        let undone = try Tool.run("retire", "--undo", in: folder)
        #expect(undone.status == 0, "\(undone)")
        #expect(try Self.files(folder) == before)
    }

    @Test func aDryRunWritesNothing() throws {
        let folder = try Self.project()
        let before = try Self.files(folder)
        let shown = try Tool.run(
            "retire", "1.0.0", "--plan", "CachePlan", "--because", "few", "--dry-run", in: folder)
        #expect(shown.status == 0 && shown.output.contains("-enum CacheV1: VersionedSchema {"), "\(shown)")
        #expect(shown.output.contains("Retired("), "\(shown)")
        #expect(try Self.files(folder) == before)
        let report = try Report(
            Tool.run(
                "retire", "1.0.0", "--plan", "CachePlan", "--because", "few", "--dry-run", "--format", "json",
                in: folder)
        ).json
        #expect(report["isWritten"] as? Bool == false && report["schema"] as? String == "CacheV1")
        #expect(report["because"] as? String == "few" && report["removed"] as? [String] == [])
    }

    /// Two plans that list the same version are both edited, and both fixtures are marked.
    @Test func twoPlansWithOneVersion() throws {
        let widget = """
            import SwiftData

            enum WidgetPlan: SchemaMigrationPlan {
                static let schemas: [any VersionedSchema.Type] = [
                    NotesV1.self,
                    NotesV2.self,
                ]
                static let stages: [MigrationStage] = [
                    .lightweight(fromVersion: NotesV1.self, toVersion: NotesV2.self)
                ]
            }

            """
        let folder = try Self.project(["Sources/App/Widget.swift": widget])
        let before = try Self.files(folder)
        let retired = try Tool.run("retire", "1.0.0", "--plan", "WidgetPlan", "--because", "few", in: folder)
        #expect(retired.status == 0, "\(retired)")
        for (path, plan) in [("Notes", "NotesPlan"), ("Widget", "WidgetPlan")] {
            let text = try Self.text("Sources/App/\(path).swift", in: folder)
            #expect(text.contains("enum \(plan): SchemaMigrationPlan, RetiringMigrationPlan {"), "\(text)")
            #expect(!text.contains("NotesV1"), "\(text)")
        }
        let marks = try Self.text("Fixtures/retired.txt", in: folder)
        #expect(marks.contains("NotesPlan/1.0.0 ") && marks.contains("WidgetPlan/1.0.0 "), "\(marks)")
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 0, "\(check)")
        #expect(try Tool.run("retire", "--undo", in: folder).status == 0)
        #expect(try Self.files(folder) == before)
    }

    /// Scaffolded tests of the version are removed, and a scaffold then writes the test that expects the error.
    @Test func testsFollow() throws {
        let folder = try Self.project(["Tests/AppTests/Own.swift": "import XCTest\n"])
        #expect(try Tool.run("scaffold", in: folder).status == 0)
        let before = try Self.files(folder)
        let retired = try Tool.run("retire", "1.0.0", "--plan", "NotesPlan", "--because", "few", in: folder)
        #expect(retired.status == 0, "\(retired)")
        let left = try Self.files(folder).keys.filter { $0.hasPrefix("Tests/") }.sorted()
        #expect(!left.contains { $0.contains("NotesV1") || $0.contains("NotesPlan_MigrateV1_0_0") }, "\(left)")
        #expect(left.contains { $0.contains("CachePlan_MigrateV1_0_0toV2_0_0") }, "\(left)")
        #expect(try Tool.run("scaffold", in: folder).status == 0)
        let test = try Self.text("Tests/AppTests/NotesPlan_RetiredV1_0_0_Tests.swift", in: folder)
        #expect(test.contains(#"assertRetired("1.0.0", plan: NotesPlan.self, group: "NotesPlan")"#), "\(test)")
        try FileManager.default.removeItem(atPath: folder.path("Tests/AppTests/NotesPlan_RetiredV1_0_0_Tests.swift"))
        #expect(try Tool.run("retire", "--undo", in: folder).status == 0)
        #expect(try Self.files(folder) == before)
    }

    private static let refusals:
        [(what: String, change: @Sendable (ScratchFolder) throws -> Void, arguments: [String], words: String)] = [
            ("an ambiguous version", { _ in }, ["1.0.0", "--because", "x"], "NotesPlan"),
            (
                "the newest version", { _ in }, ["NotesV3", "--because", "x"],
                "3.0.0 is the newest version in NotesPlan"
            ),
            (
                "a version that an older one needs", { _ in }, ["NotesV2", "--because", "x"],
                "stores of 1.0.0 migrate through 2.0.0 in NotesPlan. Retire 1.0.0 first"
            ),
            ("an unknown version", { _ in }, ["9.0.0", "--because", "x"], "9.0.0"),
            ("no reason", { _ in }, ["NotesV1"], "retire needs --because TEXT"),
            ("an empty reason", { _ in }, ["NotesV1", "--because", " "], "invalid --because"),
            ("no version", { _ in }, ["--because", "x"], "retire needs VERSION"),
            (
                "a version that isn't frozen",
                { try FileManager.default.removeItem(atPath: $0.path("Fixtures/NotesPlan/1.0.0")) },
                ["NotesV1", "--because", "x"], "1.0.0 isn't frozen"
            ),
            (
                "a damaged fixture", { try $0.write("[]", to: "Fixtures/NotesPlan/1.0.0/schema-1_0_0.json") },
                ["NotesV1", "--because", "x"], "is damaged"
            ),
            (
                "a version that has drifted",
                { folder in
                    let text = try RetireTests.text("Sources/App/NotesV1.swift", in: folder)
                    try folder.write(
                        text.replacing("var title: String = \"\"", with: "var title: String?"),
                        to: "Sources/App/NotesV1.swift")
                }, ["NotesV1", "--because", "x"], "NotesV1 has changed since 1.0.0 was frozen"
            ),
            (
                "a version that other code uses",
                { try $0.write("import SwiftData\nlet first = NotesV1.self\n", to: "Sources/App/Use.swift") },
                ["NotesV1", "--because", "x"], "Sources/App/Use.swift:2:13: NotesV1 is still used"
            ),
            (
                "a typealias that other code uses",
                { try $0.write("let first: FirstNote? = nil\n", to: "Sources/App/Use.swift") },
                ["NotesV1", "--because", "x"], "Sources/App/Use.swift:1:12: FirstNote is still used"
            ),
            (
                "a stage that other code uses",
                { try $0.write("let stage = NotesPlan.migrateV1toV2\n", to: "Sources/App/Use.swift") },
                ["NotesV1", "--because", "x"], "migrateV1toV2 is still used"
            ),
            (
                "a project without the library",
                { folder in
                    try FileManager.default.removeItem(atPath: folder.path("Sources/App/Cache.swift"))
                    try FileManager.default.removeItem(atPath: folder.path("Fixtures/CachePlan"))
                }, ["NotesV1", "--because", "x"], "no source imports Permafrost"
            ),
            (
                "merge conflicts",
                { folder in
                    let text = try RetireTests.text("Sources/App/Aliases.swift", in: folder)
                    try folder.write("<<<<<<< ours\n" + text, to: "Sources/App/Aliases.swift")
                }, ["NotesV1", "--because", "x"], "Sources/App/Aliases.swift"
            ),
            ("nothing to undo", { _ in }, ["--undo"], "nothing to undo"),
        ]

    @Test(arguments: refusals.indices) func badInputWritesNothing(_ index: Int) throws {
        let (what, change, arguments, words) = Self.refusals[index]
        let folder = try Self.project()
        try change(folder)
        let before = try Self.files(folder)
        let result = try Tool.run(["retire"] + arguments, in: folder.url, cache: folder)
        #expect(result.status == 2 && result.errors.contains(words), "\(what): \(result)")
        #expect(try Self.files(folder) == before, "\(what)")
    }

    /// A version that is retired already, and the only version that is left.
    @Test func aSecondTime() throws {
        let folder = try Self.project()
        #expect(try Tool.run("retire", "CacheV1", "--because", "few", in: folder).status == 0)
        let before = try Self.files(folder)
        let again = try Tool.run("retire", "1.0.0", "--plan", "CachePlan", "--because", "few", in: folder)
        #expect(again.status == 2 && again.errors.contains("CachePlan has already retired 1.0.0"), "\(again)")
        let only = try Tool.run("retire", "CacheV2", "--because", "few", in: folder)
        #expect(only.status == 2 && only.errors.contains("the only version in CachePlan"), "\(only)")
        #expect(try Self.files(folder) == before)
    }

    // MARK: The gate

    /// A repository with one retired version in its last commit.
    private static func repository() throws -> GateRepository {
        let repository = try GateRepository()
        try repository.folder.write("import Permafrost\n", to: "Sources/App.swift")
        let retired = try repository.run("retire", "1.0.0", "--because", "few")
        #expect(retired.status == 0, "\(retired)")
        try repository.commit()
        #expect(try repository.codes("--base", "main") == [])
        return repository
    }

    @Test func theGateKnowsRetiredVersions() throws {
        let changes: [(what: String, change: (GateRepository) throws -> Void, codes: [String])] = [
            (
                "a removed mark", { try $0.remove("Fixtures/retired.txt") }, ["PF0127 error", "PF0127 error"]
            ),
            (
                "a removed value",
                { try $0.folder.edit("Sources/Notes.swift", "Retired(", "NotRetired(") }, ["PF0127 error"]
            ),
            ("a malformed line", { try $0.folder.write("nonsense\n", to: "Fixtures/retired.txt") }, []),
        ]
        for (what, change, codes) in changes {
            let repository = try Self.repository()
            try change(repository)
            let found = try repository.codes("--base", "main").filter { $0.hasPrefix("PF0127") }
            #expect(codes.isEmpty ? !found.isEmpty : found == codes, "\(what): \(found)")
        }
        // A version that is taken out without retiring it.
        let repository = try GateRepository()
        try repository.folder.edit("Sources/Notes.swift", "NotesV1.self, NotesV2.self]", "NotesV2.self]")
        #expect(try repository.codes("--base", "main").contains("PF0104 error"))
        // The history knows it, too.
        let tagged = try Self.repository()
        try tagged.git("tag", "v1.0", "main~1")
        let history = try Report(tagged.run("history", "--format", "json")).json
        let shapes = try #require(history["shapes"] as? [[String: Any]])
        #expect(
            shapes.contains { $0["version"] as? String == "1.0.0" && $0["isRetired"] as? Bool == true }, "\(shapes)")
        #expect(shapes.allSatisfy { $0["version"] as? String == "1.0.0" || $0["isRetired"] as? Bool == false })
        // Undone, nothing is left to report.
        let undone = try Self.repository()
        #expect(try undone.run("retire", "--undo").status == 0)
        #expect(try undone.codes("--base", "main") == [])
    }

    @Test func lintComparesTheValueWithTheFixture() throws {
        for (old, new) in [("hashes: [", "hashes: [\"00\", "), ("\"1.0.0\"", "\"1.1.0\"")] {
            let repository = try Self.repository()
            try repository.folder.edit("Sources/Notes.swift", old, new)
            let lint = try repository.run("lint", "--format", "json")
            #expect(try Report(lint).findings.contains { $0["code"] as? String == "PF0126" }, "\(new): \(lint)")
        }
    }
}
