import Foundation
import Permafrost
import SwiftData

/// Probes of the examples: a store of every version, and every plan from its first version to its last.
enum ExampleProbes {
    static let all: [Probe] = [
        version("users-1", UsersSchemaV1.self), version("users-2", UsersSchemaV2.self),
        version("users-3", UsersSchemaV3.self),
        version("posts-1", PostsSchemaV1.self), version("posts-2", PostsSchemaV2.self),
        version("posts-3", PostsSchemaV3.self), version("posts-4", PostsSchemaV4.self),
        version("trips-1", TripsSchemaV1.self), tripsTwo,
        version("cartographer-1", CartographerSchemaV1.self), version("cartographer-2", CartographerSchemaV2.self),
        plan(
            "users-plan", to: "UsersSchemaV3",
            make: { folder in
                try folder.make(UsersSchemaV1.self) { context in
                    context.insert(UsersSchemaV1.User(name: "a", createdAt: moment))
                }
            },
            open: { folder in
                try folder.open(UsersSchemaV3.self, plan: UsersMigrationPlan.self) { context in
                    try context.fetch(FetchDescriptor<UsersSchemaV3.User>()).map { user in
                        Fact("user", "\(user.name ?? "nil"), \(user.createdAt == moment), \(user.posts.count)")
                    }
                }
            }, expected: [Fact("user", "a, true, 0")]),
        plan(
            "posts-plan", to: "PostsSchemaV4",
            make: { folder in
                try folder.make(PostsSchemaV1.self) { context in
                    context.insert(PostsSchemaV1.Post(title: "Hello, World!", body: "kept", createdAt: moment))
                }
            },
            open: { folder in
                let container = try SafeModelContainer.make(
                    for: PostsSchemaV4.self, plan: PostsMigrationPlan.plan, storeURL: folder.file())
                return try ModelContext(container).fetch(FetchDescriptor<PostsSchemaV4.Post>()).map { post in
                    Fact("post", "\(post.slug), \(post.content), \(post.publishedAt == moment)")
                }
            }, expected: [Fact("post", "hello-world, kept, true")]),
        plan(
            "trips-plan", to: nil,
            make: { folder in
                try folder.make(TripsSchemaV1.self) { context in
                    let trip = TripsSchemaV1.Trip(name: "a", destination: "b", startDate: moment, endDate: moment)
                    context.insert(trip)
                    trip.bucketList.append(TripsSchemaV1.BucketListItem(title: "c"))
                }
            },
            open: { folder in
                guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
                    throw NeedsNewerSystem(system: "macOS 15")
                }
                return try folder.open(TripsSchemaV2.self, plan: TripsMigrationPlan.self) { context in
                    try context.fetch(FetchDescriptor<TripsSchemaV2.Trip>()).map { trip in
                        Fact("trip", "\(trip.name), \(trip.isPacked), \(trip.bucketList.map(\.title))")
                    }
                }
            }, expected: [Fact("trip", #"a, false, ["c"]"#)]),
        plan(
            "cartographer-plan", to: "CartographerSchemaV2",
            make: { folder in
                try folder.make(CartographerSchemaV1.self) { context in
                    let group = CartographerSchemaV1.Group(name: "g")
                    let place = Coordinate(latitude: 1, longitude: 2, altitude: nil)
                    context.insert(CartographerSchemaV1.Location(name: "a", coordinate: place, group: group))
                }
            },
            open: { folder in
                let container = try SafeModelContainer.make(
                    for: CartographerSchemaV2.self, plan: CartographerMigrationPlan.plan, storeURL: folder.file())
                return try ModelContext(container).fetch(FetchDescriptor<CartographerSchemaV2.Location>()).map {
                    place in
                    Fact("location", "\(place.name), \(place.coordinate.longitude), \(place.groups.map(\.name))")
                }
            }, expected: [Fact("location", #"a, 2.0, ["g"]"#)]),
    ]

    private static let moment = Date(timeIntervalSinceReferenceDate: 700_000_000)
    private static let rule = "mapping and version hash: every shape in the examples, and the examples' plans"

    /// Returns the probe of an empty store of a version.
    private static func version(_ name: String, _ version: any VersionedSchema.Type) -> Probe {
        example(name, schema: "\(version)") { try $0.make(version) }
    }

    private static let tripsTwo = example("trips-2", schema: "TripsSchemaV2") { folder in
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
            throw NeedsNewerSystem(system: "macOS 15")
        }
        try folder.make(TripsSchemaV2.self)
    }

    private static func example(
        _ name: String, schema: String, make: @escaping @Sendable (ProbeFolder) throws -> Void
    ) -> Probe {
        Probe(
            name: name, theme: .examples, title: "A store of \(schema)", rule: rule,
            stores: [Probe.Store(schema: schema)],
            steps: [
                Probe.Step("making") { folder in
                    try make(folder)
                    return []
                }
            ])
    }

    /// Returns the probe of a store of the first version that a plan migrates to the last one.
    private static func plan(
        _ name: String, to schema: String?, make: @escaping @Sendable (ProbeFolder) throws -> Void,
        open: @escaping @Sendable (ProbeFolder) throws -> [Fact], expected: [Fact]
    ) -> Probe {
        Probe(
            name: name, theme: .examples, title: "A 1.0.0 store, migrated with the plan", rule: rule,
            expected: expected, stores: schema.map { [Probe.Store(schema: $0, layout: .nothing)] } ?? [],
            steps: [
                Probe.Step("making") { folder in
                    try make(folder)
                    return []
                },
                Probe.Step("opening", run: open),
            ])
    }
}
