import Foundation
import Permafrost
import PermafrostModel
import PermafrostTestSupport
import PermafrostTesting
import SwiftData
import Testing

@testable import PostsExample

/// A short program for each task, as a developer who knows other migration libraries would write it.
@Suite struct ShortProgramTests {
    private func oldStore() throws -> (url: URL, folder: ScratchFolder) {
        let folder = try ScratchFolder()
        let url = folder.url.appending(path: "App.store")
        let schema = Schema(versionedSchema: PostsSchemaV1.self)
        let context = ModelContext(try ModelContainer(for: schema, configurations: ModelConfiguration(url: url)))
        context.insert(PostsSchemaV1.Post(title: "Hello", body: "World"))
        try context.save()
        return (url, folder)
    }

    @Test func plan() throws {
        let plan = MigrationPlan(schemas: [PostsSchemaV1.self, PostsSchemaV2.self]) {
            Stage(from: PostsSchemaV1.self, to: PostsSchemaV2.self)
        }
        #expect(plan.validate().allSatisfy { $0.severity != .error })
        #expect(MigrationReport.render(plan).contains("1.0.0"))
        let diff = try SchemaDiff.diff(from: PostsSchemaV1.self, to: PostsSchemaV2.self)
        #expect(MigrationReport.render(diff) == MigrationReport.render(diff, as: .text))
    }

    @Test func backup() async throws {
        let (url, _folder) = try oldStore()
        defer { withExtendedLifetime(_folder) {} }
        let steps = Locked<[MigrationProgress.Phase]>([])
        let container = try await SafeModelContainer.make(
            for: PostsSchemaV2.self, plan: PostsMigrationPlan.self, storeURL: url,
            options: .init { progress in steps.withLock { $0.append(progress.phase) } })
        #expect(try ModelContext(container).fetchCount(FetchDescriptor<PostsSchemaV2.Post>()) == 1)
        #expect(steps.withLock { $0 }.last == .finished)
        #expect(try SafeModelContainer.backups(of: url).count == 1)
    }

    @Test func dryRun() throws {
        let (url, _folder) = try oldStore()
        defer { withExtendedLifetime(_folder) {} }
        let report = try SafeModelContainer.dryRun(
            for: PostsSchemaV4.self, plan: PostsMigrationPlan.self, storeURL: url)
        #expect(report.succeeded, "\(report)")
    }

    @Test func hooks() throws {
        let (url, _folder) = try oldStore()
        defer { withExtendedLifetime(_folder) {} }
        let versions = Locked<[Schema.Version]>([])
        let plan = MigrationPlan(
            PostsMigrationPlan.self,
            preMigration: { context in versions.withLock { $0.append(context.sourceVersion) } },
            postMigration: { context in versions.withLock { $0.append(context.destinationVersion) } })
        _ = try SafeModelContainer.make(for: PostsSchemaV2.self, plan: plan, storeURL: url)
        #expect(versions.withLock { $0 } == [Schema.Version(1, 0, 0), Schema.Version(2, 0, 0)])
    }

    @Test func snapshot() throws {
        let old = try fixture(schema: PostsSchemaV1.self) { context in
            context.insert(
                PostsSchemaV1.Post(title: "Hello", body: "World", createdAt: Date(timeIntervalSince1970: 0)))
        }
        let result = try verifyMigrationSnapshot(
            of: old, through: [PostsSchemaV2.self], plan: PostsMigrationPlan.self, matches: "posts-2",
            excluding: ["Post.id"], record: .never, file: old.url.deletingLastPathComponent().path + "/Tests.swift")
        #expect(!result.isMatch, "no snapshot is recorded there")
    }

    @Test func seedAndBenchmark() throws {
        let many = try seed(schema: PostsSchemaV1.self, count: 100)
        let benchmark = try benchmarkMigration(many, to: PostsSchemaV2.self, plan: PostsMigrationPlan.self, runs: 1)
        #expect(benchmark.rows >= 100)
    }

    @Test func observe() throws {
        let post = PostsSchemaV2.Post(title: "Hello", body: "World", createdAt: Date(timeIntervalSince1970: 0))
        assertObservableState(
            of: post,
            matches: [
                "title": "Hello", "body": "World", "authorName": nil, "createdAt": Date(timeIntervalSince1970: 0),
                "tags": [String](),
            ], excluding: "id")
    }
}
