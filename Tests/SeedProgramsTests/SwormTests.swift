import Foundation
import Permafrost
import PermafrostTesting
import SwiftData
import Testing

/// The progressive migration of Sworm's page, with a SwiftData plan instead of compiled Core Data models.
@Suite struct SwormTests {
    /// The last step that a migration reports.
    private final class LastStep: @unchecked Sendable {
        private let lock = NSLock()
        private var content = ""

        var text: String { lock.withLock { content } }

        func report(_ progress: MigrationProgress) {
            guard progress.step > 0 else { return }
            lock.withLock { content = "\(progress.step) of \(progress.stepCount)" }
        }
    }

    @Test func aStoreIsMigratedStepByStep() throws {
        let store = try seed(schema: GardenV1.self, count: 2) { index, _ in
            GardenV1.Plant(id: "p\(index)", name: "Plant \(index)", notes: "", planted: .now)
        }
        let migration = ProgressiveMigration(store: store.url, plan: GardenPlan.plan)
        #expect(try migration.stepCount == 3)
        let last = LastStep()
        try migration.perform(progress: { last.report($0) })
        #expect(last.text == "3 of 3")
        guard case .current(let version) = migration.currentVersion else {
            Issue.record("\(migration.currentVersion)")
            return
        }
        #expect(version == GardenV4.versionIdentifier)
        #expect(try migration.stepCount == 0)
    }

    @Test func anAbsentStoreHasNoSteps() throws {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let migration = ProgressiveMigration(store: url, plan: GardenPlan.plan)
        guard case .absent = migration.currentVersion else {
            Issue.record("\(migration.currentVersion)")
            return
        }
        #expect(try migration.stepCount == 0)
        try migration.perform()
        #expect(!FileManager.default.fileExists(atPath: url.path))
    }
}
