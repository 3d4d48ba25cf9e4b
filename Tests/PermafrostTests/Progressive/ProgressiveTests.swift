import Foundation
import PermafrostModel
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost
@testable import PostsExample

@Suite struct ProgressiveTests {
    private struct Refusal: Error {}

    /// Opens a store as an app of the plan's last version does.
    static func jump(_ store: URL, _ plan: MigrationPlan) throws {
        let last = try #require(plan.schemas.last)
        let schema = Schema(versionedSchema: last)
        let container = try PlanContainer.open(
            schema: schema, plan: plan,
            configurations: [ModelConfiguration(schema: schema, url: store, cloudKitDatabase: .none)])
        withExtendedLifetime(container) {}
    }

    private static func hashes(_ store: URL) throws -> [String: [UInt8]] {
        try StoreReader(path: store.path).metadata().versionHashes
    }

    // MARK: Content

    @Test(arguments: FrozenStore.all)
    func directAndStepwiseMigrationsEndInEqualContent(_ example: FrozenStore) throws {
        let (folder, stepwise) = try example.copy()
        let (other, jumped) = try example.copy()
        defer { withExtendedLifetime((folder, other)) {} }
        let migration = ProgressiveMigration(store: stepwise, plan: example.plan)
        let steps = try migration.steps
        #expect(steps.first?.from == example.version.versionIdentifier)
        try migration.perform()
        guard case .current(let version) = migration.currentVersion else {
            Issue.record("\(migration.currentVersion)")
            return
        }
        #expect(version == example.plan.schemas.last?.versionIdentifier)
        #expect(try migration.stepCount == 0)
        try Self.jump(jumped, MigrationPlan(example.plan))
        let report = try PreservationCheck(comparing: jumped.path, with: stepwise.path, subject: "steps").run()
        #expect(report.passed, "\(report)")
        #expect(report.rows > 0)
        let left = try FolderState(folder.url).names.filter { $0.contains("migrating") || $0.hasSuffix("-wal") }
        #expect(left.isEmpty)
        // A second migration does nothing.
        let done = try FolderState(folder.url)
        try migration.perform()
        #expect(try FolderState(folder.url) == done)
    }

    @Test func rowsInTheWALAndLargeValuesAreMigrated() throws {
        let store = try PlanStore()
        let schema = Schema(versionedSchema: PhotosV1.self)
        var container: ModelContainer? = try ModelContainer(for: schema, configurations: store.configuration(schema))
        var context: ModelContext? = container.map { ModelContext($0) }
        context?.insert(PhotosV1.Photo(name: "A", image: Photos.image))
        try context?.save()
        // While the container exists, the rows are only in the -wal. A copy of the files is a store that was left in
        // that state.
        let left = store.folder.appendingPathComponent("left/App.store")
        try FileManager.default.createDirectory(
            at: left.deletingLastPathComponent(), withIntermediateDirectories: true)
        for name in ["App.store", "App.store-wal", ".App_SUPPORT"] {
            try FileManager.default.copyItem(
                at: store.folder.appendingPathComponent(name),
                to: left.deletingLastPathComponent().appendingPathComponent(name))
        }
        #expect(FileManager.default.fileExists(atPath: left.path + "-wal"))
        (context, container) = (nil, nil)
        try ProgressiveMigration(store: left, plan: Photos.plan()).perform()
        let last = Schema(versionedSchema: PhotosV3.self)
        let migrated = ModelContext(
            try ModelContainer(
                for: last, configurations: ModelConfiguration(schema: last, url: left, cloudKitDatabase: .none)))
        let photos = try migrated.fetch(FetchDescriptor<PhotosV3.Photo>())
        #expect(photos.map(\.image) == [Photos.image])
        #expect(photos.map(\.slug) == ["a"])
        #expect(photos.map(\.caption) == ["none"])
    }

    // MARK: Inspection

    @Test func theCurrentVersionIsReported() throws {
        let store = try PlanStore()
        let migration = ProgressiveMigration(store: store.url, plan: Photos.plan())
        guard case .absent = migration.currentVersion else {
            Issue.record("\(migration.currentVersion)")
            return
        }
        #expect(try migration.steps.isEmpty)
        try migration.perform()
        #expect(!FileManager.default.fileExists(atPath: store.url.path))
        try Photos.fill(store)
        guard case .at(let version) = migration.currentVersion else {
            Issue.record("\(migration.currentVersion)")
            return
        }
        #expect(version == Schema.Version(1, 0, 0))
        #expect(try migration.steps.map(\.kind) == [.lightweight, .custom])
        #expect(try migration.stepCount == 2)
        let first = ProgressiveMigration(store: store.url, plan: Photos.plan(), to: PhotosV1.self)
        guard case .current = first.currentVersion else {
            Issue.record("\(first.currentVersion)")
            return
        }
        let foreign = ProgressiveMigration(store: store.url, plan: PostsMigrationPlan.self)
        guard case .unknown(nearest: nil) = foreign.currentVersion else {
            Issue.record("\(foreign.currentVersion)")
            return
        }
        #expect(throws: MigrationError.self) { try foreign.perform() }
        try Data("no database".utf8).write(to: store.folder.appendingPathComponent("text.store"))
        let text = ProgressiveMigration(store: store.folder.appendingPathComponent("text.store"), plan: Photos.plan())
        guard case .unreadable(let error) = text.currentVersion else {
            Issue.record("\(text.currentVersion)")
            return
        }
        #expect(error.cause == .store(.notAStore))
    }

    // MARK: Progress

    private final class Reports: Sendable {
        private let all = Locked<[MigrationProgress]>([])
        var values: [MigrationProgress] { all.withLock { $0 } }
        func add(_ progress: MigrationProgress) { all.withLock { $0.append(progress) } }
    }

    /// A process may end after it puts the copy in place and before it removes what is left.
    @Test func leftoversNextToACurrentStoreAreRemoved() throws {
        let store = try PlanStore()
        try Photos.fill(store)
        let migration = ProgressiveMigration(store: store.url, plan: Photos.plan())
        try migration.perform()
        let left = SafetyFolder(store: store.url).folder("migrating")
        try FileManager.default.createDirectory(atPath: left + "/.App_SUPPORT", withIntermediateDirectories: true)
        try migration.perform()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: store.folder.path).sorted() == [
                ".App_SUPPORT", "App.store",
            ])
    }

    @Test func stepPhaseAndRowsAreReported() throws {
        let store = try PlanStore()
        try Photos.fill(store)
        let reports = Reports()
        let observed = Progress(totalUnitCount: 0)
        try ProgressiveMigration(store: store.url, plan: Photos.plan()).perform(observedBy: observed) {
            reports.add($0)
        }
        let told = reports.values
        #expect(told.first?.phase == .preflight)
        #expect(told.last?.phase == .finished)
        #expect(Set(told.map(\.stepCount)) == [2])
        #expect(told.map(\.step) == told.map(\.step).sorted())
        #expect(told.contains { $0.step == 1 && $0.phase == .migration && $0.to == Schema.Version(2, 0, 0) })
        #expect(told.contains { $0.step == 2 && $0.phase == .operations && $0.rows == 2 })
        #expect(told.contains { $0.step == 2 && $0.phase == .assertions })
        #expect(observed.isFinished)
        #expect(observed.totalUnitCount == 3 && observed.completedUnitCount == 3)
    }

    @Test(arguments: [1, 2])
    func cancellationBetweenStepsLeavesTheStoreUnchanged(_ step: Int) throws {
        let store = try PlanStore()
        try Photos.fill(store)
        let before = try FolderState(store.folder)
        let observed = Progress(totalUnitCount: 0)
        let migration = ProgressiveMigration(store: store.url, plan: Photos.plan())
        let error = #expect(throws: MigrationError.self) {
            try migration.perform(observedBy: observed) { [watched = Watched(observed)] progress in
                if progress.step == step { watched.progress.cancel() }
            }
        }
        #expect(error?.cause == .cancelled)
        #expect(error?.isRolledBack == true)
        #expect(try FolderState(store.folder).names == before.names)
        #expect(try Self.hashes(store.url) == LiveVersion.of(PhotosV1.self).hashes)
        try migration.perform()
        #expect(try Self.hashes(store.url) == LiveVersion.of(PhotosV3.self).hashes)
    }

    private struct Watched: @unchecked Sendable {
        let progress: Progress
        init(_ progress: Progress) { self.progress = progress }
    }

    // MARK: Failure

    @Test func aStepThatFailsLeavesTheStore() throws {
        let store = try PlanStore()
        try Photos.fill(store)
        let bytes = try Data(contentsOf: store.url)
        let before = try FolderState(store.folder).names
        let migration = ProgressiveMigration(store: store.url, plan: Photos.plan(slug: { _ in throw Refusal() }))
        let error = #expect(throws: MigrationError.self) { try migration.perform() }
        #expect(error?.cause == .stage(.operationFailed))
        #expect(error?.stage == "2.0.0 → 3.0.0")
        #expect(error?.operation == "Backfill Photo.slug")
        #expect(error?.underlying is Refusal)
        #expect(try Data(contentsOf: store.url) == bytes)
        #expect(try FolderState(store.folder).names == before)
    }

    @Test func theHooksRunOnceAndCanEndTheMigration() throws {
        let store = try PlanStore()
        try Photos.fill(store)
        let calls = Locked<[String]>([])
        func hook(_ name: String, fails: Bool = false) -> MigrationHook {
            { context in
                calls.withLock {
                    $0.append(
                        "\(name) \(context.sourceVersion) \(context.destinationVersion) \(context.container != nil)")
                }
                if fails { throw Refusal() }
            }
        }
        for (plan, cause) in [
            (Photos.plan(before: hook("before", fails: true)), MigrationError.Cause.hook(.preMigrationFailed)),
            (Photos.plan(after: hook("after", fails: true)), .hook(.postMigrationFailed)),
        ] {
            let error = #expect(throws: MigrationError.self) {
                try ProgressiveMigration(store: store.url, plan: plan).perform()
            }
            #expect(error?.cause == cause)
            #expect(try Self.hashes(store.url) == LiveVersion.of(PhotosV1.self).hashes)
        }
        try ProgressiveMigration(store: store.url, plan: Photos.plan(before: hook("before"), after: hook("after")))
            .perform()
        #expect(
            calls.withLock { $0 } == [
                "before 1.0.0 3.0.0 false", "after 1.0.0 3.0.0 true", "before 1.0.0 3.0.0 false",
                "after 1.0.0 3.0.0 true",
            ])
    }

    @Test func anOpenStoreIsUnchanged() throws {
        let store = try PlanStore()
        try Photos.fill(store)
        let schema = Schema(versionedSchema: PhotosV1.self)
        let container = try ModelContainer(for: schema, configurations: store.configuration(schema))
        let context = ModelContext(container)
        let error = #expect(throws: MigrationError.self) {
            try ProgressiveMigration(store: store.url, plan: Photos.plan()).perform()
        }
        #expect(error?.cause == .busy(.inUse))
        #expect(try context.fetchCount(FetchDescriptor<PhotosV1.Photo>()) == 2)
    }

    // MARK: The end of the process

    /// An interruption that makes every file operation after a number of them fail, as if the process had ended.
    private final class Interruption: Sendable {
        private let rest: Locked<Int>
        init(after count: Int) { rest = Locked(count) }

        /// The number of operations that remain before the interruption; negative after it.
        var left: Int { rest.withLock { $0 } }

        private func pass() throws {
            try rest.withLock { rest in
                rest -= 1
                if rest < 0 { throw Refusal() }
            }
        }

        var files: FileSystem {
            var files = FileSystem()
            let real = FileSystem()
            files.makeFolder = { [self] in
                try pass()
                try real.makeFolder($0)
            }
            files.fill = { [self] in
                try pass()
                try real.fill($0, $1)
            }
            files.copy = { [self] in
                try pass()
                try real.copy($0, $1)
            }
            files.sync = { [self] in
                try pass()
                try real.sync($0)
            }
            files.rename = { [self] in
                try pass()
                try real.rename($0, $1)
            }
            files.remove = { [self] in
                try pass()
                try real.remove($0)
            }
            return files
        }
    }

    /// A migration whose hook after the migration adds a large value to the copy.
    private static func growing(_ store: URL, _ files: FileSystem = FileSystem()) -> ProgressiveMigration {
        let plan = Photos.plan(after: { context in
            guard let container = context.container else { return }
            try Self.addPhoto(container)
        })
        return ProgressiveMigration(store: store, plan: plan, to: PhotosV3.self, files: files)
    }

    @Test func anInterruptionAtAnyOperationLeavesOneCompleteStore() throws {
        let unlimited = Interruption(after: .max)
        let whole = try PlanStore()
        try Photos.fill(whole)
        try Self.growing(whole.url, unlimited.files).perform()
        let count = Int.max - unlimited.left
        #expect(count > 10)
        var outcomes: Set<Bool> = []
        for number in 0..<count {
            let store = try PlanStore()
            try Photos.fill(store)
            let interruption = Interruption(after: number)
            let failed = (try? Self.growing(store.url, interruption.files).perform()) == nil
            let hashes = try Self.hashes(store.url)
            let isNew = try hashes == LiveVersion.of(PhotosV3.self).hashes
            if !isNew { #expect(try hashes == LiveVersion.of(PhotosV1.self).hashes) }
            // Only the removal of what is left may fail silently.
            #expect(failed || isNew, "operation \(number)")
            outcomes.insert(isNew)
            let inspection = try StoreInspection(StoreReader(path: store.url.path))
            #expect(inspection.rowCounts["Photo"] == (isNew ? 3 : 2))
            // Whatever was left, the next migration starts again and finishes.
            try Self.growing(store.url).perform()
            let schema = Schema(versionedSchema: PhotosV3.self)
            let context = ModelContext(try ModelContainer(for: schema, configurations: store.configuration(schema)))
            let photos = try context.fetch(FetchDescriptor<PhotosV3.Photo>(sortBy: [SortDescriptor(\.name)]))
            #expect(photos.map(\.name) == ["A", "B", "C"], "operation \(number)")
            #expect(photos.first?.image == Photos.image)
            #expect(photos.last?.image == Data(Photos.image.reversed()), "operation \(number)")
        }
        #expect(outcomes == [true, false])
    }

    /// Adds a large value that the store doesn't have.
    private static func addPhoto(_ container: ModelContainer) throws {
        let context = ModelContext(container)
        let photo = PhotosV3.Photo(name: "C")
        photo.image = Data(Photos.image.reversed())
        context.insert(photo)
        try context.save()
    }
}
