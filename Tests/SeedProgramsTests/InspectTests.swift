import Foundation
import Permafrost
import PermafrostFreezeRay
import PermafrostInspect
import PermafrostTestSupport
import PermafrostTesting
import SwiftData
import Testing

@Suite struct InspectTests {
    private func store(_ count: Int) throws -> Fixture {
        try seed(schema: GardenV3.self, count: count) { index, _ in
            PlantV3(id: "p\(index)", name: "Plant \(index)", journal: "", planted: Date(timeIntervalSince1970: 0))
        }
    }

    @Test func aStoreShowsItsContent() throws {
        let fixture = try store(3)
        let store = try InspectedStore(at: fixture.url)
        #expect(store.versionIdentifiers == ["3.0.0"])
        #expect(store.entities.map(\.name).sorted() == ["Gardener", "Plant"])
        #expect(store.entities.first { $0.name == "Plant" }?.rowCount == 3)
        #expect(store.entities.allSatisfy { $0.versionHash != nil })
        #expect(store.tables.contains { $0.name == "ZPLANT" && $0.columns.contains("ZJOURNAL") })
        #expect(!store.isIncomplete && !store.isModelDerived)
        let rows = try store.rows(of: "Plant", limit: 2)
        #expect(rows.count == 2)
        #expect(rows.first?["name"] == "Plant 0")
        #expect(rows.first?["planted"] == "1970-01-01T00:00:00Z")
        #expect(throws: InspectionError.self) { try store.rows(of: "Tree", limit: 1) }
    }

    @Test func aStoreIsComparedWithAFrozenModel() throws {
        let fixture = try store(1)
        let store = try InspectedStore(at: fixture.url)
        for version in [GardenV3.self, GardenV4.self] as [any VersionedSchema.Type] {
            let model = try InspectedModel(frozenJSON: SchemaJSON.render(version))
            let name = "\(version.versionIdentifier)"
            #expect(model.version == name && model.entities.contains("Plant"))
            #expect(store.differences(from: model).isEmpty == (name == "3.0.0"), "\(store.differences(from: model))")
        }
        #expect(throws: InspectionError.self) { try InspectedModel(frozenJSON: Data("[]".utf8)) }
        #expect(throws: InspectionError.self) { try InspectedStore(at: URL(fileURLWithPath: "/none")) }
    }

    /// The JSON of live types is that of a fixture.
    @Test func aFixtureHasTheSameJSON() throws {
        let folder = try ScratchFolder()
        let fixture = try PantryV1.freeze(into: folder.url)
        let file = fixture.appendingPathComponent("schema-1_0_0.json")
        #expect(try Data(contentsOf: file) == SchemaJSON.render(PantryV1.self))
    }

    @Test func twoStoresAreCompared() throws {
        let (first, second) = (try store(1), try store(2))
        let comparison = StoreComparison(
            from: try InspectedStore(at: first.url), to: try InspectedStore(at: second.url))
        #expect(comparison.changes.isEmpty && comparison.schemaObjects.isEmpty && !comparison.isEmpty)
        #expect(comparison.rowCounts.contains { $0.table == "ZPLANT" && $0.old == 1 && $0.new == 2 })
    }
}
