import Foundation
import Observation
import PermafrostTesting
import SwiftData
import Testing

@Observable final class PlantList: CapturableObservable {
    struct Snapshot: Sendable {
        var plantCount: Int
        var names: [String]
        var isLoading: Bool
    }

    private var plants: [PlantV4] = []

    func reload(context: ModelContext) throws { plants = try context.fetch(FetchDescriptor<PlantV4>()) }

    func capture() -> Snapshot {
        Snapshot(plantCount: plants.count, names: plants.map(\.name).sorted(), isLoading: false)
    }
}

/// An object on the main actor. In Swift 6, its conformance is on the main actor, too.
@MainActor @Observable final class PlantScreen: @MainActor CapturableObservable {
    var names: [String] = []

    func capture() -> [String: Int] { ["plantCount": names.count] }
}

/// The observable objects of Strata's page.
@Suite struct StrataObservationTests {
    @Test func theStateAfterAMigrationIsCompared() async throws {
        let store = try seed(schema: GardenV1.self, count: 3) { index, _ in
            GardenV1.Plant(id: "p\(index)", name: "Plant \(index)", notes: "", planted: .now)
        }
        let list = PlantList()
        #expect(list.capture().plantCount == 0)
        let container = try await migrate(store: store, to: GardenV4.self, plan: GardenPlan.plan)
        let context = ModelContext(container)
        try list.reload(context: context)
        #expect(list.capture().plantCount == 3)

        assertObservableState(of: list, matches: ["plantCount": "3", "isLoading": "false"])
        let differences = try verifyObservableState(of: list, matches: ["plantCount": 3], comparingAll: true)
        #expect(differences.map(\.property) == ["isLoading", "names"])
        #expect(try captureProperties(of: list).values["plantCount"] == "3")
    }

    @Test @MainActor func anObjectOnTheMainActorIsCaptured() throws {
        let screen = PlantScreen()
        screen.names = ["Fern", "Moss"]
        #expect(screen.capture() == ["plantCount": 2])
        assertObservableState(of: screen, matches: ["plantCount": "2"])
    }
}
