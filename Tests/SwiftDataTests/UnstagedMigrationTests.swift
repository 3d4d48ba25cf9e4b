import Foundation
import PermafrostModel
import PermafrostStore
import Testing

@testable import SwiftData

/// A container with a plan without stages migrates by inference, as without a plan. The first stage changes this.
@Suite struct UnstagedMigrationTests {
    /// The version identifier of ``Staged/V1`` with different models, as if the version had been edited.
    enum Edited: VersionedSchema {
        static let versionIdentifier = Schema.Version(1, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }
        @Model final class Item {
            var name: String
            var note: String?
            init(name: String) { self.name = name }
        }
    }
    enum Uninferable: VersionedSchema {
        static let versionIdentifier = Schema.Version(2, 0, 0)
        static var models: [any PersistentModel.Type] { [Item.self] }
        @Model final class Item {
            var name: Int = 0
            init() {}
        }
    }

    enum One: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [Edited.self] }
        static var stages: [MigrationStage] { [] }
    }
    enum Two: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [Staged.V1.self, Staged.V2.self] }
        static var stages: [MigrationStage] { [] }
    }
    enum Twins: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [Staged.V1.self, Staged.V2.self, Staged.V2Again.self] }
        static var stages: [MigrationStage] { [] }
    }
    enum Other: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [Uninferable.self] }
        static var stages: [MigrationStage] { [] }
    }
    enum FirstStage: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { [Edited.self, Staged.V2.self] }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: Edited.self, toVersion: Staged.V2.self)] }
    }
    enum FirstStageOfTwins: SchemaMigrationPlan {
        static var schemas: [any VersionedSchema.Type] { Twins.schemas }
        static var stages: [MigrationStage] { [.lightweight(fromVersion: Staged.V1.self, toVersion: Staged.V2.self)] }
    }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// The plans that open the store, one after the other, each with a version.
        var openings: [(plan: any SchemaMigrationPlan.Type, schema: any VersionedSchema.Type)]
        /// The code of the last opening's failure, or nil if it succeeds.
        var code: Int?
    }

    static let cases = [
        Case(testDescription: "an edited version", openings: [(One.self, Edited.self)]),
        Case(testDescription: "an older version", openings: [(Two.self, Staged.V2.self)]),
        Case(testDescription: "equal hashes", openings: [(Twins.self, Staged.V2Again.self)]),
        Case(testDescription: "not the last version", openings: [(Twins.self, Staged.V2.self)]),
        Case(testDescription: "a schema of no version", openings: [(Two.self, Edited.self)]),
        Case(
            testDescription: "back to an older version",
            openings: [(Two.self, Staged.V2.self), (Two.self, Staged.V1.self)]),
        Case(testDescription: "a change of type", openings: [(Other.self, Uninferable.self)], code: 134140),
        Case(
            testDescription: "the first stage, edited version", openings: [(FirstStage.self, Staged.V2.self)],
            code: 134504),
        Case(
            testDescription: "the first stage after an inferred migration",
            openings: [(One.self, Edited.self), (FirstStage.self, Staged.V2.self)]),
        Case(
            testDescription: "the first stage, equal hashes", openings: [(FirstStageOfTwins.self, Staged.V2Again.self)],
            code: 134504),
    ]

    @Test(arguments: cases) func opening(_ example: Case) throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("store.sqlite")
            func open(_ schema: any VersionedSchema.Type, _ plan: (any SchemaMigrationPlan.Type)?) throws {
                let container = try ModelContainer(
                    for: Schema(versionedSchema: schema), migrationPlan: plan,
                    configurations: ModelConfiguration(url: url))
                withExtendedLifetime(container) {}
            }
            let context = ModelContext(
                try ModelContainer(
                    for: Schema(versionedSchema: Staged.V1.self), configurations: ModelConfiguration(url: url)))
            for name in ["a", "bb"] { context.insert(Staged.V1.Item(name: name)) }
            try context.save()
            var found: Int?
            for (plan, schema) in example.openings {
                do { try open(schema, plan) } catch let error as SwiftDataError { found = error.cause?.code }
            }
            #expect(found == example.code)
            guard example.code == nil, let last = example.openings.last?.schema else { return }
            let reader = try StoreReader(path: url.path)
            #expect(try reader.metadata().versionHashes == Schema(versionedSchema: last).model.versionHashes)
            #expect(try reader.rowCounts()["ZITEM"] == 2)
        }
    }

    /// A store without a model has the model of the version that matches it.
    @Test func aStoreWithoutAModel() throws {
        let metadata = try Places.withFolder { folder in
            let url = folder.appendingPathComponent("store.sqlite")
            _ = try ModelContainer(
                for: Schema(versionedSchema: Staged.V1.self), configurations: ModelConfiguration(url: url))
            return try StoreReader(path: url.path).metadata()
        }
        let schema = Schema(versionedSchema: Staged.V2.self)
        let steps = try MigrationSteps.find(from: metadata, carrying: nil, to: schema, plan: Two.self)
        #expect(steps.count == 1 && steps.first?.model == Schema(versionedSchema: Staged.V1.self).model)
        #expect(throws: CoreDataError.self) {
            try MigrationSteps.find(from: metadata, carrying: nil, to: schema, plan: One.self)
        }
    }
}
