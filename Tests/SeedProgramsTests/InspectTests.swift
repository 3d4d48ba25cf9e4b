import Foundation
import Permafrost
import PermafrostInspect
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
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try InspectedStore(at: fixture.url)
        for (name, version) in [("3.0.0", GardenV3.self), ("4.0.0", GardenV4.self)]
            as [(String, any VersionedSchema.Type)]
        {
            let frozen = try Self.frozen(version, name, in: folder)
            let model = try InspectedModel(frozenJSON: Data(contentsOf: frozen))
            #expect(model.version == name && model.entities.contains("Plant"))
            #expect(store.differences(from: model).isEmpty == (name == "3.0.0"), "\(store.differences(from: model))")
        }
        #expect(throws: InspectionError.self) { try InspectedModel(frozenJSON: Data("[]".utf8)) }
        #expect(throws: InspectionError.self) { try InspectedStore(at: folder.appendingPathComponent("none")) }
    }

    @Test func twoStoresAreCompared() throws {
        let (first, second) = (try store(1), try store(2))
        let comparison = StoreComparison(
            from: try InspectedStore(at: first.url), to: try InspectedStore(at: second.url))
        #expect(comparison.changes.isEmpty && comparison.schemaObjects.isEmpty && !comparison.isEmpty)
        #expect(comparison.rowCounts.contains { $0.table == "ZPLANT" && $0.old == 1 && $0.new == 2 })
    }

    private static func frozen(_ version: any VersionedSchema.Type, _ name: String, in folder: URL) throws -> URL {
        func freeze<S: VersionedSchema>(_ version: S.Type) throws -> URL {
            try FrozenGarden<S>.freeze(into: folder.appendingPathComponent(name))
        }
        let frozen = try freeze(version)
        let files = try FileManager.default.contentsOfDirectory(at: frozen, includingPropertiesForKeys: nil)
        return try #require(files.first { $0.lastPathComponent.hasPrefix("schema-") && $0.pathExtension == "json" })
    }
}

/// A version of the garden under the name of its identifier.
private enum FrozenGarden<S: VersionedSchema>: FreezableSchema {
    static var frozenVersion: String { "\(S.versionIdentifier)" }
    static var versionIdentifier: Schema.Version { S.versionIdentifier }
    static var models: [any PersistentModel.Type] { S.models }
}
