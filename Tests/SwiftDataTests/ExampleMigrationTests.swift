import Foundation
import PermafrostStore
import Testing

@testable import CartographerExample
@testable import PostsExample
@testable import SwiftData
@testable import TripsExample
@testable import UsersExample

/// A migration of an example from one version to its last one.
struct ExampleMigration: Sendable, CustomTestStringConvertible {
    var name: String
    var plan: any SchemaMigrationPlan.Type
    var from: Int

    var testDescription: String { "\(name) from \(plan.schemas[from].versionIdentifier)" }

    static let all: [ExampleMigration] = {
        let plans: [(String, any SchemaMigrationPlan.Type)] = [
            ("UsersMigrationPlan", UsersMigrationPlan.self), ("PostsMigrationPlan", PostsMigrationPlan.self),
            ("TripsMigrationPlan", TripsMigrationPlan.self),
            ("CartographerMigrationPlan", CartographerMigrationPlan.self),
        ]
        return plans.flatMap { name, plan in
            (0..<plan.schemas.count - 1).map { ExampleMigration(name: name, plan: plan, from: $0) }
        }
    }()
}

@Suite struct ExampleMigrationTests {
    /// A frozen store of each version comes to the last one with all rows; its tables, indexes, counters, hashes and cache
    /// are those of a fresh store.
    @Test(arguments: ExampleMigration.all)
    func frozenStoresMigrate(_ migration: ExampleMigration) throws {
        try Places.withFolder { folder in
            let version = migration.plan.schemas[migration.from].versionIdentifier.description
            let url = try Places.copy(
                Places.fixture(migration.name, version, "sqlite"), to: folder.appendingPathComponent("App.sqlite"))
            let before = try StoreReader(path: url.path).rowCounts()
            let last = try #require(migration.plan.schemas.last)
            let schema = Schema(versionedSchema: last)
            let container = try ModelContainer(
                for: schema, migrationPlan: migration.plan, configurations: ModelConfiguration(url: url))
            let reader = try StoreReader(path: url.path)
            let fresh = folder.appendingPathComponent("fresh.sqlite")
            _ = try ModelContainer(for: schema, configurations: ModelConfiguration(url: fresh))
            try Structure.expectEqual(url, fresh)
            #expect(try reader.metadata().versionHashes == schema.model.versionHashes)
            #expect(try reader.model().versionHashes == schema.model.versionHashes)
            #expect(try reader.rows("PRAGMA integrity_check") == [[.text("ok")]])
            let after = try reader.rowCounts()
            for entity in container.entities {
                if let count = before[entity.table] { #expect(after[entity.table] ?? 0 >= count) }
                let rows = try reader.rows("SELECT COUNT(*) FROM \(entity.table) WHERE Z_ENT <> \(entity.number)")
                #expect(rows == [[.integer(0)]])
            }
        }
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

/// The tables of stores.
enum Structure {
    /// Both stores have the same tables with the same columns, and the same indexes; counters name the same entities.
    static func expectEqual(_ left: URL, _ right: URL) throws {
        let (first, second) = (try StoreReader(path: left.path), try StoreReader(path: right.path))
        #expect(try columns(first) == columns(second))
        #expect(try indexes(first) == indexes(second))
        let keys = { (reader: StoreReader) in
            try reader.primaryKeys().filter { $0.entityNumber < 16_000 }.map { "\($0.entityNumber) \($0.name)" }
        }
        #expect(try keys(first) == keys(second))
    }

    private static func columns(_ reader: StoreReader) throws -> [String: Set<String>] {
        var columns: [String: Set<String>] = [:]
        for statement in try reader.statements() where statement.kind == .table {
            let rows = try reader.rows("SELECT name || ' ' || type FROM pragma_table_info('\(statement.name)')")
            columns[statement.name] = Set(rows.map { String(describing: $0[0]) })
        }
        return columns
    }

    private static func indexes(_ reader: StoreReader) throws -> Set<String> {
        Set(try reader.statements().filter { $0.kind == .index }.map(\.sql))
    }
}
