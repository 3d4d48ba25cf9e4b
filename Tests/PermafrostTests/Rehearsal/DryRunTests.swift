import Foundation
import PermafrostFixtures
import PermafrostStore
import PermafrostTestSupport
import SwiftData
import Testing

@testable import Permafrost
@testable import PostsExample

@Suite struct DryRunTests {
    private struct Refusal: Error {}

    private func dryRun(
        _ version: any VersionedSchema.Type, _ plan: MigrationPlan, _ store: URL, expecting: [ExpectedChange] = [],
        progress: @escaping MigrationProgressHandler = { _ in }
    ) throws -> DryRunReport {
        try SafeModelContainer.dryRun(
            for: version, plan: plan, storeURL: store, expecting: expecting, progress: progress)
    }

    @Test(arguments: FrozenStore.all)
    func anExampleIsRehearsedAndUnchanged(_ example: FrozenStore) throws {
        let (folder, store) = try example.copy()
        defer { withExtendedLifetime(folder) {} }
        let before = try FolderState(folder.url)
        let last = try #require(example.plan.schemas.last)
        let report = try dryRun(last, MigrationPlan(example.plan), store)
        #expect(try FolderState(folder.url) == before)
        #expect(report.passed, "\(report)")
        #expect(report.from == example.version.versionIdentifier)
        #expect(report.steps.first?.from == example.version.versionIdentifier)
        #expect(report.steps.last?.to == last.versionIdentifier)
        #expect(report.rows.contains { ($0.before ?? 0) > 0 && ($0.after ?? 0) > 0 })
        #expect(report.bytesBefore > 0 && report.bytesAfter > 0)
        let preservation = try #require(report.preservation)
        #expect(preservation.rows > 0)
        if example.isLightweight { #expect(preservation.passed, "\(preservation)") }
        for version in example.plan.schemas where version.versionIdentifier > example.version.versionIdentifier {
            #expect(try dryRun(version, MigrationPlan(example.plan), store).passed)
        }
    }

    /// A rehearsal without SwiftData, as in the command-line tool, has the same result as SwiftData's migration.
    @Test(arguments: FrozenStore.all.filter(\.isLightweight))
    func inferenceFromModelsAgreesWithAContainer(_ example: FrozenStore) throws {
        let (folder, store) = try example.copy()
        defer { withExtendedLifetime(folder) {} }
        let last = try #require(example.plan.schemas.last)
        let other = try ScratchStore(of: store, in: folder.url.appending(path: "other")).url
        let source = try StoreReader(path: store.path).model()
        try ModelMigration(path: other.path).run(from: source, to: try LiveVersion.of(last).model)
        try ProgressiveTests.jump(store, MigrationPlan(example.plan))
        let report = try PreservationCheck(comparing: store.path, with: other.path, subject: "both ways").run()
        #expect(report.passed, "\(report)")
        #expect(report.rows > 0)
        #expect(
            try StoreReader(path: store.path).statements().inQueryOrder()
                == StoreReader(path: other.path).statements().inQueryOrder())
    }

    @Test func stepsRowsAssertionsAndLossesAreReported() throws {
        let store = try PlanStore()
        try Photos.fill(store)
        let plan = Photos.plan(
            before: { _ in throw Refusal() }, after: { _ in throw Refusal() })
        let before = try FolderState(store.folder)
        let report = try dryRun(PhotosV3.self, plan, store.url)
        #expect(try FolderState(store.folder) == before)
        #expect(report.passed, "\(report)")
        #expect(report.steps.map(\.kind) == [.lightweight, .custom])
        #expect(report.steps.map(\.description) == ["1.0.0 → 2.0.0", "2.0.0 → 3.0.0"])
        #expect(report.rows == [DryRunReport.Rows(entity: "Photo", before: 2, after: 2, changed: 2)])
        #expect(report.assertions.map(\.name) == ["Assert.noNulls Photo.slug", "Assert.unique Photo.slug"])
        #expect(report.assertions.allSatisfy { $0.outcome == .passed && $0.stage == "2.0.0 → 3.0.0" })
        // Large values count.
        #expect(report.bytesBefore > Photos.image.count)
        let differences = try #require(report.preservation).differences
        #expect(differences.contains { $0.kind == .removal && $0.path == "Photo.note" })
        // A value that the plan's own operation fills isn't a difference.
        #expect(!differences.contains { $0.path == "Photo.slug" })
        let declared = try dryRun(
            PhotosV3.self, plan, store.url,
            expecting: [.removed("Photo.note", because: "unused"), .added("Photo.slug", because: "made of the name")])
        #expect(declared.preservation?.passed == true, "\(declared)")
        let part = try dryRun(PhotosV2.self, plan, store.url)
        #expect(part.steps.map(\.description) == ["1.0.0 → 2.0.0"])
        #expect(part.preservation?.passed == true, "\(part)")
        #expect("\(report)".contains("holds: Assert.unique Photo.slug"))
    }

    /// A loss that the plan declares is accepted. Any other loss, and a declaration that isn't true, is a difference.
    @Test func declaredLossesAreAccepted() throws {
        let store = try PlanStore()
        try Photos.fill(store)
        func differences(_ drop: Drop) throws -> [String] {
            let plan = MigrationPlan(schemas: [PhotosV1.self, PhotosV2.self, PhotosV3.self]) {
                Stage(from: PhotosV1.self, to: PhotosV2.self)
                Stage(from: PhotosV2.self, to: PhotosV3.self) { drop }
            }
            let report = try dryRun(PhotosV3.self, plan, store.url)
            #expect(report.steps.map(\.kind) == [.lightweight, .lightweight])
            return try #require(report.preservation, "\(report)").differences.map { "\($0.kind) \($0.path)" }
        }
        #expect(try differences(Drop(\PhotosV2.Photo.note, because: "never shown")) == [])
        #expect(
            try differences(Drop(\PhotosV2.Photo.name, because: "never shown")) == [
                "untrueExpectation Photo.name", "removal Photo.note",
            ])
    }

    /// Only a value that the old version has, and that isn't the default, is lost.
    @Test func replacedValuesAreCounted() throws {
        let store = try PlanStore()
        try Photos.fill(store)
        let plan = MigrationPlan(schemas: [PhotosV1.self, PhotosV2.self, PhotosV3.self]) {
            Stage(from: PhotosV1.self, to: PhotosV2.self)
            Stage(from: PhotosV2.self, to: PhotosV3.self) {
                Backfill(\PhotosV3.Photo.name) { photo in photo.name + "!" }
                Backfill(\PhotosV3.Photo.caption) { _ in "new" }
                Backfill(\PhotosV3.Photo.slug) { photo in photo.name }
            }
        }
        let report = try dryRun(PhotosV3.self, plan, store.url)
        #expect(report.replacedValues == ["Photo.name": 2], "\(report)")
        #expect("\(report)".contains("  Photo.name: 2 values replaced"))
        #expect(try dryRun(PhotosV3.self, Photos.plan(), store.url).replacedValues == [:])
    }

    @Test func anAssertionThatDoesNotHoldIsPartOfTheReport() throws {
        let store = try PlanStore()
        try Photos.fill(store)
        let report = try dryRun(PhotosV3.self, Photos.plan(slug: { _ in "same" }), store.url)
        #expect(!report.passed)
        #expect(report.error?.stage == "2.0.0 → 3.0.0")
        #expect(report.error?.operation == "Assert.unique Photo.slug")
        let last = try #require(report.assertions.last)
        guard case .failed = last.outcome else {
            Issue.record("\(report)")
            return
        }
        #expect(report.assertions.first?.outcome == .undecided)
        #expect(report.preservation == nil)
        #expect(report.rows == [DryRunReport.Rows(entity: "Photo", before: 2, after: nil, changed: 2)])
    }

    @Test func aFailureIsPartOfTheReport() throws {
        let store = try PlanStore()
        try Photos.fill(store)
        let before = try FolderState(store.folder)
        let report = try dryRun(PhotosV3.self, Photos.plan(slug: { _ in throw Refusal() }), store.url)
        #expect(report.error?.cause == .stage(.operationFailed))
        #expect(report.error?.underlying is Refusal)
        #expect(report.error?.storeURL == store.url)
        #expect(report.assertions.allSatisfy { $0.outcome == .undecided })
        #expect(try FolderState(store.folder) == before)
    }

    @Test func aStoreOfNoVersionIsPartOfTheReport() throws {
        let store = try PlanStore()
        try Photos.fill(store)
        let report = try dryRun(PostsSchemaV4.self, MigrationPlan(PostsMigrationPlan.self), store.url)
        #expect(report.from == nil)
        guard case .version(.foreign(let entities))? = report.error?.cause else {
            Issue.record("\(report)")
            return
        }
        #expect(entities == ["Photo"])
        let backward = try PlanStore()
        try backward.fill(PhotosV3.self) { _ in }
        #expect(
            try dryRun(PhotosV1.self, Photos.plan(), backward.url).error?.cause
                == .version(.newer(store: "3.0.0", wanted: "1.0.0")))
    }

    @Test func aFileThatIsNotAStoreThrows() throws {
        let folder = try ScratchFolder()
        func cause(_ path: String) -> MigrationError.Cause? {
            do {
                _ = try dryRun(PhotosV3.self, Photos.plan(), folder.url.appending(path: path))
                return nil
            } catch { return (error as? MigrationError)?.cause }
        }
        guard case .store(.unreadable) = cause("absent.store") else {
            Issue.record("an absent store was rehearsed")
            return
        }
        #expect(cause("") == .store(.notAFile))
        try folder.write("no database", to: "text.store")
        #expect(cause("text.store") == .store(.notAStore))
    }
}
