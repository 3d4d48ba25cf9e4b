import Foundation
import PermafrostStore
import Testing

@testable import CartographerExample
@testable import PostsExample
@testable import SwiftData
@testable import TripsExample
@testable import UsersExample

@Suite struct ExampleMigrationTests {
    /// Key paths of models in another module resolve as they do for models in this one.
    @Test func modelsOfAnotherModuleAreSortedThroughRelationships() throws {
        let container = try ModelContainer(
            for: Schema(versionedSchema: PostsSchemaV4.self),
            configurations: ModelConfiguration(isStoredInMemoryOnly: true))
        let order = FetchDescriptor<PostsSchemaV4.Post>(sortBy: [
            SortDescriptor(\.author?.name, order: .reverse), SortDescriptor(\.title),
        ])
        #expect(try ModelContext(container).fetchCount(order) == 0)
        #expect(try ModelContext(container).fetch(order).isEmpty)
    }

    /// A frozen store of each version migrates to the last version with every value and link.
    @Test(arguments: ExampleMigration.all)
    func frozenStoresMigrate(_ migration: ExampleMigration) throws {
        try Places.withFolder { folder in
            let version = migration.plan.schemas[migration.from].versionIdentifier.description
            let url = try Places.copy(
                Places.fixture(migration.name, version, "sqlite"), to: folder.appendingPathComponent("App.sqlite"))
            try expectEverythingKept(url, migration)
        }
    }

    /// A store of each version with several hundred rows of each kind migrates to the last version with every value and
    /// link.
    @Test(arguments: ExampleMigration.all)
    func populatedStoresMigrate(_ migration: ExampleMigration) throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("App.store")
            do {
                let context = try open(url, migration.plan.schemas[migration.from])
                try migration.populate(context, 300)
                try context.save()
            }
            try expectEverythingKept(url, migration)
        }
    }

    private func expectEverythingKept(_ url: URL, _ migration: ExampleMigration) throws {
        func rows(_ sql: String) throws -> [[SQLiteValue]] {
            try SQLiteConnection(path: url.path, mode: .untrusted).rows(sql)
        }
        let before = try migration.values.map { try rows($0.before) }
        #expect(before.allSatisfy { !$0.isEmpty })
        let schema = Schema(versionedSchema: try #require(migration.plan.schemas.last))
        do {
            _ = try ModelContainer(
                for: schema, migrationPlan: migration.plan, configurations: ModelConfiguration(url: url))
        }
        for (values, expected) in zip(migration.values, before) {
            #expect(try rows(values.after) == expected, "\(values.after)")
        }
        try FreshStore.expectEqual(url, schema, altered: nil)
    }

    private func open(_ url: URL, _ version: any VersionedSchema.Type) throws -> ModelContext {
        ModelContext(
            try ModelContainer(for: Schema(versionedSchema: version), configurations: ModelConfiguration(url: url)))
    }

    @Test func postsKeepEveryValueFromFirstToFourth() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("posts.store")
            let context = try open(url, PostsSchemaV2.self)
            let names = ["Ada", nil, " Ada ", "Grace", ""]
            for (index, name) in names.enumerated() {
                context.insert(
                    PostsSchemaV2.Post(
                        title: "Hello, World!", body: "body \(index)", authorName: name,
                        createdAt: Date(timeIntervalSinceReferenceDate: Double(index)), tags: ["t\(index)"]))
            }
            try context.save()
            let container = try ModelContainer(
                for: Schema(versionedSchema: PostsSchemaV4.self), migrationPlan: PostsMigrationPlan.self,
                configurations: ModelConfiguration(url: url))
            let migrated = ModelContext(container)
            let posts = try migrated.fetch(FetchDescriptor<PostsSchemaV4.Post>(sortBy: [SortDescriptor(\.createdAt)]))
            #expect(posts.map(\.content) == (0..<5).map { "body \($0)" })
            #expect(posts.map { $0.author?.name } == ["Ada", nil, "Ada", "Grace", nil])
            #expect(posts.map(\.tags) == (0..<5).map { ["t\($0)"] })
            #expect(posts.map(\.publishedAt) == posts.map(\.createdAt))
            #expect(posts.map(\.slug) == ["hello-world"] + (2...5).map { "hello-world-\($0)" })
            #expect(try migrated.fetch(FetchDescriptor<PostsSchemaV4.Author>()).map(\.posts.count).sorted() == [1, 2])
            let rows = try StoreReader(path: url.path).rows(
                "SELECT p.ZCONTENT, a.ZNAME FROM ZPOST p LEFT JOIN ZAUTHOR a ON a.Z_PK = p.ZAUTHOR ORDER BY p.ZCREATEDAT"
            )
            #expect(rows[0] == [.text("body 0"), .text("Ada")])
            #expect(rows[3] == [.text("body 3"), .text("Grace")])
        }
    }

    @Test func groupsBecomeManyToMany() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("map.store")
            let context = try open(url, CartographerSchemaV1.self)
            let group = CartographerSchemaV1.Group(name: "Alps")
            for number in 0..<5 {
                let location = CartographerSchemaV1.Location(
                    name: "L\(number)", coordinate: Coordinate(latitude: 1, longitude: Double(number), altitude: nil))
                context.insert(location)
                if number.isMultiple(of: 2) { location.group = group }
            }
            let path = CartographerSchemaV1.Path(name: "P", group: group)
            context.insert(path)
            path.waypoints.append(CartographerSchemaV1.Waypoint(position: 1, latitude: 2, longitude: 3))
            try context.save()
            let container = try ModelContainer(
                for: Schema(versionedSchema: CartographerSchemaV2.self), migrationPlan: CartographerMigrationPlan.self,
                configurations: ModelConfiguration(url: url))
            let migrated = ModelContext(container)
            let groups = try migrated.fetch(FetchDescriptor<CartographerSchemaV2.Group>())
            #expect(groups.count == 1)
            #expect(Set(groups[0].memberLocations.map(\.name)) == ["L0", "L2", "L4"])
            #expect(groups[0].memberPaths.map(\.name) == ["P"])
            #expect(groups[0].locations.isEmpty)
            #expect(groups[0].memberPaths[0].waypoints.map(\.position) == [1])
            let locations = try migrated.fetch(
                FetchDescriptor<CartographerSchemaV2.Location>(sortBy: [SortDescriptor(\.name)]))
            #expect(locations.map(\.coordinate.longitude) == [0, 1, 2, 3, 4])
            #expect(locations.allSatisfy { $0.keywords.isEmpty })
        }
    }

    @Test func tripsKeepEveryValue() throws {
        try Places.withFolder { folder in
            let url = folder.appendingPathComponent("trips.store")
            let photo = Data(repeating: 7, count: 200_000)
            let context = try open(url, TripsSchemaV1.self)
            let trip = TripsSchemaV1.Trip(
                name: "T", destination: "D", startDate: .distantPast, endDate: Date(timeIntervalSinceReferenceDate: 5))
            trip.purpose = .business
            trip.budget = Decimal(string: "10.11")
            trip.coverPhoto = photo
            trip.livingAccommodation = TripsSchemaV1.LivingAccommodation(
                name: "H", address: Address(street: "s", city: "c", postalCode: "p", country: "n"))
            trip.bucketList.append(TripsSchemaV1.BucketListItem(title: "i"))
            context.insert(trip)
            try context.save()
            let container = try ModelContainer(
                for: Schema(versionedSchema: TripsSchemaV2.self), migrationPlan: TripsMigrationPlan.self,
                configurations: ModelConfiguration(url: url))
            let found = try #require(try ModelContext(container).fetch(FetchDescriptor<Trip>()).first)
            #expect(found.purpose == .business)
            #expect(found.transport == nil)
            #expect(!found.isPacked)
            #expect(found.budget == Decimal(string: "10.11"))
            #expect(found.coverPhoto == photo)
            #expect(found.bucketList.map(\.priority) == [0])
            #expect(found.livingAccommodation?.address.postalCode == "p")
        }
    }
}
