import Foundation
import Permafrost
import SwiftData

/// Probes of the examples' frozen versions. Permafrost wrote these stores, and Apple's framework must be able to open
/// them.
enum FixtureProbes {
    static let all: [Probe] =
        [
            opening("users-fixture-1", "UsersMigrationPlan/1.0.0", UsersSchemaV1.self),
            opening("users-fixture-3", "UsersMigrationPlan/3.0.0", UsersSchemaV3.self),
            opening("posts-fixture-1", "PostsMigrationPlan/1.0.0", PostsSchemaV1.self),
            opening("posts-fixture-4", "PostsMigrationPlan/4.0.0", PostsSchemaV4.self),
            opening("trips-fixture-1", "TripsMigrationPlan/1.0.0", TripsSchemaV1.self),
            opening("cartographer-fixture-1", "CartographerMigrationPlan/1.0.0", CartographerSchemaV1.self),
            opening("cartographer-fixture-2", "CartographerMigrationPlan/2.0.0", CartographerSchemaV2.self),
        ] + migrations

    private static let migrations: [Probe] = [
        probe(
            "users-fixture-migrated", "UsersMigrationPlan/1.0.0", of: UsersSchemaV1.self,
            title: "A frozen store, migrated with the plan"
        ) { folder in
            try folder.open(UsersSchemaV3.self, plan: UsersMigrationPlan.self) { context in
                [try count(of: UsersSchemaV3.User.self, in: context)]
            }
        },
        probe(
            "posts-fixture-migrated", "PostsMigrationPlan/1.0.0", of: PostsSchemaV1.self,
            title: "A frozen store, migrated with the plan"
        ) { folder in
            let container = try SafeModelContainer.make(
                for: PostsSchemaV4.self, plan: PostsMigrationPlan.plan, storeURL: folder.file())
            return [try count(of: PostsSchemaV4.Post.self, in: ModelContext(container))]
        },
        probe(
            "cartographer-fixture-migrated", "CartographerMigrationPlan/1.0.0", of: CartographerSchemaV1.self,
            title: "A frozen store, migrated with the plan"
        ) { folder in
            let container = try SafeModelContainer.make(
                for: CartographerSchemaV2.self, plan: CartographerMigrationPlan.plan, storeURL: folder.file())
            let context = ModelContext(container)
            return try [
                count(of: CartographerSchemaV2.Location.self, in: context),
                count(of: CartographerSchemaV2.Path.self, in: context),
                count(of: CartographerSchemaV2.Group.self, in: context),
            ]
        },
    ]

    /// Returns the probe that opens a fixture with its own version.
    private static func opening(_ name: String, _ path: String, _ version: any VersionedSchema.Type) -> Probe {
        probe(name, path, of: version, title: "A frozen store, opened as its own version") { folder in
            try folder.open(version) { context in try version.models.map { try count(of: $0, in: context) } }
        }
    }

    private static func probe(
        _ name: String, _ path: String, of version: any VersionedSchema.Type, title: String,
        open: @escaping @Sendable (ProbeFolder) throws -> [Fact]
    ) -> Probe {
        Probe(
            name: name, theme: .examples, title: title,
            rule: "Apple's framework recognizes a store with this layout and these hashes (StoreWriter)",
            sample: Probe.Sample(schema: "\(version)", models: version.models.map { "\($0)" }),
            steps: [
                Probe.Step("opening") { folder in
                    let fixture = Predictions.file.deletingLastPathComponent().deletingLastPathComponent()
                        .appendingPathComponent("Fixtures/\(path)")
                    let names = try FileManager.default.contentsOfDirectory(atPath: fixture.path)
                    for name in names where name.hasSuffix(".sqlite") {
                        try FileManager.default.copyItem(
                            at: fixture.appendingPathComponent(name), to: folder.file())
                    }
                    return try open(folder)
                }
            ])
    }

    /// Fetches every row of a model.
    private static func count<Model: PersistentModel>(of model: Model.Type, in context: ModelContext) throws -> Fact {
        Fact("rows of \(model)", "\(try context.fetch(FetchDescriptor<Model>()).count)")
    }
}
