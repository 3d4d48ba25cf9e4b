import Foundation
import Permafrost
import SwiftData
import Testing

@testable import CartographerExample
@testable import PermafrostTesting
@testable import PostsExample
@testable import TripsExample

/// A version without a fixture.
private enum Unfrozen: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    enum Mode: String, Codable, CaseIterable {
        case on = "ON"
        case off = "OFF"
    }

    @Model final class Item {
        var name: String
        var mode: Mode
        var other: Mode?
        var list: [Int]

        init() { (name, mode, list) = ("", .on, []) }
    }
}

/// A version whose values aren't recorded anywhere.
private enum Untold: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Item.self] }

    enum Mode: String, Codable { case on = "ON" }

    @Model final class Item {
        var mode: Mode

        init() { mode = .on }
    }
}

@Suite struct SeedTests {
    private func readAll<Model: PersistentModel>(_ type: Model.Type, _ context: ModelContext) throws -> Int {
        let objects = try context.fetch(FetchDescriptor<Model>())
        for object in objects {
            for property in try PropertyReflection.readable(of: type) { _ = object[keyPath: property.keyPath] }
        }
        // A value that no type accepts would be an error now.
        try context.save()
        return objects.count
    }

    private func context<S: VersionedSchema>(_ version: S.Type, _ fixture: Fixture) throws -> ModelContext {
        ModelContext(
            try ModelContainer(
                for: Schema(versionedSchema: version), configurations: ModelConfiguration(url: fixture.url)))
    }

    /// Enums and structs get values that the app can read, from the types that the fixture records.
    @Test func aFrozenVersionIsSeeded() throws {
        let fixture = try seed(schema: CartographerSchemaV1.self, count: 50)
        let context = try context(CartographerSchemaV1.self, fixture)
        #expect(try readAll(CartographerSchemaV1.Location.self, context) == 50)
        #expect(try readAll(CartographerSchemaV1.Path.self, context) == 50)
        #expect(try readAll(CartographerSchemaV1.Group.self, context) == 50)
        let migration = try migrate(fixture, to: CartographerSchemaV2.self, plan: CartographerMigrationPlan.self)
        let report = try verifyDataPreserved(
            migration,
            expecting: [
                .renamed("Location.group", to: "Location.groups", because: "any number of groups"),
                .renamed("Path.group", to: "Path.groups", because: "any number of groups"),
            ])
        #expect(report.passed, "\(report)")
        #expect(report.links > 50)
    }

    @Test func equalCallsGiveEqualRows() throws {
        let texts = try (0..<2).map { _ in
            let fixture = try seed(schema: TripsSchemaV1.self, count: 12)
            return try StoreSnapshot(of: fixture.url.path).text
        }
        #expect(texts[0] == texts[1])
    }

    @Test func anUnfrozenSchemaIsSeededFromItsTypes() throws {
        let fixture = try seed(schema: Unfrozen.self, count: 20)
        #expect(try readAll(Unfrozen.Item.self, context(Unfrozen.self, fixture)) == 20)
    }

    @Test func unknownValuesAreRefused() {
        #expect(throws: FixtureError.unknownValues(schema: "Untold", property: "Item.mode")) {
            try seed(schema: Untold.self, count: 1)
        }
    }
}
