import Foundation
import PermafrostFixtures
import PermafrostModel
import PermafrostSource
import PermafrostStore
import Testing

@testable import SwiftData

/// A hierarchy yields one model, whether it is read from classes, source, JSON or a store.
@Suite struct InheritanceSchemaTests {
    private let live = Schema(versionedSchema: Travel.self)

    private func fromSource() throws -> SchemaModel {
        try Places.withFolder { folder in
            let source = Places.root.appendingPathComponent("Tests/SwiftDataTests/Support/InheritanceModels.swift")
            try FileManager.default.copyItem(at: source, to: folder.appendingPathComponent("Models.swift"))
            let project = try SourceReader(request: SourceRequest(directory: folder.path)).read()
            #expect(project.issues.isEmpty)
            let schema = try #require(project.schemas.first { $0.name == "Travel" })
            #expect(schema.issues.isEmpty)
            return try #require(schema.model?.known)
        }
    }

    @Test func liveModelIsTheOneReadFromSource() throws {
        let source = try fromSource()
        for (left, right) in zip(live.model.entities, source.entities) { #expect(left == right) }
        #expect(live.model == source)
        #expect(live.model.versionHashes == source.versionHashes)
        let document = ModelDocument(
            group: "Travel", version: "1.0.0", schema: "Travel", model: source,
            ddlChecksum: StoreLayout(model: source).ddlChecksum)
        #expect(try ModelDocument(parsing: document.bytes).model == live.model)
    }

    @Test func theModelRecordsSuperentities() {
        let parents = Dictionary(uniqueKeysWithValues: live.model.entities.map { ($0.name, $0.superentity) })
        #expect(
            parents == [
                "BusinessTrip": "Trip", "Congress": "BusinessTrip", "Guide": "Traveler", "PersonalTrip": "Trip",
                "Receipt": nil, "Stop": nil, "Traveler": nil, "Trip": nil,
            ])
        #expect(live.model.entity(named: "Congress")?.properties.map(\.name) == ["badge", "host", "topics"])
        #expect(live.model.entity(named: "Congress")?.uniquenessConstraints == [["badge"]])
    }

    /// A superclass belongs to its subclass's schema, but a subclass doesn't belong to its superclass's schema.
    @Test func superclassesBelongToTheSchema() {
        #expect(Schema([Travel.Guide.self]).entities.map(\.name).contains("Traveler"))
        #expect(!Schema([Travel.Traveler.self]).entities.map(\.name).contains("Guide"))
    }

    @Test func entitiesReferToTheirSuperAndSubentities() throws {
        let congress = try #require(live.entitiesByName["Congress"])
        #expect(congress.superentityName == "BusinessTrip")
        #expect(congress.superentity?.superentity === live.entitiesByName["Trip"])
        #expect(congress.subentities.isEmpty)
        #expect(Set(live.entitiesByName["Trip"]?.subentities.map(\.name) ?? []) == ["BusinessTrip", "PersonalTrip"])
        #expect(congress.storedProperties.map(\.name) == ["badge", "host", "topics"])
        #expect(
            congress.inheritedProperties.map(\.name) == [
                "budget", "code", "days", "name", "perdiem", "receipts", "standard", "start", "stops", "traveler",
            ])
        #expect(congress.inheritedPropertiesByName["perdiem"]?.valueType == Double.self)
        #expect(live.entitiesByName["Trip"]?.superentity == nil)
        #expect(live.entitiesByName["Trip"]?.inheritedProperties.isEmpty == true)
    }

    /// Each hierarchy has one table with an index, and a class column for keys that may refer to several classes.
    @Test func aHierarchyIsInOneTable() {
        let layout = StoreLayout(model: live.model)
        #expect(layout.tables.map(\.name) == ["ZRECEIPT", "ZSTOP", "ZTRAVELER", "ZTRIP"])
        #expect(layout.ddl.contains("CREATE INDEX ZTRIP_Z_ENT_INDEX ON ZTRIP (Z_ENT)"))
        let trip = layout.entityNumbers["Trip"] ?? 0
        #expect(layout.ddl.contains("ZFAVOURITE INTEGER, Z\(trip)_FAVOURITE INTEGER"))
    }

    /// A store written from the model opens with the classes, each row as its own class.
    @Test func aWrittenStoreOpensWithItsRows() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("App.sqlite")
            try StoreWriter(model: fromSource(), seed: [1], rowsPerEntity: 5).write(to: url.path)
            let fresh = folder.appendingPathComponent("fresh.sqlite")
            _ = try ModelContainer(for: live, configurations: ModelConfiguration(url: fresh))
            try FreshStore.expectEqualTables(StoreReader(path: url.path), StoreReader(path: fresh.path))
            let context = ModelContext(try ModelContainer(for: live, configurations: ModelConfiguration(url: url)))
            let numbers = StoreLayout(model: live.model).entityNumbers
            let reader = try StoreReader(path: url.path)
            // The store's model cache records the inheritance. It can't express the shapes of encoded values.
            let cached = try reader.model()
            #expect(cached.versionHashes == live.model.versionHashes)
            #expect(cached.entities.map(\.superentity) == live.model.entities.map(\.superentity))
            #expect(
                cached.entities.map { $0.properties.map(\.name) }
                    == live.model.entities.map { $0.properties.map(\.name) })
            for type in live.types {
                let name = Schema.entityName(for: type)
                let table = "Z" + (live.model.superentities(of: name).last?.name ?? name).uppercased()
                let family = live.model.family(of: name).compactMap { numbers[$0.name] }.map(String.init)
                let rows = try reader.rows(
                    "SELECT Z_PK, Z_ENT FROM \(table) WHERE Z_ENT IN (\(family.joined(separator: ", ")))")
                #expect(!rows.isEmpty)
                try expect(type, context, rows, numbers)
            }
        }
    }

    private func expect<Model: PersistentModel>(
        _ type: Model.Type, _ context: ModelContext, _ rows: [[SQLiteValue]], _ numbers: [String: Int]
    ) throws {
        let objects = try context.fetch(FetchDescriptor<Model>())
        #expect(objects.count == rows.count)
        #expect(try context.fetchCount(FetchDescriptor<Model>()) == rows.count)
        let found = objects.map { object in
            [
                SQLiteValue.integer(object._modelStorage.key),
                .integer(Int64(numbers[Schema.entityName(for: Swift.type(of: object))] ?? 0)),
            ]
        }
        #expect(Set(found) == Set(rows))
        for object in objects {
            for (index, property) in Swift.type(of: object).schemaMetadata.enumerated() {
                var related = Slot.RelatedObjects()
                if object._modelStorage.entity?.properties[index].relationship != nil {
                    context.state.resolve(object, index)
                }
                object._visit(index, &related)
                #expect(object._modelStorage.entity?.properties[index].name == property.name)
            }
        }
        try context.state.throwFailure()
    }
}
