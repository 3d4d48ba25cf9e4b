import Foundation
import PermafrostModel
import Testing

@testable import PermafrostStore

@Suite("The layout of real stores, computed from their models", Conformance.isPresent)
struct ConformanceLayoutTests {
    @Test("SwiftData stores: statements, their order, and entity numbers", arguments: Conformance.stores("swiftdata-"))
    func swiftData(store: String) throws {
        let expected = try Conformance.expected(store)
        let reader = try StoreReader(path: Conformance.path(store))
        let layout = StoreLayout(model: try reader.model())
        #expect(layout.statements.inQueryOrder().map(\.sql) == expected.ddl)
        #expect(layout.ddlChecksum == expected.ddlSHA256)
        #expect(layout.statements == (try reader.statements()))
        try comparePrimaryKeys(layout, reader)
    }

    /// A store that was migrated in place to a model with a renamed entity. The statements have the same text as in a
    /// new store, but are in the order of the migration. Z_PRIMARYKEY contains the entity's old name.
    private static let migratedInPlace = "coredata-sample-v2.sqlite"

    @Test("Core Data stores: statements, their order, and entity numbers", arguments: Conformance.stores("coredata-"))
    func coreData(store: String) throws {
        let expected = try Conformance.expected(store)
        let reader = try StoreReader(path: Conformance.path(store))
        // Unlike SwiftData, Core Data records history only if an app requests it.
        let layout = StoreLayout(model: try reader.model(), hasHistory: expected.rowCounts["ACHANGE"] != nil)
        #expect(layout.statements.inQueryOrder().map(\.sql) == expected.ddl)
        guard store != Self.migratedInPlace else {
            #expect(Set(layout.statements) == Set(try reader.statements()))
            #expect(try reader.primaryKeys()[2].name == "ExpensiveSportCar")
            #expect(layout.primaryKeys[2].name == "LuxuryCar")
            return
        }
        #expect(layout.statements == (try reader.statements()))
        try comparePrimaryKeys(layout, reader)
    }

    private func comparePrimaryKeys(_ layout: StoreLayout, _ reader: StoreReader) throws {
        var keys = try reader.primaryKeys().filter { $0.entityNumber < 16000 }
        for index in keys.indices { keys[index].highestKey = 0 }
        #expect(layout.primaryKeys == keys)
    }

    @Test("FreezeRay's checksum")
    func freezeRay() throws {
        let layout = StoreLayout(model: try StoreReader(path: Conformance.path("swiftdata-users-1.0.0.sqlite")).model())
        #expect(layout.ddlChecksum == "3069bd711e65228838d20b92a0c82e42effe7a88486b7cea811db74bba01bd5a")
    }
}
