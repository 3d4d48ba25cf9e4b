import Foundation
import PermafrostTestSupport
import SwiftData
import Testing

/// Three versions of an outing: it gets a date, and then a heading that is made from its other values.
enum OutingV1: VersionedSchema {
    static let versionIdentifier = Schema.Version(1, 0, 0)
    static var models: [any PersistentModel.Type] { [Outing.self] }

    @Model final class Outing {
        var name: String
        var place: String

        init(name: String, place: String) { (self.name, self.place) = (name, place) }
    }
}

enum OutingV2: VersionedSchema {
    static let versionIdentifier = Schema.Version(2, 0, 0)
    static var models: [any PersistentModel.Type] { [Outing.self] }

    @Model final class Outing {
        var name: String
        var place: String
        var day: Date?

        init(name: String, place: String) { (self.name, self.place) = (name, place) }
    }
}

enum OutingV3: VersionedSchema {
    static let versionIdentifier = Schema.Version(3, 0, 0)
    static var models: [any PersistentModel.Type] { [Outing.self] }

    @Model final class Outing {
        var name: String
        var place: String
        var day: Date?
        var heading: String = ""

        init(name: String, place: String) { (self.name, self.place) = (name, place) }
    }
}

enum OutingPlan: SchemaMigrationPlan {
    static var schemas: [any VersionedSchema.Type] { [OutingV1.self, OutingV2.self, OutingV3.self] }
    static var stages: [MigrationStage] { [addDay, addHeading] }

    static let addDay = MigrationStage.lightweight(fromVersion: OutingV1.self, toVersion: OutingV2.self)

    static let addHeading = MigrationStage.custom(
        fromVersion: OutingV2.self, toVersion: OutingV3.self, willMigrate: nil,
        didMigrate: { context in
            for outing in try context.fetch(FetchDescriptor<OutingV3.Outing>()) {
                outing.heading = "\(outing.name) in \(outing.place)"
            }
            try context.save()
        })
}

typealias Outing = OutingV3.Outing

/// An app with SwiftData's own plan, and a container for previews.
@Suite struct OutingTests {
    @Test func aContainerWithAPlanMigratesTheStore() throws {
        let folder = try ScratchFolder()
        let url = folder.url.appendingPathComponent("Outings.store")
        do {
            let schema = Schema(versionedSchema: OutingV1.self)
            let old = try ModelContainer(for: schema, configurations: ModelConfiguration(schema: schema, url: url))
            let context = ModelContext(old)
            context.insert(OutingV1.Outing(name: "Walk", place: "Kyoto"))
            try context.save()
        }
        let container = try ModelContainer(
            for: Outing.self, migrationPlan: OutingPlan.self, configurations: ModelConfiguration(url: url))
        let outings = try ModelContext(container).fetch(FetchDescriptor<Outing>(sortBy: [SortDescriptor(\.name)]))
        #expect(outings.map(\.heading) == ["Walk in Kyoto"])
        #expect(outings.map(\.day) == [nil])
    }

    @Test func aContainerInMemoryStartsEmpty() throws {
        let schema = Schema([Outing.self])
        let container = try ModelContainer(
            for: schema, configurations: ModelConfiguration(schema: schema, isStoredInMemoryOnly: true))
        let context = ModelContext(container)
        #expect(try context.fetchCount(FetchDescriptor<Outing>()) == 0)
        context.insert(Outing(name: "Walk", place: "Kyoto"))
        try context.save()
        #expect(try context.fetch(FetchDescriptor<Outing>()).map(\.name) == ["Walk"])
    }
}
