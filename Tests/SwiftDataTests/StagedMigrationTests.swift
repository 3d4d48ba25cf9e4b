import Foundation
import PermafrostStore
import Testing

@testable import SwiftData

/// The versions and plans of a small schema.
enum Staged {
    enum V1: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }
        @Model final class Item {
            var name: String
            init(name: String) { self.name = name }
        }
    }
    enum V2: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }
        @Model final class Item {
            var name: String
            var length: Int?
            init(name: String) { self.name = name }
        }
    }
    /// A version with the same hashes as ``V2``.
    enum V2Again: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 1, 0)
        static var models: [any PersistentModel.Type] { V2.models }
    }
    enum V3: VersionedSchema {
        static let versionIdentifier = Schema.Version(3, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }
        @Model final class Item {
            @Attribute(.unique) var name: String
            var length: Int = 0
            init(name: String) { self.name = name }
        }
    }

    struct HookError: Error {}

    enum Good: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
                    didMigrate: { context in
                        try context.enumerate(FetchDescriptor<V2.Item>()) { $0.length = $0.name.count }
                    }),
                .custom(
                    fromVersion: V2.self, toVersion: V3.self,
                    willMigrate: { context in
                        var seen: Set<String> = []
                        for item in try context.fetch(FetchDescriptor<V2.Item>()) where !seen.insert(item.name).inserted
                        {
                            context.delete(item)
                        }
                        try context.save()
                    }, didMigrate: nil),
            ]
        }
    }
    enum Failing: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self] }
        static var stages: [MigrationStage] {
            [
                .custom(
                    fromVersion: V1.self, toVersion: V2.self, willMigrate: nil,
                    didMigrate: { context in
                        for item in try context.fetch(FetchDescriptor<V2.Item>()) { context.delete(item) }
                        try context.save()
                        throw HookError()
                    })
            ]
        }
    }
    enum WithoutFirst: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V2.self, V3.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: V2.self, toVersion: V3.self)] }
    }
    enum Duplicates: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V2Again.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
    }
    enum Backwards: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V3.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: V3.self, toVersion: V1.self)] }
    }
    enum Gap: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [V1.self, V2.self, V3.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: V1.self, toVersion: V2.self)] }
    }
}

/// Plans that are rejected, and what hooks can do.
@Suite struct StagedMigrationTests {
    private func withStore<Result>(_ body: (URL) throws -> Result) throws -> Result {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("store.sqlite")
            let context = ModelContext(
                try ModelContainer(
                    for: Schema(versionedSchema: Staged.V1.self), configurations: ModelConfiguration(url: url)))
            for name in ["a", "bb", "a", "ccc"] { context.insert(Staged.V1.Item(name: name)) }
            try context.save()
            return try body(url)
        }
    }

    @Test func hooksUseTheTypesOfTheirVersion() throws {
        try withStore { url in
            let container = try ModelContainer(
                for: Schema(versionedSchema: Staged.V3.self), migrationPlan: Staged.Good.self,
                configurations: ModelConfiguration(url: url))
            let items = try ModelContext(container).fetch(
                FetchDescriptor<Staged.V3.Item>(sortBy: [SortDescriptor(\.name)]))
            #expect(items.map(\.name) == ["a", "bb", "ccc"])
            #expect(items.map(\.length) == [1, 2, 3])
        }
    }

    /// Changes that a hook saved before it threw are undone with the rest.
    @Test func aThrowingHookLeavesTheStore() throws {
        try withStore { url in
            #expect(throws: SwiftDataError.loadIssueModelContainer) {
                _ = try ModelContainer(
                    for: Schema(versionedSchema: Staged.V2.self), migrationPlan: Staged.Failing.self,
                    configurations: ModelConfiguration(url: url))
            }
            let container = try ModelContainer(
                for: Schema(versionedSchema: Staged.V1.self), configurations: ModelConfiguration(url: url))
            #expect(try ModelContext(container).fetchCount(FetchDescriptor<Staged.V1.Item>()) == 4)
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var plan: any SchemaMigrationPlan.Type
        var schema: any VersionedSchema.Type
        var code: Int
        var text: String
    }

    static let refusals = [
        Refusal(
            testDescription: "unknown store", plan: Staged.WithoutFirst.self, schema: Staged.V3.self, code: 134504,
            text: "Cannot use staged migration with an unknown model version."),
        Refusal(
            testDescription: "unknown coordinator", plan: Staged.Failing.self, schema: Staged.V3.self, code: 134504,
            text: "Cannot use staged migration with an unknown coordinator model version."),
        Refusal(
            testDescription: "duplicate checksums", plan: Staged.Duplicates.self, schema: Staged.V2.self, code: 134504,
            text: "Duplicate version checksums detected."),
        Refusal(
            testDescription: "backwards", plan: Staged.Backwards.self, schema: Staged.V3.self, code: 134506,
            text: "A store file cannot be migrated backwards with staged migration."),
        Refusal(
            testDescription: "no stage leads on", plan: Staged.Gap.self, schema: Staged.V3.self, code: 134504,
            text: "Cannot use staged migration with an unknown model version."),
    ]

    @Test(arguments: refusals)
    func isRefused(_ refusal: Refusal) throws {
        try withStore { url in
            do {
                _ = try ModelContainer(
                    for: Schema(versionedSchema: refusal.schema), migrationPlan: refusal.plan,
                    configurations: ModelConfiguration(url: url))
                Issue.record("The store migrated.")
            } catch let error as SwiftDataError {
                #expect(error.cause?.code == refusal.code)
                #expect(error.cause?.text == refusal.text)
            }
        }
    }
}
