import Foundation
import Permafrost
import SwiftData

typealias PlantV2 = GardenV2.Plant
typealias PlantV3 = GardenV3.Plant
typealias PlantV4 = GardenV4.Plant

func slugify(_ text: String) -> String { text.lowercased().replacingOccurrences(of: " ", with: "-") }

enum GardenPlan {
    static let plan = MigrationPlan(schemas: [GardenV1.self, GardenV2.self, GardenV3.self, GardenV4.self]) {
        Stage(from: GardenV1.self, to: GardenV2.self)

        Stage(from: GardenV2.self, to: GardenV3.self) {
            Rename(\PlantV2.notes, to: \PlantV3.journal)

            CustomOperation("give every plant a gardener") { context in
                for plant in try context.fetch(FetchDescriptor<PlantV3>()) where plant.gardener == nil {
                    let gardener = GardenV3.Gardener(id: UUID().uuidString, name: "Unknown")
                    context.insert(gardener)
                    plant.gardener = gardener
                }
            }
        }

        Stage(from: GardenV3.self, to: GardenV4.self) {
            Backfill(\PlantV4.watered) { $0.planted }
            Backfill(\PlantV4.slug) { slugify($0.name) + "-" + $0.id.prefix(6) }
            Assert.noNulls(\PlantV4.slug)
            Assert.unique(\PlantV4.slug)
            Assert.count(of: PlantV4.self) { $0 > 0 }
            Assert.custom("every plant has a gardener") { context in
                try context.fetch(FetchDescriptor<PlantV4>()).allSatisfy { $0.gardener != nil }
            }
        }
    }
}
