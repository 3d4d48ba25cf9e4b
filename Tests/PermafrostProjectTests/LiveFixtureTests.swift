import PermafrostFixtures
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// Fixtures that were frozen from live types contain only information from a store, and only that is compared.
@Suite struct LiveFixtureTests {
    private static let sources = [
        "App.swift": """
        import SwiftData
        enum Mood: String, Codable { case calm, wild }
        enum AppSchemaV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Item.self] }
            @Model final class Item {
                var key: UUID = UUID()
                var mood: Mood = Mood.calm
                var links: [URL] = []
                var count: Int?
                init() {}
            }
        }
        """
    ]

    /// Freezes the declared version as a store records it.
    private func frozen() throws -> TestProject {
        let test = try TestProject(Self.sources)
        let project = try test.project()
        let schema = try #require(project.groups.first?.schemas.first)
        let model = try #require(try schema.model?.decoded()).archived
        let version = try VersionName("1.0.0")
        try Freezer(toolVersion: "1").freeze(
            FreezeRequest(
                version: version, group: project.groups[0].name, schema: schema.name, model: model,
                isStoreDerived: true,
                date: "2026-01-01T00:00:00Z"),
            as: FixtureFolder(version: version, tree: project.tree.directory, folder: "1.0.0"))
        return test
    }

    @Test func detailsThatAStoreDoesNotRecordAreNotDrift() throws {
        let check = try frozen().check()
        #expect(check.findings.map(\.what) == [])
    }

    @Test func anEditIsDrift() throws {
        let test = try frozen()
        try test.edit("App.swift", "var count: Int?", "var count: String?")
        let check = try test.check()
        #expect(check.findings.contains { $0.what.contains("Item.count") })
    }
}
