import Foundation
import PermafrostTestSupport
import Testing

/// A second plan in a project whose fixtures aren't grouped in folders. Committed fixtures stay, and moving them
/// requires an option.
@Suite struct SecondPlanTests {
    private static let second = """
        import SwiftData
        enum CacheV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Page.self] }
            @Model final class Page { var address: String = ""; init() {} }
        }
        enum CachePlan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [CacheV1.self] }
            static var stages: [MigrationStage] { [] }
        }
        """

    private static func project() throws -> ScratchFolder {
        let folder = try TypeNameTests.project()
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        try folder.write(second, to: "Sources/App/Cache.swift")
        return folder
    }

    private static func folders(_ project: ScratchFolder) throws -> [String] {
        try project.files().keys.filter { $0.hasPrefix("Fixtures/") && $0.hasSuffix(".json") }
            .map { String($0.dropFirst("Fixtures/".count)) }.sorted()
    }

    @Test func aSecondPlanLeavesExistingFixturesInPlace() throws {
        let folder = try Self.project()
        let before = try folder.files().filter { $0.key.hasPrefix("Fixtures/") }
        let freeze = try Tool.run("freeze", "--all", in: folder)
        #expect(freeze.status == 0, "\(freeze)")
        #expect(try folder.files().filter { before[$0.key] != nil } == before)
        #expect(
            try Self.folders(folder)
                == ["1.0.0/schema-1_0_0.json", "2.0.0/schema-2_0_0.json", "CachePlan/1.0.0/schema-1_0_0.json"])
        let check = try Tool.run("check", "--require-frozen", in: folder)
        #expect(check.status == 0, "\(check)")
    }

    @Test func regroupMovesFixturesAndReportsEachMove() throws {
        let folder = try Self.project()
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        let move = try Tool.run("freeze", "--regroup", in: folder)
        #expect(move.status == 0, "\(move)")
        for line in ["moved    1.0.0 → AppPlan/1.0.0", "moved    2.0.0 → AppPlan/2.0.0"] {
            #expect(move.output.contains(line), "\(move)")
        }
        #expect(move.errors.contains("Fixture(\"1.0.0\", group: \"AppPlan\")"), "\(move)")
        #expect(
            try Self.folders(folder) == [
                "AppPlan/1.0.0/schema-1_0_0.json", "AppPlan/2.0.0/schema-2_0_0.json",
                "CachePlan/1.0.0/schema-1_0_0.json",
            ])
        let check = try Tool.run("check", "--require-frozen", in: folder)
        #expect(check.status == 0, "\(check)")
        let again = try Tool.run("freeze", "--regroup", "--format", "json", in: folder)
        #expect(again.status == 0)
        #expect(try Report(again).json["moved"] as? [String] == [], "\(again)")
    }

    @Test(arguments: [["--all"], ["--force"], ["1.0.0"], ["--rows", "2"]]) func regroupRejectsOtherArguments(
        _ arguments: [String]
    ) throws {
        let folder = try Self.project()
        let result = try Tool.run(["freeze", "--regroup"] + arguments, in: folder.url, cache: folder)
        #expect(result.status == 2, "\(result)")
        #expect(try Self.folders(folder) == ["1.0.0/schema-1_0_0.json", "2.0.0/schema-2_0_0.json"])
    }

    /// The fixture doesn't match the copy in the other module, although only the copy still has its hashes.
    @Test func aPlanOfTheSameNameInAnotherModuleLeavesTheFixtureWithoutAnOwner() throws {
        let gate = try GateRepository()
        try gate.folder.write(
            """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "Notes", platforms: [.macOS(.v14)], targets: [.target(name: "Notes"), .target(name: "Server")])
            """, to: "Package.swift")
        let source = try #require(GateRepository.sources()["Sources/Notes.swift"])
        try gate.move("Sources/Notes.swift", to: "Sources/Notes/Notes.swift")
        try gate.commit()
        try gate.git("tag", "v1.0")
        try gate.folder.write(source, to: "Sources/Server/Notes.swift")
        try gate.editVersion()
        try gate.remove("Sources/Notes/Notes.swift")
        try gate.move("Sources/Notes.swift", to: "Sources/Notes/Notes.swift")
        let unowned = try gate.run("check", "--base", "v1.0")
        #expect(unowned.status == 2, "\(unowned)")
        #expect(unowned.output.contains("mv Fixtures/1.0.0 Fixtures/Notes_NotesPlan"), "\(unowned)")
        #expect(!unowned.output.contains("PF0104"), "\(unowned)")
    }

    /// A folder that is in the way isn't replaced, and the fixture isn't moved.
    @Test func regroupDoesNotOverwrite() throws {
        let folder = try Self.project()
        try folder.write("", to: "Fixtures/AppPlan/1.0.0/mine.txt")
        let result = try Tool.run("freeze", "--regroup", in: folder)
        #expect(result.status == 2, "\(result)")
        #expect(try Self.folders(folder) == ["1.0.0/schema-1_0_0.json", "2.0.0/schema-2_0_0.json"])
    }

    @Test func aTreeWithOneGroupIsNotMoved() throws {
        let folder = try TypeNameTests.project()
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        let result = try Tool.run("freeze", "--regroup", in: folder)
        #expect(result.status == 0 && result.output.contains("Nothing to move"), "\(result)")
    }
}
