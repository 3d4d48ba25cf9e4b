import Foundation
import PermafrostStore
import Testing

@testable import SwiftData

/// The recorded model of a schema equals the model in a new store.
@Suite struct RecordedModelTests {
    private static let schemas: [Schema] = [
        Schema([Shapes.self], version: Schema.Version(4, 2, 0)), Schema([Journal.self]),
        Schema([Travel.PersonalTrip.self, Travel.Guide.self]), Schema([LargeValues.Renamed.Item.self]),
        Schema([IsolatedModelTests.Recipe.self]), Schema([Member.self, Hall.self]),
        Schema([CardStore.StereoCard.self]), Schema([Cars.ExpensiveSportCar.self]), Schema(),
    ]

    @Test(arguments: schemas)
    func equalsTheStores(_ schema: Schema) throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("recorded.store")
            _ = try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: url))
            let reader = try StoreReader(path: url.path)
            let metadata = try reader.metadata()
            var model = try reader.model()
            model.versionIdentifiers = metadata.versionIdentifiers
            let recorded = try schema.recordedModel()
            #expect(recorded.hashes == metadata.versionHashes)
            #expect(recorded.model == model)
        }
    }

    @Test("Classes that a store can't contain are rejected with the container's error")
    func unstorable() throws {
        let schema = Schema([JournalLabel.self, JournalSchema.JournalLabel.self])
        let error = #expect(throws: SwiftDataError.self) { _ = try schema.recordedModel() }
        let opening = #expect(throws: SwiftDataError.self) {
            _ = try ModelContainer(for: schema, configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        }
        #expect(error == opening)
        #expect(error?.errorDescription == opening?.errorDescription)
    }
}
