import Foundation
import Permafrost
import PermafrostTesting
import SwiftData
import Testing

/// The operations of Strata's page, as functions in Swift Testing.
@Suite struct StrataOperationTests {
    struct Snapshot: Codable, Sendable {
        var id: String
        var name: String
        var gardener: String?
    }

    /// A snapshot that can't be encoded.
    struct MemorySnapshot: Sendable {
        var id: String
        var makeName: @Sendable () -> String
    }

    private func plan(@OperationBuilder _ operations: () -> [any MigrationOperation]) -> MigrationPlan {
        let stage = Stage(from: GardenV2.self, to: GardenV3.self, operations)
        return MigrationPlan(schemas: [GardenV2.self, GardenV3.self]) { stage }
    }

    private func store(plants: Int) throws -> Fixture {
        try seed(schema: GardenV2.self, count: plants) { index, context in
            PlantV2(
                id: "p\(index)", name: "Plant \(index)", notes: "note", planted: .now,
                gardenerName: index % 2 == 0 ? "Ada" : nil)
        }
    }

    @Test func aLoneClosureRunsAfterTheMigration() async throws {
        let plan = plan {
            CustomOperation("name the plants anew") { context in
                for plant in try context.fetch(FetchDescriptor<PlantV3>()) { plant.name = "new" }
            }
        }
        let container = try migrate(store(plants: 2), to: GardenV3.self, plan: plan).container
        let names = try ModelContext(container).fetch(FetchDescriptor<PlantV3>()).map(\.name)
        #expect(names == ["new", "new"])
    }

    @Test func aLoneHookOfAPlanIsThePostHook() {
        enum Declared: SchemaMigrationPlan {
            static var schemas: [any VersionedSchema.Type] { [GardenV1.self] }
            static var stages: [MigrationStage] { [] }
        }
        let plan = MigrationPlan(Declared.self) { _ in }
        #expect(plan.preMigration == nil && plan.postMigration != nil)
    }

    @Test func aBackfillReplacesValues() async throws {
        let plan = plan { Backfill(\PlantV3.name) { $0.name.uppercased() } }
        let container = try migrate(store(plants: 1), to: GardenV3.self, plan: plan).container
        #expect(try ModelContext(container).fetch(FetchDescriptor<PlantV3>()).map(\.name) == ["PLANT 0"])
        #expect(plan.validate().contains { $0.kind == .replacedValues }, "\(plan.validate())")
    }

    @Test func aBackfillThatDoesNotOverwriteKeepsValues() async throws {
        let plan = plan { Backfill(\PlantV3.name, overwrite: false) { $0.name.uppercased() } }
        let container = try migrate(store(plants: 1), to: GardenV3.self, plan: plan).container
        #expect(try ModelContext(container).fetch(FetchDescriptor<PlantV3>()).map(\.name) == ["Plant 0"])
        #expect(!plan.validate().contains { $0.kind == .replacedValues })
    }

    @Test(arguments: [3, 1_200])
    func aTransformRebuildsTheRowsOfOneModel(plants: Int) async throws {
        let plan = plan {
            Transform(
                from: PlantV2.self, to: PlantV3.self,
                capture: { old in Snapshot(id: old.id, name: old.name, gardener: old.gardenerName) },
                build: { context, snapshot in
                    let plant = PlantV3(id: snapshot.id, name: snapshot.name, journal: "rebuilt", planted: .now)
                    context.insert(plant)
                    if let name = snapshot.gardener {
                        plant.gardener = GardenV3.Gardener(id: "g-" + snapshot.id, name: name)
                    }
                })
        }
        let container = try migrate(store(plants: plants), to: GardenV3.self, plan: plan).container
        let rows = try ModelContext(container).fetch(FetchDescriptor<PlantV3>())
        #expect(rows.count == plants)
        #expect(Set(rows.map(\.id)).count == plants)
        #expect(rows.allSatisfy { $0.journal == "rebuilt" })
        #expect(rows.count { $0.gardener != nil } == (plants + 1) / 2)
    }

    @Test func aTransformBuildsRowsOfAnotherModel() async throws {
        let plan = plan {
            Transform(
                from: PlantV2.self, to: GardenV3.Gardener.self, capture: { $0.gardenerName.map { [$0] } },
                build: { context, names in GardenV3.Gardener(id: UUID().uuidString, name: names[0]) })
        }
        let container = try migrate(store(plants: 4), to: GardenV3.self, plan: plan).container
        let context = ModelContext(container)
        #expect(try context.fetchCount(FetchDescriptor<PlantV3>()) == 4)
        #expect(try context.fetch(FetchDescriptor<GardenV3.Gardener>()).map(\.name) == ["Ada", "Ada"])
    }

    @Test func aSnapshotInMemoryIsReported() async throws {
        let plan = plan {
            Transform(
                from: PlantV2.self, to: PlantV3.self,
                capture: { old in
                    let name = old.name
                    return MemorySnapshot(id: old.id, makeName: { name + "!" })
                },
                build: { context, snapshot in
                    PlantV3(id: snapshot.id, name: snapshot.makeName(), journal: "", planted: .now)
                })
        }
        let container = try migrate(store(plants: 2), to: GardenV3.self, plan: plan).container
        let names = try ModelContext(container).fetch(FetchDescriptor<PlantV3>()).map(\.name)
        #expect(names.sorted() == ["Plant 0!", "Plant 1!"])
        #expect(plan.validate().contains { $0.kind == .snapshotsInMemory }, "\(plan.validate())")
    }

    @Test func twoRowsWithOneUniqueValueFailTheMigration() async throws {
        let plan = plan {
            Transform(
                from: PlantV2.self, to: PlantV3.self, capture: { old in old.name },
                build: { context, name in PlantV3(id: "same", name: name, journal: "", planted: .now) })
        }
        let store = try store(plants: 2)
        let error = #expect(throws: MigrationTestError.self) {
            try migrate(store, to: GardenV3.self, plan: plan).container
        }
        let text = "one built row was merged into another row, because both rows have the same unique value."
        #expect(error.map { "\($0)".contains(text) } == true, "\(String(describing: error))")
    }

    @Test func codeRunsBeforeAndAfterTheMigration() async throws {
        let plan = plan {
            CustomOperation(
                "mark the plants",
                willMigrate: { context in
                    for plant in try context.fetch(FetchDescriptor<PlantV2>()) { plant.name += " before" }
                },
                didMigrate: { context in
                    for plant in try context.fetch(FetchDescriptor<PlantV3>()) { plant.name += " after" }
                })
        }
        let container = try migrate(store(plants: 1), to: GardenV3.self, plan: plan).container
        #expect(try ModelContext(container).fetch(FetchDescriptor<PlantV3>()).map(\.name) == ["Plant 0 before after"])
    }

    @Test func everyRowIsDeleted() async throws {
        let plan = plan { DeleteAll(PlantV2.self) }
        let container = try migrate(store(plants: 3), to: GardenV3.self, plan: plan).container
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<PlantV3>()) == 0)
    }

    @Test func rowsAreDeletedByAClosure() async throws {
        let plan = plan { DeleteWhere(PlantV3.self) { $0.name.hasSuffix("0") } }
        let container = try migrate(store(plants: 11), to: GardenV3.self, plan: plan).container
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<PlantV3>()) == 9)
    }

    /// The store keeps every row if the closure fails in a late batch.
    @Test func aClosureThatFailsDeletesNothing() async throws {
        struct Failure: Error {}
        let plan = plan {
            DeleteWhere(PlantV3.self) { plant in
                if plant.name == "Plant 6000" { throw Failure() }
                return true
            }
        }
        let fixture = try store(plants: 6_001)
        let error = await #expect(throws: MigrationError.self) {
            try await SafeModelContainer.make(
                for: GardenV3.self, plan: plan, storeURL: fixture.url,
                safety: .backupAndRollback)
        }
        #expect(error?.underlying is Failure && error?.isRolledBack == true, "\(String(describing: error))")
        #expect(error?.operation?.contains("Plant") == true, "\(String(describing: error))")
        let schema = Schema(versionedSchema: GardenV2.self)
        let container = try ModelContainer(
            for: schema, configurations: ModelConfiguration(schema: schema, url: fixture.url))
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<PlantV2>()) == 6_001)
    }

    @Test func aDryRunSucceedsOrFails() throws {
        let store = try store(plants: 1)
        let passing = plan { Assert.count(of: PlantV3.self) { $0 == 1 } }
        let failing = plan { Assert.count(of: PlantV3.self) { $0 == 2 } }
        let report = try SafeModelContainer.dryRun(for: GardenV3.self, plan: passing, storeURL: store.url)
        #expect(report.passed)
        let failure = try SafeModelContainer.dryRun(for: GardenV3.self, plan: failing, storeURL: store.url)
        #expect(failure.error != nil && failure.assertions.count == 1)
    }

    @Test func aStoreIsOpenedSafely() async throws {
        let store = try seed(schema: GardenV1.self, count: 1) { _, _ in
            GardenV1.Plant(id: "p1", name: "Fern", notes: "", planted: .now)
        }
        let container = try await SafeModelContainer.make(
            for: GardenV4.self, plan: GardenPlan.plan, storeURL: store.url,
            safety: .backupAndRollback)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<PlantV4>()) == 1)
        #expect(try detectDrift(declared: GardenV4.self, at: store.url).passed)
    }

    @Test func aSchemaDifferenceIsRendered() throws {
        let diff = try SchemaDiff.diff(from: GardenV2.self, to: GardenV3.self)
        #expect(!diff.changes.isEmpty)
        #expect(diff.rendered().contains("journal"))
    }
}
