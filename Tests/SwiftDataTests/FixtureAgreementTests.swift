import Foundation
import PermafrostModel
import PermafrostStore
import Testing

@testable import CartographerExample
@testable import PostsExample
@testable import SwiftData
@testable import TripsExample
@testable import UsersExample

/// Every version of every example, with the place of its fixture.
struct ExampleVersion: Sendable, CustomTestStringConvertible {
    var plan: String
    var version: String
    var schema: any VersionedSchema.Type

    var testDescription: String { "\(plan) \(version)" }

    static var all: [ExampleVersion] {
        let plans: [(String, any SchemaMigrationPlan.Type)] = [
            ("UsersMigrationPlan", UsersMigrationPlan.self), ("PostsMigrationPlan", PostsMigrationPlan.self),
            ("TripsMigrationPlan", TripsMigrationPlan.self),
            ("CartographerMigrationPlan", CartographerMigrationPlan.self),
        ]
        return plans.flatMap { name, plan in
            plan.schemas.map { ExampleVersion(plan: name, version: $0.versionIdentifier.description, schema: $0) }
        }
    }
}

@Suite struct FixtureAgreementTests {
    @Test func everyExampleHasItsVersions() {
        #expect(ExampleVersion.all.count == 11)
    }

    /// The model of the live types is the one that was frozen from source, down to each default.
    @Test(arguments: ExampleVersion.all)
    func liveModelIsTheFrozenOne(_ example: ExampleVersion) throws {
        let bytes = try Data(contentsOf: Places.fixture(example.plan, example.version, "json"))
        let frozen = try ModelDocument(parsing: bytes).model
        let live = Schema(versionedSchema: example.schema).model
        for (left, right) in zip(live.entities, frozen.entities) { #expect(left == right) }
        #expect(live.entities.map(\.name) == frozen.entities.map(\.name))
        #expect(live.versionIdentifiers == frozen.versionIdentifiers)
        #expect(live.versionHashes == frozen.versionHashes)
    }

    /// The frozen store's own hashes are those of the live types, and its rows are read through them.
    @Test(arguments: ExampleVersion.all)
    func frozenStoreOpensWithItsRows(_ example: ExampleVersion) throws {
        try Places.withFolder { folder in
            let store = try Places.copy(
                Places.fixture(example.plan, example.version, "sqlite"),
                to: folder.appendingPathComponent("App.sqlite"))
            let reader = try StoreReader(path: store.path)
            let schema = Schema(versionedSchema: example.schema)
            #expect(try reader.metadata().versionHashes == schema.model.versionHashes)
            let counts = try reader.rowCounts()
            let container = try ModelContainer(for: schema, configurations: ModelConfiguration(url: store))
            let context = ModelContext(container)
            for type in schema.types {
                let read = try readAll(type, context)
                #expect(read == counts["Z" + Schema.entityName(for: type).uppercased()])
                #expect(read > 0)
            }
        }
    }

    private func readAll<Model: PersistentModel>(_ type: Model.Type, _ context: ModelContext) throws -> Int {
        let objects = try context.fetch(FetchDescriptor<Model>())
        // Reads every property, relationships too.
        for object in objects {
            for property in Model.schemaMetadata { _ = object[keyPath: property.keypath] }
        }
        try context.state.throwFailure()
        return objects.count
    }
}

extension PersistentModel {
    fileprivate subscript(keyPath keyPath: AnyKeyPath) -> Any? {
        (keyPath as? PartialKeyPath<Self>).map { self[keyPath: $0] }
    }
}
