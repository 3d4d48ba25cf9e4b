import Foundation
import PermafrostTestSupport
import Testing

/// `permafrost history`: the sources of its data, shapes that are equal, and its advice.
@Suite struct HistoryTests {
    private static func git(_ arguments: [String], _ folder: ScratchFolder) throws {
        try GitTests.History.git(arguments, folder)
    }

    /// Commits everything except fixtures and the cache, and tags the commit. Creates the repository if there is none.
    private static func ship(_ tag: String, _ folder: ScratchFolder) throws {
        try git(["init", "--quiet"], folder)
        try folder.write(".cache\nFixtures\n", to: ".gitignore")
        try git(["add", "--all"], folder)
        try git(["commit", "--quiet", "--no-gpg-sign", "--message", tag], folder)
        try git(["tag", "--no-sign", tag], folder)
    }

    private static let model = "App/Library.xcdatamodeld/Library.xcdatamodel/contents"
    private static let entity = """
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="Book" representedClassName="Book" syncable="YES">
                <attribute name="title" optional="YES" attributeType="String"/>
            </entity>
        </model>
        """
    private static let plainModel = """
        import SwiftData
        @Model final class Trip {
            var name: String
            init() {}
        }
        """

    private static func schema(_ number: Int, _ properties: String) -> String {
        """
        import SwiftData

        enum TripsSchemaV\(number): VersionedSchema {
            static let versionIdentifier = Schema.Version(\(number), 0, 0)
            static var models: [any PersistentModel.Type] { [Trip.self] }

            @Model final class Trip {
                \(properties)
                init() {}
            }
        }
        """
    }

    private static let plan = """
        import SwiftData

        enum TripsPlan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [TripsSchemaV1.self, TripsSchemaV2.self] }
            static var stages: [MigrationStage] {
                [.lightweight(fromVersion: TripsSchemaV1.self, toVersion: TripsSchemaV2.self)]
            }
        }
        """
    private static let first = "Sources/TripsSchemaV1.swift"

    /// Returns a project with a version that ships by itself as v1.0, and in a plan with a second version as v2.0.
    private static func trips() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(schema(1, "var name: String"), to: first)
        try ship("v1.0", folder)
        try folder.write(schema(2, "var name: String\nvar stars: Int = 0"), to: "Sources/TripsSchemaV2.swift")
        try folder.write(plan, to: "Sources/TripsPlan.swift")
        try ship("v2.0", folder)
        return folder
    }

    private static func shapes(_ result: CommandResult) throws -> [String] {
        try #require(Report(result).json["shapes"] as? [[String: Any]]).map { shape in
            let tags = shape["tags"] as? [String] ?? []
            return "\(shape["group"] ?? "") \(shape["version"] ?? "") \(tags.joined(separator: ","))"
        }
    }

    @Test(arguments: [
        ("Sources/App/Main.swift", "let x = 1\n"), ("Sources/App/Trip.swift", plainModel),
    ])
    func aProjectWithoutASchemaIsAnError(_ path: String, _ text: String) throws {
        let folder = try ScratchFolder()
        try folder.write(text, to: path)
        try Self.ship("v1.0", folder)
        let history = try Tool.run("history", in: folder)
        let list = try Tool.run("list", in: folder)
        #expect(history.status == 2, "\(history)")
        #expect(history.errors.contains("no VersionedSchema in"), "\(history)")
        #expect(history.errors == list.errors)
        #expect(history.output.isEmpty)
        let report = try Report(Tool.run("history", "--format", "json", in: folder))
        #expect(report.json["exitCode"] as? Int == 2)
    }

    @Test func missingSchemasAreReportedBeforeMissingTags() throws {
        let folder = try ScratchFolder()
        try Self.git(["init", "--quiet"], folder)
        try folder.write("let x = 1\n", to: Self.first)
        let nothing = try Tool.run("history", in: folder)
        #expect(nothing.status == 2 && nothing.errors.contains("no VersionedSchema in"), "\(nothing)")
        try folder.write(Self.schema(1, "var name: String"), to: Self.first)
        let declared = try Tool.run("history", in: folder)
        #expect(declared.status == 2 && declared.errors.contains("has no tags. Tag the commits"), "\(declared)")
    }

    @Test func schemasThatOnlyATagDeclaresAreListed() throws {
        let folder = try ScratchFolder()
        try folder.write(Self.schema(1, "var name: String"), to: Self.first)
        try Self.ship("v1.0", folder)
        try folder.write("let x = 1\n", to: Self.first)
        let result = try Tool.run("history", in: folder)
        #expect(result.status == 1, "\(result)")
        #expect(result.output.contains("TripsSchemaV1 1.0.0 as shipped in v1.0"), "\(result)")
    }

    @Test(arguments: [[], ["--plan", "TripsPlan"], ["--schema", "TripsSchemaV1"]])
    func aShapeIsListedOnceBeforeAndAfterItsPlanExists(_ options: [String]) throws {
        let folder = try Self.trips()
        let result = try Tool.run(["history", "--format", "json"] + options, in: folder.url, cache: folder)
        #expect(result.status == 0, "\(result)")
        #expect(try Self.shapes(result) == ["TripsPlan 1.0.0 v1.0,v2.0", "TripsPlan 2.0.0 v2.0"])
        // The first version is no longer declared. Its group is the one at the last tag.
        try FileManager.default.removeItem(atPath: folder.path("Sources"))
        let gone = try Tool.run("history", "--format", "json", in: folder)
        #expect(gone.status == 1, "\(gone)")
        #expect(try Self.shapes(gone) == ["TripsPlan 1.0.0 v1.0,v2.0", "TripsPlan 2.0.0 v2.0"])
    }

    @Test func theAdviceCanBeFollowed() throws {
        func fixes(_ folder: ScratchFolder) throws -> [String] {
            let result = try Tool.run("history", "--format", "json", in: folder)
            #expect(result.status == 1, "\(result)")
            return try Report(result).findings.compactMap { $0["fix"] as? String }
        }
        let folder = try Self.trips()
        try folder.edit(Self.first, "name: String", "name: String?")
        #expect(
            try fixes(folder) == [
                "Revert TripsSchemaV1 to v2.0 and make the change in a new version, and freeze 1.0.0 as it shipped: "
                    + "permafrost freeze 1.0.0 --at v2.0"
            ])
        let freeze = try Tool.run("freeze", "1.0.0", "--at", "v2.0", in: folder)
        #expect(freeze.status == 0, "\(freeze)")
        let restore = "Revert TripsSchemaV1 to v2.0 and make the change in a new version"
        #expect(try fixes(folder) == [restore])
        // A third shape with the same version: its fixture would need the location of the first shape's fixture.
        try Self.ship("v2.1", folder)
        try folder.edit(Self.first, "name: String?", "name: String?\nvar days: Int = 1")
        #expect(
            try fixes(folder) == [
                restore,
                "Declare the schema at v2.1 as a separate version, add this version to the plan, and freeze it. "
                    + "The 1.0.0 fixture has a different schema, so 1.0.0 can't be the frozen version's name",
            ])
        try FileManager.default.removeItem(atPath: folder.path(Self.first))
        try folder.edit("Sources/TripsPlan.swift", "TripsSchemaV1.self, TripsSchemaV2.self", "TripsSchemaV2.self")
        try folder.edit(
            "Sources/TripsPlan.swift", "[.lightweight(fromVersion: TripsSchemaV1.self, toVersion: TripsSchemaV2.self)]",
            "[]")
        #expect(
            try fixes(folder).first
                == "Restore TripsSchemaV1 from v2.0. Keep every shipped version declared and in the plan")
    }

    @Test func modelsThatWereFrozenAgainAreNotAFinding() throws {
        let folder = try ScratchFolder()
        let models = ["--models", "Trip"]
        func history(_ options: String...) throws -> CommandResult {
            try Tool.run(["history"] + models + options, in: folder.url, cache: folder)
        }
        try folder.write(Self.plainModel, to: "App/Trip.swift")
        try Self.ship("v1", folder)
        #expect(try Tool.run(["freeze", "1.0.0"] + models, in: folder.url, cache: folder).status == 0)
        try folder.edit("App/Trip.swift", "name: String", "name: String\nvar stars: Int = 0")
        try Self.ship("v2", folder)
        let early = try history()
        #expect(early.status == 1, "\(early)")
        #expect(
            early.output.contains("Run permafrost adopt --models Trip to freeze and declare every schema"), "\(early)")
        #expect(try Tool.run(["freeze", "1.1.0"] + models, in: folder.url, cache: folder).status == 0)
        let later = try history()
        #expect(later.status == 0, "\(later)")
        #expect(later.output.contains("frozen in 1.0.0, superseded"), "\(later)")
        #expect(later.output.contains("2 tags, 2 shipped schemas, all declared"), "\(later)")
        let shapes = try #require(try Report(history("--format", "json")).json["shapes"] as? [[String: Any]])
        #expect(shapes.map { $0["fixture"] as? String } == ["1.0.0", "1.1.0"])
        #expect(shapes.map { $0["isSuperseded"] as? Bool } == [true, false])
        // A version that shipped unfrozen is still a finding.
        try FileManager.default.removeItem(atPath: folder.path("Fixtures/1.0.0"))
        let unfrozen = try history()
        #expect(unfrozen.status == 1, "\(unfrozen)")
        #expect(
            unfrozen.output.contains(
                "freeze each of them, this one with: permafrost freeze 0.1.0 --at v1 --models Trip"),
            "\(unfrozen)")
        #expect(try Tool.run(["freeze", "1.0.0", "--at", "v1"] + models, in: folder.url, cache: folder).status == 0)
        #expect(try history().status == 0)
    }

    @Test func adviceForACoreDataModelNeedsNoPlan() throws {
        let folder = try ScratchFolder()
        let option = "--model=App/Library.xcdatamodeld"
        try folder.write(Self.entity, to: Self.model)
        try Self.ship("v1.0", folder)
        try folder.edit(Self.model, "\"String\"", "\"Date\"")
        let result = try Tool.run("history", option, in: folder)
        #expect(result.status == 1, "\(result)")
        #expect(
            result.output.contains(
                "Add the schema of v1.0 as a model version of its own in Xcode"), "\(result)")
        #expect(!result.output.contains("the plan"), "\(result)")
    }
}
