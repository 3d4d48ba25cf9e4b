import Foundation
import Permafrost
import PermafrostTesting
import SwiftData
import XCTest

/// The programs of Strata's page in an `XCTestCase`.
final class StrataCaseTests: XCTestCase {
    func testARenameKeepsTheText() async throws {
        let store = try fixture(schema: GardenV2.self) { context in
            context.insert(PlantV2(id: "p1", name: "Fern", notes: "Water on Monday", planted: .now))
        }

        let container = try migrate(store, to: GardenV3.self, plan: GardenPlan.plan).container

        let plants = try ModelContext(container).fetch(FetchDescriptor<PlantV3>())
        XCTAssertEqual(plants.first?.journal, "Water on Monday")
        XCTAssertEqual(plants.first?.gardener?.name, "Unknown")
    }

    func testABackfillReplacesTheDefault() async throws {
        let planted = Date(timeIntervalSince1970: 1_700_000_000)
        let store = try fixture(schema: GardenV3.self) { context in
            let gardener = GardenV3.Gardener(id: "g1", name: "Ada")
            context.insert(PlantV3(id: "p1", name: "Fern", journal: "", planted: planted, gardener: gardener))
        }

        let container = try migrate(store, to: GardenV4.self, plan: GardenPlan.plan).container
        let plant = try XCTUnwrap(ModelContext(container).fetch(FetchDescriptor<PlantV4>()).first)
        XCTAssertEqual(plant.watered, planted)
    }

    func testTheCompleteChain() async throws {
        let store = try fixture(schema: GardenV1.self) { context in
            context.insert(GardenV1.Plant(id: "p1", name: "Tree fern", notes: "Shade", planted: .now))
        }
        let container = try migrate(store, to: GardenV4.self, plan: GardenPlan.plan).container
        let plants = try ModelContext(container).fetch(FetchDescriptor<PlantV4>())
        XCTAssertEqual(plants.count, 1)
        XCTAssertEqual(plants.first?.journal, "Shade")
        XCTAssertEqual(plants.first?.slug, "tree-fern-p1")
    }

    func testTheSnapshotOfTheCompleteChain() async throws {
        let planted = Date(timeIntervalSince1970: 1_700_000_000)
        let store = try fixture(schema: GardenV3.self) { context in
            let gardener = GardenV3.Gardener(id: "g1", name: "Ada")
            context.insert(PlantV3(id: "p1", name: "Fern", journal: "Shade", planted: planted, gardener: gardener))
        }
        assertMigrationSnapshot(
            try migrate(store, to: GardenV4.self, plan: GardenPlan.plan), matches: "v3_to_v4.json")
    }

    func testManyRowsAndTheirDuration() async throws {
        let store = try seed(schema: GardenV3.self, count: 6_000) { index, context in
            PlantV3(
                id: "p\(index)", name: "Plant \(index)", journal: "", planted: .now,
                gardener: GardenV3.Gardener(id: "g\(index)", name: "Ada"))
        }
        let migration = try migrate(store, to: GardenV4.self, plan: GardenPlan.plan)
        XCTAssertGreaterThan(migration.duration, .zero)
        XCTAssertEqual(try ModelContext(migration.container).fetchCount(FetchDescriptor<PlantV4>()), 6_000)
    }

    func testTheFormsOfTheGuide() throws {
        let store = try fixture(schema: GardenV1.self) { context in
            context.insert(GardenV1.Plant(id: "p1", name: "Fern", notes: "Shade", planted: .now))
        }
        assertDataPreserved(
            try migrate(store, to: GardenV2.self, plan: GardenPlan.plan))
        assertDataPreserved(try migrate(store, to: GardenV2.self))
        assertDataPreserved(try migrate(store, through: [GardenV2.self], plan: nil))
    }
}
