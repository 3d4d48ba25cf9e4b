import Foundation
import PermafrostStore
import Testing

@testable import SwiftData

/// Several containers that share one file, as several processes would.
@Suite struct ConcurrentSaveTests {
    @Test func concurrentSavesLoseNothing() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swiftdata-" + UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("shared.store")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for writer in 0..<4 {
                group.addTask {
                    let container = try ModelContainer(for: Parent.self, configurations: ModelConfiguration(url: url))
                    let context = ModelContext(container)
                    for number in 0..<25 {
                        // Two writers save each name: one inserts the row, the other changes it.
                        let parent = Parent(name: "\(writer / 2) \(number)")
                        parent.children = [Child(name: "\(writer)")]
                        context.insert(parent)
                        try context.save()
                    }
                }
            }
            try await group.waitForAll()
        }
        let reader = try StoreReader(path: url.path)
        #expect(try reader.rows("SELECT COUNT(*) FROM ZPARENT") == [[.integer(50)]])
        #expect(try reader.rows("SELECT COUNT(*) FROM ZCHILD") == [[.integer(100)]])
        #expect(try reader.rows("SELECT COUNT(*) FROM ATRANSACTION") == [[.integer(100)]])
        #expect(try reader.rows("SELECT COUNT(*) - MAX(Z_PK) FROM ACHANGE") == [[.integer(0)]])
        #expect(try reader.rows("PRAGMA integrity_check") == [[.text("ok")]])
        #expect(try reader.primaryKeys().first { $0.name == "Child" }?.highestKey == 100)
    }

    /// Several containers migrate one store at once, as several processes would. One migrates it; the others find it
    /// migrated.
    @Test func concurrentContainersMigrateAStoreOnce() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("swiftdata-" + UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appendingPathComponent("shared.store")
        do {
            let context = ModelContext(
                try ModelContainer(
                    for: Schema(versionedSchema: Staged.V1.self), configurations: ModelConfiguration(url: url)))
            for number in 0..<200 { context.insert(Staged.V1.Item(name: "\(number)")) }
            try context.save()
        }
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    let container = try ModelContainer(
                        for: Schema(versionedSchema: Staged.V3.self), migrationPlan: Staged.Good.self,
                        configurations: ModelConfiguration(url: url))
                    return try ModelContext(container).fetch(FetchDescriptor<Staged.V3.Item>()).map(\.length).reduce(
                        0, +)
                }
            }
            for try await length in group { #expect(length == 10 + 90 * 2 + 100 * 3) }
        }
    }
}
