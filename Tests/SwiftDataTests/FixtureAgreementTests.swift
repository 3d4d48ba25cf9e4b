import Foundation
import PermafrostModel
import PermafrostSource
import PermafrostStore
import Testing

@testable import CartographerExample
@testable import PostsExample
@testable import SwiftData
@testable import TripsExample
@testable import UsersExample

/// A version of an example. The names of the plan and the version determine the location of the fixture.
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

/// Tests that compare each version's model, read in four ways, and its frozen rows, read in two ways.
@Suite struct FixtureAgreementTests {
    /// The declarations in the sources of the examples.
    private static let declared = Result {
        try SourceReader(request: SourceRequest(directory: Places.root.appendingPathComponent("Examples").path))
            .read()
    }

    @Test func everyExampleHasItsVersions() {
        #expect(ExampleVersion.all.count == 11)
    }

    /// The models from the sources, the live types, the frozen document and the frozen store are equal, including their
    /// hashes.
    @Test(arguments: ExampleVersion.all)
    func allModelsAgree(_ example: ExampleVersion) throws {
        let name = "\(example.schema)"
        let declarations = try Self.declared.get()
        let declaration = try #require(declarations.schemas.first { $0.name == name })
        #expect(declaration.issues.isEmpty)
        let declared = try #require(declaration.model?.known)
        let frozen = try ModelDocument(parsing: Data(contentsOf: Places.fixture(example.plan, example.version, "json")))
        let live = Schema(versionedSchema: example.schema).model
        let store = try StoreReader(path: Places.fixture(example.plan, example.version, "sqlite").path)

        #expect(!declared.entities.isEmpty)
        expectOneModel(declared, live)
        expectOneModel(frozen.model, live)
        // An archive describes types less precisely than a declaration, so the declared model goes through an archive
        // first.
        let stored = try store.model()
        let archived = try ModelArchive.decode(ModelArchive.encode(declared))
        expectOneModel(stored, archived)

        let hashes = live.versionHashes
        #expect(hashes.count == live.entities.count)
        #expect(declared.versionHashes == hashes)
        #expect(frozen.model.versionHashes == hashes)
        #expect(stored.versionHashes == hashes)
        #expect(try store.metadata().versionHashes == hashes)
        #expect(try store.metadata().versionIdentifiers == live.versionIdentifiers)
        // Tables are made from the model, so they agree if the model does.
        #expect(try store.statements().map(\.sql) == StoreLayout(model: live).statements.map(\.sql))
    }

    private func expectOneModel(
        _ left: SchemaModel, _ right: SchemaModel, sourceLocation: Testing.SourceLocation = #_sourceLocation
    ) {
        for (one, other) in zip(left.entities, right.entities) {
            #expect(one == other, sourceLocation: sourceLocation)
        }
        #expect(left.entities.map(\.name) == right.entities.map(\.name), sourceLocation: sourceLocation)
        #expect(left.versionIdentifiers == right.versionIdentifiers, sourceLocation: sourceLocation)
    }

    /// The frozen store opens with the live types, which read every value and link of its sample rows as SQL does.
    @Test(arguments: ExampleVersion.all)
    func frozenRowsAreRead(_ example: ExampleVersion) throws {
        try Places.withFolder { folder in
            let store = try Places.copy(
                Places.fixture(example.plan, example.version, "sqlite"),
                to: folder.appendingPathComponent("App.sqlite"))
            let bytes = try Data(contentsOf: store)
            let values = try {
                let live = try LiveReading(Schema(versionedSchema: example.schema), store)
                return try live.values()
            }()
            #expect(values.count >= example.schema.models.count)
            for (entity, rows) in values { #expect(!rows.isEmpty, "\(entity)") }
            expectEqual(values, try SQLReading(store).values())
            // Reading hasn't changed the file.
            #expect(try Data(contentsOf: store) == bytes)
        }
    }
}
