import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import Testing

@testable import PermafrostProject

/// A declaration whose inverses Apple's frameworks infer differently is recognized by the hashes of both.
@Suite struct FrameworkVariantTests {
    private static let sources = [
        "App.swift": """
        import SwiftData
        enum AppSchemaV1: VersionedSchema {
            static let versionIdentifier = Schema.Version(1, 0, 0)
            static var models: [any PersistentModel.Type] { [Rubric.self, Heading.self] }
            @Model final class Rubric {
                var name: String
                @Relationship(deleteRule: .cascade) var headings: [Heading] = []
            }
            @Model final class Heading {
                var title: String
                var rubric: Rubric?
            }
        }
        """
    ]

    private func declared(_ test: TestProject) throws -> SchemaModel {
        try #require(try test.project().groups.first?.schemas.first?.model?.decoded())
    }

    /// Returns the path of a store as written by frameworks up to version 1419.
    private func olderStore(_ test: TestProject) throws -> String {
        let model = try declared(test)
        let variant = try #require(model.frameworkVariants.first)
        let path = test.folder.path("Older.store")
        try StoreWriter(model: model.model(of: variant), seed: [1], rowsPerEntity: 3).write(to: path)
        return path
    }

    @Test func aFixtureKeepsTheVariant() throws {
        let test = try TestProject(Self.sources)
        try test.freeze()
        let model = try declared(test)
        let fixture = try #require(try test.project().tree.contents().fixtures.first)
        let frozen = FrozenVersion(fixture)
        #expect(frozen.damage == [])
        #expect(frozen.model == model)
        #expect(frozen.model?.frameworkVariants.map(\.framework) == [.upTo1419])
        let check = try test.check()
        #expect(check.findings.isEmpty)
        #expect(check.versions.map(\.status) == [.unchanged])
        #expect(check.versions.map(\.hashConfidence) == [.assumed])
        let store = try StoreReader(path: fixture.path(of: fixture.files.store)).metadata()
        #expect(store.versionHashes == model.versionHashes)
    }

    @Test func anInvalidVariantIsDamage() throws {
        let test = try TestProject(Self.sources)
        try test.freeze()
        let path = "Fixtures/1.0.0/schema-1_0_0.json"
        try test.edit(path, "\"Heading.rubric\"", "\"Heading.label\"")
        let check = try test.check()
        let texts = check.findings.map(\.what)
        #expect(texts.contains { $0.contains("modelFrameworkVariants.1419.inverses.Heading.label") }, "\(texts)")
    }

    @Test func driftIdentifiesAStoreOfEitherFramework() throws {
        let test = try TestProject(Self.sources)
        let path = try olderStore(test)
        let drift = try StoreIdentification(
            try StoreInspection(StoreReader(path: path)), with: try VersionCatalog(try test.project()))
        #expect(drift.isRecognised)
        #expect(drift.matches.map(\.variant?.framework) == [.upTo1419])
        #expect(drift.matches.first?.differences == .models([]))
        // Any other edit is still drift.
        try test.edit("App.swift", "var title: String", "var title: Int")
        let other = try StoreIdentification(
            try StoreInspection(StoreReader(path: path)), with: try VersionCatalog(try test.project()))
        #expect(!other.isRecognised)
    }

    @Test func aFixtureOfTheFrameworkItselfMayBeOfEither() throws {
        let test = try TestProject(Self.sources)
        let path = try olderStore(test)
        let fixture = "FreezeRay/Fixtures/1.0.0"
        try test.folder.write("{\"entities\": []}", to: "\(fixture)/schema-1_0_0.json")
        try test.folder.write("\(try StoreReader(path: path).ddlChecksum())\n", to: "\(fixture)/schema-1_0_0.sha256")
        try FileManager.default.moveItem(atPath: path, toPath: test.folder.path("\(fixture)/App-1_0_0.sqlite"))
        let check = try test.check()
        #expect(check.findings.filter { $0.severity == .error }.map(\.what) == [])
        #expect(check.versions.map(\.framework) == [.upTo1419])
        #expect(check.versions.map(\.status) == [.unchanged])
    }

    @Test func aRouteStartsFromAStoreOfEitherFramework() throws {
        let test = try TestProject(Self.sources)
        let drift = try StoreIdentification(
            try StoreInspection(StoreReader(path: try olderStore(test))), with: try VersionCatalog(try test.project()))
        let route = try RouteSearch(drift, to: "1.0.0", in: try test.project(), isStepwise: false).route()
        #expect(route.isAtDestination)
    }
}
