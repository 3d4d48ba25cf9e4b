import Foundation
import PermafrostTestSupport
import Testing

/// Fixtures of the first releases, from the command line: reported in every format, and frozen again.
@Suite struct FormerMappingTests {
    /// A copy of a project whose fixtures the first releases froze; `DiarySchemaV1` was mapped rightly.
    private static func project() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        let source = SourceTree.root.appending(path: "Tests/PermafrostProjectTests/FormerFixtures")
        for name in ["Sources", "Fixtures"] {
            try FileManager.default.copyItem(at: source.appending(path: name), to: folder.url.appending(path: name))
        }
        return folder
    }

    @Test(arguments: [
        ("text", "[PF0116]"), ("github", "title=permafrost PF0116::"), ("sarif", "\"PF0116\""), ("junit", "PF0116"),
        ("xcode", "[PF0116]"), ("json", "\"code\": \"PF0116\""),
    ])
    func everyFormatNamesIt(_ format: String, _ words: String) throws {
        let check = try Tool.run("check", "--format", format, in: Self.project())
        #expect(check.status == 1, "\(check)")
        #expect(check.output.contains(words), "\(check)")
        #expect(!check.output.contains("[PF0101]"))
        #expect(check.output.contains("Book.shelf, Shelf.books"))
    }

    @Test func theJSONHasTheProperties() throws {
        let report = try Report(Tool.run("check", "--format", "json", in: Self.project()))
        #expect(report.findings.count == 4)
        let canvas = report.findings.first { $0["schema"] as? String == "CanvasSchemaV1" }
        #expect(canvas?["formerMapping"] as? [String] == ["Drawing.style", "Drawing.tints", "Drawing.width"])
        #expect(report.versions.count { $0["status"] as? String == "formerMapping" } == 4)
    }

    @Test func theyAreFrozenAgainOnce() throws {
        let folder = try Self.project()
        let diary = try folder.files(below: "Fixtures/DiarySchema")
        let list = try Tool.run("list", in: folder)
        #expect(list.status == 0)
        #expect(list.output.contains("frozen by a former mapping"))

        let remapped = try Tool.run("freeze", "--all", "--remap", in: folder)
        #expect(remapped.status == 0, "\(remapped)")
        let lines = remapped.output.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.allSatisfy { $0.hasPrefix("remapped ") })
        #expect(remapped.errors.contains("Museum.rooms, Room.museum"))

        let check = try Tool.run("check", in: folder)
        #expect(check.status == 0, "\(check)")
        #expect(check.output.contains("5 versions: 5 unchanged"))
        let files = try folder.files(below: "Fixtures")
        let again = try Tool.run("freeze", "--all", "--remap", in: folder)
        #expect(again.status == 0)
        #expect(again.output == "Nothing to freeze again: no fixture is of a former mapping.\n")
        #expect(try folder.files(below: "Fixtures") == files)
        #expect(try folder.files(below: "Fixtures/DiarySchema") == diary)
    }

    @Test func aPlanAloneIsFrozenAgain() throws {
        let folder = try Self.project()
        let report = try Report(
            Tool.run(
                "freeze", "--all", "--remap", "--plan", "LibraryPlan", "--rows", "5", "--format", "json", in: folder))
        #expect(report.versions.map { $0["version"] as? String } == ["1.0.0", "2.0.0"])
        #expect(report.versions.allSatisfy { $0["status"] as? String == "remapped" })
        #expect(report.versions.allSatisfy { $0["formerMapping"] as? [String] == ["Book.shelf", "Shelf.books"] })
        #expect(try Report(Tool.run("check", "--format", "json", in: folder)).findings.count == 2)
        let inspect = try Tool.run(
            "inspect", "Fixtures/LibraryPlan/1.0.0/App-1_0_0.sqlite", "--format", "json", in: folder)
        #expect(inspect.output.contains("\"name\": \"Book\", \"number\": 1, \"rows\": 5"), "\(inspect)")
    }

    @Test func freezingOneNamesForce() throws {
        let folder = try Self.project()
        let refused = try Tool.run("freeze", "1.0.0", "--plan", "MuseumSchema", in: folder)
        #expect(refused.status == 2)
        #expect(refused.errors.contains("whose mapping was wrong for Curator.loans"))
        #expect(refused.errors.contains("nothing in the declaration has changed"))
        #expect(refused.errors.contains("--force"))
        #expect(try Tool.run("freeze", "1.0.0", "--plan", "MuseumSchema", "--force", in: folder).status == 0)
        #expect(try Report(Tool.run("check", "--format", "json", in: folder)).findings.count == 3)
    }

    @Test func anEditedOneIsNotFrozenAgainAndTheOthersAre() throws {
        let folder = try Self.project()
        try folder.edit("Sources/Museum.swift", "var price: Int = 0", "var price: Int? = 0")
        let remapped = try Tool.run("freeze", "--all", "--remap", in: folder)
        #expect(remapped.status == 2, "\(remapped)")
        #expect(remapped.output.split(separator: "\n").count == 3)
        #expect(remapped.errors.contains("its declaration has changed since"))
        let check = try Report(Tool.run("check", "--format", "json", in: folder))
        #expect(check.findings.compactMap { $0["code"] as? String }.sorted() == ["PF0101", "PF0116"])
    }

    @Test func withoutFixturesThereIsNothingToFreezeAgain() throws {
        let folder = try Self.project()
        try FileManager.default.removeItem(at: folder.url.appending(path: "Fixtures"))
        let remapped = try Tool.run("freeze", "--all", "--remap", in: folder)
        #expect(remapped.status == 2)
        #expect(remapped.errors.contains("Fixtures"))
        #expect(!FileManager.default.fileExists(atPath: folder.path("Fixtures")))
    }

    /// A project that the first releases froze as it was: its fixture names no mapping. It is committed.
    private static func frozenBefore(_ source: String) throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(source, to: "App.swift")
        guard try Tool.run("freeze", "1.0.0", in: folder).status == 0 else { throw CocoaError(.fileWriteUnknown) }
        let (model, checksums) = ("Fixtures/1.0.0/schema-1_0_0.json", "Fixtures/1.0.0/schema-1_0_0.sha256")
        let recorded = try sum(of: model, in: folder)
        try folder.edit(model, "  \"mapping\": 2,\n", "")
        try folder.edit(checksums, recorded, sum(of: model, in: folder))
        try commit("1.0.0", in: folder)
        return folder
    }

    private static func sum(of file: String, in folder: ScratchFolder) throws -> String {
        let result = try CommandResult.running(["sha256sum", file], in: folder.url)
        return String(result.output.prefix(64))
    }

    private static func commit(_ message: String, in folder: ScratchFolder) throws {
        try folder.write(".cache\n", to: ".gitignore")
        for arguments in [
            ["init", "--quiet"], ["add", "--all"], ["commit", "--quiet", "--no-gpg-sign", "--message", message],
        ] {
            try GitTests.History.git(arguments, folder)
        }
    }

    private static let named = """
        import SwiftData
        enum AppV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [User.self, Pet.self] }
            @Model final class User { @Relationship(inverse: \\Pet.owner) var pets: [Pet] = []; init() {} }
            @Model final class Pet { var owner: User?; init() {} }
        }
        """

    /// The first releases inferred the inverse that the declaration names no more. Git has the sources that were frozen.
    @Test func anInverseThatWasTakenOutIsDriftIfGitKnowsIt() throws {
        let folder = try Self.frozenBefore(Self.named)
        #expect(try Tool.run("check", in: folder).status == 0)
        try folder.edit("App.swift", "(inverse: \\Pet.owner)", "")
        for isCommitted in [false, true] {
            if isCommitted { try Self.commit("edit", in: folder) }
            let check = try Tool.run("check", in: folder)
            #expect(check.status == 1)
            #expect(check.output.contains("PF0101"), "\(check)")
            #expect(!check.output.contains("PF0116"), "\(check)")
            let files = try folder.files(below: "Fixtures")
            let remapped = try Tool.run("freeze", "--all", "--remap", in: folder)
            #expect(remapped.output.hasPrefix("Nothing to freeze again"))
            #expect(try folder.files(below: "Fixtures") == files)
        }
    }

    @Test func withoutHistoryItIsSaidThatAnInverseMayHaveBeenTakenOut() throws {
        let folder = try Self.frozenBefore(Self.named)
        try folder.edit("App.swift", "(inverse: \\Pet.owner)", "")
        try FileManager.default.removeItem(at: folder.url.appending(path: ".git"))
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 1)
        #expect(check.output.contains("PF0116"), "\(check)")
        #expect(check.output.contains("only if an `inverse:` of these was taken out since the freeze"))
    }

    @Test func gitConfirmsWhatOnlyTheMappingChanged() throws {
        let folder = try Self.project()
        #expect(try Tool.run("check", in: folder).output.contains("taken out since the freeze"))
        try Self.commit("frozen", in: folder)
        let check = try Tool.run("check", in: folder)
        #expect(check.status == 1)
        #expect(check.output.contains("PF0116"))
        #expect(!check.output.contains("taken out since the freeze"), "\(check)")
    }

    @Test func historyKnowsTheFixtureForWhatItIs() throws {
        let folder = try Self.project()
        try Self.commit("v1", in: folder)
        try GitTests.History.git(["tag", "--no-sign", "v1"], folder)
        let history = try Tool.run("history", "--format", "json", in: folder)
        #expect(history.status == 0, "\(history)")
        let shapes = try #require(try Report(history).json["shapes"] as? [[String: Any]])
        #expect(shapes.count == 5)
        #expect(shapes.allSatisfy { $0["fixture"] is String }, "\(shapes)")
    }

    @Test func itsStoreIsOfTheFixture() throws {
        let folder = try Self.project()
        let drift = try Tool.run("drift", "Fixtures/CanvasSchema/1.0.0/App-1_0_0.sqlite", in: folder)
        #expect(drift.status == 1)
        #expect(drift.output.contains("of a former mapping"))
        #expect(drift.output.contains("permafrost freeze --all --remap"))
        #expect(!drift.output.contains("134504"))
    }
}
