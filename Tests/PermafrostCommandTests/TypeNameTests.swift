import Foundation
import PermafrostTestSupport
import Testing

/// Every command that accepts a version also accepts the name of its type, which reports show.
@Suite struct TypeNameTests {
    static let source = """
        import SwiftData
        enum AppV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Note.self] }
            @Model final class Note { var title: String = ""; init() {} }
        }
        enum Shop {
            enum AppV2: VersionedSchema {
                static let versionIdentifier = Schema.Version(2, 0, 0)
                static var models: [any PersistentModel.Type] { [Note.self] }
                @Model final class Note { var title: String = ""; var stars: Int?; init() {} }
            }
        }
        enum AppPlan: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [AppV1.self, Shop.AppV2.self] }
            static var stages: [MigrationStage] { [.lightweight(fromVersion: AppV1.self, toVersion: Shop.AppV2.self)] }
        }
        """

    static func project() throws -> ScratchFolder {
        let folder = try ScratchFolder()
        try folder.write(source, to: "Sources/App/App.swift")
        return folder
    }

    static let store = "Fixtures/1.0.0/App-1_0_0.sqlite"

    @Test(arguments: [
        (["schema", "AppV1"], ["schema", "1.0.0"]),
        (["schema", "Shop.AppV2"], ["schema", "2.0.0"]),
        (["schema", "AppV2"], ["schema", "2.0.0"]),
        (["diff", "AppV1", "AppV2"], ["diff", "1.0.0", "2.0.0"]),
        (["diff", store, "AppV2"], ["diff", store, "2.0.0"]),
        (["migrate", store, "--to", "AppV2", "--dry-run"], ["migrate", store, "--to", "2.0.0", "--dry-run"]),
        (["freeze", "AppV1"], ["freeze", "1.0.0"]),
        (["freeze", "AppV2", "--force"], ["freeze", "2.0.0", "--force"]),
        (["check", "--schema", "AppV1"], ["check", "--schema", "AppV1"]),
    ])
    func aTypeNameSelectsItsVersion(_ named: [String], _ numbered: [String]) throws {
        let folder = try Self.project()
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        let byType = try Tool.run(named, in: folder.url, cache: folder)
        let byNumber = try Tool.run(numbered, in: folder.url, cache: folder)
        #expect(byType.status == byNumber.status, "\(byType) \(byNumber)")
        func timeless(_ text: String) -> String { text.replacing(#/[0-9.]+ m?s\b/#, with: "TIME") }
        #expect(timeless(byType.output) == timeless(byNumber.output))
        #expect(timeless(byType.errors) == timeless(byNumber.errors))
    }

    /// The name of a deleted type still selects its fixture.
    @Test func aRemovedType() throws {
        let folder = try Self.project()
        #expect(try Tool.run("freeze", "--all", in: folder).status == 0)
        try folder.edit("Sources/App/App.swift", "[AppV1.self, Shop.AppV2.self]", "[Shop.AppV2.self]")
        let source = try String(contentsOf: folder.url.appending(path: "Sources/App/App.swift"), encoding: .utf8)
        let start = try #require(source.range(of: "enum AppV1"))
        let end = try #require(source.range(of: "enum Shop"))
        try folder.write(
            source.replacingCharacters(in: start.lowerBound..<end.lowerBound, with: ""), to: "Sources/App/App.swift")
        let result = try Tool.run("diff", "AppV1", "AppV2", in: folder)
        #expect(result.status == 1, "\(result)")
        #expect(result.output.contains("Note.stars"), "\(result)")
    }

    /// The fixture's folder is named after the version.
    @Test func theFixtureIsNamedAfterTheVersion() throws {
        let folder = try Self.project()
        #expect(try Tool.run("freeze", "AppV2", in: folder).status == 0)
        #expect(FileManager.default.fileExists(atPath: folder.path("Fixtures/2.0.0/App-2_0_0.sqlite")))
        #expect(try Tool.run("freeze", "AppV3", in: folder).status == 2)
    }
}
