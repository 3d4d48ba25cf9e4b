import Foundation
import Permafrost
import PermafrostTesting
import SwiftData
import Testing

/// The safe container of Strata's page, with its hooks and its errors.
@Suite struct StrataSafetyTests {
    private struct Refusal: Error {}

    /// The lines that hooks write.
    private final class Log: @unchecked Sendable {
        private let lock = NSLock()
        private var content: [String] = []

        var lines: [String] { lock.withLock { content } }

        func add(_ line: String) { lock.withLock { content.append(line) } }
    }

    private static func store() throws -> Fixture {
        try seed(schema: GardenV1.self, count: 2) { index, _ in
            GardenV1.Plant(id: "p\(index)", name: "Plant \(index)", notes: "", planted: .now)
        }
    }

    @Test(arguments: [MigrationSafety.none, .backupOnly, .backupAndRollback])
    func aStoreIsBackedUp(safety: MigrationSafety) async throws {
        let store = try Self.store()
        let container = try await SafeModelContainer.make(
            for: GardenV4.self, plan: GardenPlan.plan, storeURL: store.url, safety: safety)
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<PlantV4>()) == 2)
        #expect(try SafeModelContainer.backups(of: store.url).count == (safety == .none ? 0 : 1))
    }

    @Test func hooksReceiveTheVersions() async throws {
        let store = try Self.store()
        let log = Log()
        let before: MigrationHook = { context in log.add("from \(context.sourceVersion)") }
        let after: MigrationHook = { context in log.add("to \(context.destinationVersion)") }
        let plan = MigrationPlan(
            schemas: [GardenV1.self, GardenV2.self], preMigration: before, postMigration: after
        ) {
            Stage(from: GardenV1.self, to: GardenV2.self)
        }
        _ = try await SafeModelContainer.make(
            for: GardenV2.self, plan: plan, storeURL: store.url, safety: .backupAndRollback)
        #expect(log.lines == ["from 1.0.0", "to 2.0.0"])
    }

    @Test func aFailureContainsItsCauseAndTheBackup() async throws {
        let store = try Self.store()
        let plan = MigrationPlan(schemas: [GardenV1.self, GardenV2.self]) {
            Stage(from: GardenV1.self, to: GardenV2.self) { CustomOperation("refuse") { _ in throw Refusal() } }
        }
        do {
            _ = try await SafeModelContainer.make(
                for: GardenV2.self, plan: plan, storeURL: store.url,
                safety: .backupAndRollback)
            Issue.record("The operation should fail the migration.")
        } catch {
            #expect(error.underlying is Refusal)
            #expect(error.backup != nil)
            #expect(error.operation == "refuse")
        }
    }

    /// CloudKit doesn't support unique attributes, so SwiftData rejects the garden.
    @Test func aSyncedStoreMustFitCloudKit() async throws {
        let store = try Self.store()
        await #expect(throws: MigrationError.self) {
            try await SafeModelContainer.make(
                for: GardenV4.self, plan: GardenPlan.plan, storeURL: store.url,
                cloudKitDatabase: .private("iCloud.garden"))
        }
    }
}
